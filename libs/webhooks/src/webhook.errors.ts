import { DomainError } from '@content-service/kernel';

/** One member of an endpoint breaks a rule. */
export class WebhookInvalid extends DomainError {
  /** @param pointer to the value, such as `/resourceTypes/0` */
  constructor(pointer: string, message: string) {
    super('webhook_invalid', message, { source: { pointer } });
  }
}

/** The deployment does not allow calls of the URL. */
export class WebhookUrlRefused extends DomainError {
  /** @param rule the end of a sentence: `must begin with https://.` */
  constructor(rule: string) {
    super('webhook_url_refused', `url ${rule}`, { source: { pointer: '/url' } });
  }
}

export class WebhookNotFound extends DomainError {
  constructor(id: string) {
    super('webhook_unknown', `There is no webhook '${id}'.`);
  }
}

/** Deliveries of a disabled endpoint would wait. */
export class WebhookDisabled extends DomainError {
  constructor(id: string) {
    super('webhook_disabled', `The webhook ${id} is disabled; enable it, then replay events.`);
  }
}

export class WebhookLimitReached extends DomainError {
  constructor(limit: number) {
    super('webhook_limit_reached', `There are ${limit} webhooks already, the maximum; delete one first.`);
  }
}

export class DeliveryNotFound extends DomainError {
  constructor(id: string) {
    super('delivery_unknown', `The webhook has no delivery '${id}'; deliveries are deleted after some time.`);
  }
}

/** Only finished deliveries can be started again. */
export class DeliveryInProgress extends DomainError {
  constructor(id: string) {
    super('delivery_in_progress', `An attempt at the delivery ${id} is under way.`);
  }
}

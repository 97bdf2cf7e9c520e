import { DomainError, type ErrorDetails } from '@content-service/kernel';
import type { UrlProblem } from './webhook-url.js';

/** One member of an endpoint breaks a rule. */
export class WebhookInvalid extends DomainError {
  /**
   * @param pointer to the value, such as `/resourceTypes/0`
   * @param rule the broken rule as members of JSON Schema, such as `{maxLength: 255}`
   */
  constructor(pointer: string, message: string, rule?: ErrorDetails['meta']) {
    super('webhook_invalid', message, { source: { pointer }, meta: rule });
  }
}

/** The deployment does not allow calls of the URL. */
export class WebhookUrlRefused extends DomainError {
  constructor({ message, rule }: UrlProblem) {
    super('webhook_url_refused', `url ${message}`, { source: { pointer: '/url' }, meta: rule });
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

export class AttemptNotFound extends DomainError {
  constructor(id: string) {
    super('attempt_unknown', `The delivery has no attempt '${id}'.`);
  }
}

/** Only finished deliveries can be started again. */
export class DeliveryInProgress extends DomainError {
  constructor(id: string) {
    super('delivery_in_progress', `An attempt at the delivery ${id} is under way.`);
  }
}

import { DomainError } from '@content-service/kernel';

const place = { header: 'Idempotency-Key' };

export class IdempotencyKeyInvalid extends DomainError {
  constructor(maximum: number) {
    super('invalid_request', `An Idempotency-Key has 1 to ${maximum} visible ASCII characters.`, { place });
  }
}

/** The key was used before, for something else: a client that sends it twice has made a mistake. */
export class IdempotencyKeyReused extends DomainError {
  constructor() {
    super('idempotency_key_reused', 'This Idempotency-Key was used for another body. Take a new one.', {
      place,
    });
  }
}

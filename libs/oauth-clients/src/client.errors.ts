import { DomainError, type ErrorDetails } from '@content-service/kernel';

/** One member of a client's description breaks a rule. */
export class ClientFieldInvalid extends DomainError {
  /**
   * @param pointer to the value, such as `/redirectUris/0`
   * @param rule the broken rule as members of JSON Schema, such as `{maxLength: 255}`
   */
  constructor(pointer: string, message: string, rule?: ErrorDetails['meta']) {
    super('client_invalid', message, { source: { pointer }, meta: rule });
  }
}

export class ClientNotFound extends DomainError {
  constructor(id: string) {
    super('client_unknown', `There is no API client '${id}'.`);
  }
}

export class ClientIdTaken extends DomainError {
  constructor(id: string) {
    super('client_id_taken', `There is an API client '${id}' already.`);
  }
}

/** A public client has no secret that could be replaced. */
export class ClientIsPublic extends DomainError {
  constructor(id: string) {
    super('client_is_public', `The API client '${id}' is public: it has no secret.`);
  }
}

/** Unknown id, wrong or expired secret, or disabled client; the error does not tell them apart (RFC 6749 §5.2). */
export class ClientAuthenticationFailed extends DomainError {
  constructor() {
    super('client_authentication_failed', 'Client authentication failed');
  }
}

import { DomainError, type ErrorDetails } from '@content-service/kernel';

/** A member of a body that is unknown or invalid. */
export class MemberInvalid extends DomainError {
  /** @param pointer to the member, such as `/redirectUris/0`; empty for the whole body */
  constructor(pointer: string, message: string, meta?: ErrorDetails['meta']) {
    super('invalid_member', message, { source: { pointer }, meta });
  }
}

/** The browser has no valid session. */
export class SessionRequired extends DomainError {
  constructor() {
    super('session_required', 'This browser has no session; sign in at /user/login.');
  }
}

/** The request came from a page of another site (CSRF). */
export class CrossSiteRequest extends DomainError {
  constructor() {
    super(
      'cross_site_request',
      'The request was sent by a page of another site; only pages of this site may send it.',
    );
  }
}

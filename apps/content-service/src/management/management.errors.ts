import { DomainError } from '@content-service/kernel';

/** A member of a body that is unknown or of another shape. */
export class MemberInvalid extends DomainError {
  /** @param pointer to the member, such as `/redirectUris/0`; empty for the whole body */
  constructor(pointer: string, message: string) {
    super('invalid_member', message, { place: { pointer } });
  }
}

/** Nobody is signed in with this browser (any more). */
export class SessionRequired extends DomainError {
  constructor() {
    super('session_required', 'Nobody is signed in; sign in at /user/login.');
  }
}

/** A page of somebody else sent this. */
export class CrossSiteRequest extends DomainError {
  constructor() {
    super('cross_site_request', 'This was sent from another site; only pages of this one may.');
  }
}

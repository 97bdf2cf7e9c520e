import { DomainError } from '@content-service/kernel';

/** The path belongs to no route. */
export class RouteNotFound extends DomainError {
  constructor() {
    super('route_unknown', 'Nothing is served under this path. The entry point lists what is.');
  }
}

/** The part of a file that a request names is not there (RFC 9110 §15.5.17). */
export class RangeNotSatisfiable extends DomainError {
  constructor() {
    super('range_not_satisfiable', 'The file has no bytes in this range.', { source: { header: 'Range' } });
  }
}

/** The URL is longer than the maximum (RFC 9110 §15.5.15). */
export class UrlTooLong extends DomainError {
  constructor(length: number, maximum: number) {
    super('url_too_long', `The URL has ${length} characters; at most ${maximum} are read.`);
  }
}

/** A header is longer than the maximum (RFC 6585 §5). */
export class HeaderTooLong extends DomainError {
  /** @param header the name in lower case, shown up to 100 characters, since it can have any length */
  constructor(header: string, length: number, maximum: number) {
    const shown = header.length > 100 ? `${header.slice(0, 99)}…` : header;
    super('header_too_long', `The header ${shown} has ${length} characters; at most ${maximum} are read.`, {
      source: { header: shown },
    });
  }
}

/** The path does not have the method (RFC 9110 §15.5.6). */
export class MethodNotAllowed extends DomainError {
  /** Value of the header `Allow`. */
  readonly allow: string;

  constructor(method: string, allowed: readonly string[] = []) {
    super('method_not_allowed', `${method} is not possible here. Allowed: ${allowed.join(', ')}.`);
    this.allow = allowed.join(', ');
  }
}

/** The document of a read is not one that `If-Match` names (RFC 9110 §13.1.1). */
export class DocumentChanged extends DomainError {
  constructor() {
    super('precondition_failed', 'The document is not the one that If-Match names.', {
      source: { header: 'If-Match' },
    });
  }
}

/** The path or a header is not valid HTTP; thrown before routing. */
export class InvalidRequest extends DomainError {
  constructor(cause: unknown) {
    super('invalid_request', 'The request could not be read: is its path correctly percent-encoded?', {
      cause,
    });
  }
}

/** The body is larger than BODY_LIMIT_BYTES, or than the lower limit of its endpoint. */
export class BodyTooLarge extends DomainError {
  constructor(maximum: number) {
    super('body_too_large', `The body has more than ${maximum} bytes.`);
  }
}

/** The body is incomplete, or its Content-Encoding is not supported. */
export class BodyUnreadable extends DomainError {
  constructor(cause: unknown) {
    super('invalid_body', 'The body could not be received or decompressed.', { cause });
  }
}

import { DomainError } from '@content-service/kernel';

export class RouteUnknown extends DomainError {
  constructor() {
    super('route_unknown', 'Nothing is served under this path. The entry point lists what is.');
  }
}

/** The URL is longer than any that is read (RFC 9110 §15.5.15). */
export class UrlTooLong extends DomainError {
  constructor(length: number, maximum: number) {
    super('url_too_long', `The URL has ${length} characters; at most ${maximum} are read.`);
  }
}

/** No entry has the path as its alias. */
export class AliasUnknown extends DomainError {
  constructor(path: string) {
    super('route_unknown', `No entry has the path '${path}'.`, { place: { parameter: 'path' } });
  }
}

export class MethodNotAllowed extends DomainError {
  /** The value of `Allow` (RFC 9110 §15.5.6). */
  readonly allow: string;

  constructor(method: string, allowed: readonly string[] = []) {
    super('method_not_allowed', `${method} is not possible here. Allowed: ${allowed.join(', ')}.`);
    this.allow = allowed.join(', ');
  }
}

/** The path, or a header, is no valid HTTP; found before any route was. */
export class InvalidRequest extends DomainError {
  constructor(cause: unknown) {
    super('invalid_request', 'The request could not be read: is its path correctly percent-encoded?', {
      cause,
    });
  }
}

import { DomainError } from '@content-service/kernel';

/** A query parameter that cannot be read, or that asks for something that does not exist. */
export class InvalidParameter extends DomainError {
  /** @param parameter as the client wrote it, such as `filter[title][operator]` */
  constructor(parameter: string, message: string) {
    super('invalid_parameter', message, { place: { parameter } });
  }
}

/** `page[size]` above the site's maximum (cursor pagination profile, «Max Page Size Exceeded Error»). */
export class PageSizeExceeded extends DomainError {
  constructor(parameter: string, size: number, maxSize: number) {
    super('page_size_exceeded', `'${parameter}' may be ${maxSize} at most, got ${size}.`, {
      place: { parameter },
      meta: { page: { maxSize } },
    });
  }
}

/** Both cursors at once (cursor pagination profile, «Range Pagination Not Supported Error»). */
export class RangeNotSupported extends DomainError {
  constructor(parameter: string) {
    super('range_not_supported', 'Pages lie behind one cursor or in front of one, not between two.', {
      place: { parameter },
    });
  }
}

/** An order that cursors cannot tell places in (cursor pagination profile, «Unsupported Sort Error»). */
export class SortNotSupported extends DomainError {
  constructor(path: string) {
    super(
      'sort_not_supported',
      `Cursors cannot be made for the order of '${path}': its texts can be too long.`,
      {
        place: { parameter: 'sort' },
      },
    );
  }
}

/** A well-formed `resourceVersion` other than the current state: older revisions are not kept. */
export class ResourceVersionUnknown extends DomainError {
  constructor(version: string) {
    super(
      'resource_version_unknown',
      `There is no version '${version}'. Known are rel:latest-version and rel:working-copy.`,
      { place: { parameter: 'resourceVersion' } },
    );
  }
}

/** A request body that is no JSON:API document of the kind the endpoint wants. */
export class InvalidBody extends DomainError {
  /** @param pointer to a value that exists in the body; none when there is no body to point into */
  constructor(message: string, pointer?: string) {
    super('invalid_body', message, pointer === undefined ? {} : { place: { pointer } });
  }
}

/** A member of the body that has the wrong kind of value while the document around it is well made. */
export class InvalidMember extends DomainError {
  constructor(message: string, pointer: string) {
    super('invalid_member', message, { place: { pointer } });
  }
}

/** The body speaks of another resource than the URL (JSON:API 1.1 «Creating Resources» and «Updating Resources»). */
export class BodyConflict extends DomainError {
  constructor(message: string, pointer: string) {
    super('body_conflict', message, { place: { pointer } });
  }
}

/** Accept names JSON:API media types only with parameters that are not supported (JSON:API 1.1 «Server Responsibilities»). */
export class NotAcceptable extends DomainError {
  constructor(message: string) {
    super('not_acceptable', message, { place: { header: 'Accept' } });
  }
}

/** The body of a write is not `application/vnd.api+json` (JSON:API 1.1 «Server Responsibilities»). */
export class UnsupportedMediaType extends DomainError {
  constructor(message: string) {
    super('unsupported_media_type', message, { place: { header: 'Content-Type' } });
  }
}

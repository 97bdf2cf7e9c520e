import { DomainError } from '@content-service/kernel';

/** A query parameter that is malformed or names something that does not exist. */
export class InvalidParameter extends DomainError {
  /** @param parameter as the client wrote it, such as `filter[title][operator]` */
  constructor(parameter: string, message: string) {
    super('invalid_parameter', message, { source: { parameter } });
  }
}

/** `page[size]` above the site's maximum (cursor pagination profile, «Max Page Size Exceeded Error»). */
export class PageSizeExceeded extends DomainError {
  constructor(parameter: string, size: number, maxSize: number) {
    super('page_size_exceeded', `'${parameter}' may be ${maxSize} at most, got ${size}.`, {
      source: { parameter },
      meta: { page: { maxSize } },
    });
  }
}

/** A document with several entries that exceeds the site setting `documentBytesMaximum`. */
export class DocumentTooLarge extends DomainError {
  constructor(maximumBytes: number) {
    super(
      'document_too_large',
      `The response would have more than ${maximumBytes} bytes. Request a smaller page (page[limit]), fewer fields ` +
        '(fields[TYPE]) or a smaller include.',
      { meta: { maximumBytes } },
    );
  }
}

/** `page[after]` and `page[before]` in one request (cursor pagination profile, «Range Pagination Not Supported Error»). */
export class RangeNotSupported extends DomainError {
  constructor(parameter: string) {
    super('range_not_supported', 'page[after] and page[before] cannot be combined; send one of them.', {
      source: { parameter },
    });
  }
}

/** A sort that cursor pagination does not support (cursor pagination profile, «Unsupported Sort Error»). */
export class SortNotSupported extends DomainError {
  constructor(path: string) {
    super(
      'sort_not_supported',
      `Cursor pagination cannot sort by '${path}', a long-text field; sort by another field.`,
      {
        source: { parameter: 'sort' },
      },
    );
  }
}

/** The order by relevance of a full text search, whose positions no cursor names (cursor pagination profile, «Unsupported Sort Error»). */
export class RankingNotSupported extends DomainError {
  constructor() {
    super(
      'sort_not_supported',
      'Cursor pagination cannot order by relevance; give a sort, such as sort=-created, or use page[limit] and page[offset].',
      { source: { parameter: 'filter[fulltext]' } },
    );
  }
}

/** A request body that is not a JSON:API document of the kind the endpoint expects. */
export class InvalidBody extends DomainError {
  /** @param pointer to an existing value of the body; absent when there is no body */
  constructor(message: string, pointer?: string) {
    super('invalid_body', message, pointer === undefined ? {} : { source: { pointer } });
  }
}

/** A member of an otherwise well-formed body whose value has the wrong type. */
export class InvalidMember extends DomainError {
  constructor(message: string, pointer: string) {
    super('invalid_member', message, { source: { pointer } });
  }
}

/** `type` or `id` of the body differs from the URL (JSON:API 1.1 «Creating Resources» and «Updating Resources»). */
export class BodyConflict extends DomainError {
  constructor(message: string, pointer: string) {
    super('body_conflict', message, { source: { pointer } });
  }
}

/** Every JSON:API media type in Accept has unsupported parameters (JSON:API 1.1 «Server Responsibilities»). */
export class NotAcceptable extends DomainError {
  constructor(message: string) {
    super('not_acceptable', message, { source: { header: 'Accept' } });
  }
}

/** The Content-Type of a write is not the expected one, such as `application/vnd.api+json` (JSON:API 1.1 «Server Responsibilities»). */
export class UnsupportedMediaType extends DomainError {
  constructor(message: string) {
    super('unsupported_media_type', message, { source: { header: 'Content-Type' } });
  }

  /**
   * @param expected such as `'application/json'`, in its quotation marks
   * @param header the Content-Type of the request, quoted up to 200 characters
   */
  static create(expected: string, header = ''): UnsupportedMediaType {
    const shown = header.length > 200 ? `${header.slice(0, 199)}…` : header;
    const got = header.trim() === '' ? 'none' : `'${shown}'`;
    return new UnsupportedMediaType(`The Content-Type must be ${expected}, got ${got}.`);
  }
}

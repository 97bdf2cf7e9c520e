import { DomainError } from '@content-service/kernel';

/** A path of a filter or sort that does not exist, or that ends in something without comparable values. */
export class InvalidPath extends DomainError {
  constructor(message: string, parameter: string) {
    super('invalid_path', message, { source: { parameter } });
  }
}

/** A filter value that cannot be parsed as a value of its path. */
export class InvalidFilterValue extends DomainError {
  constructor(message: string, parameter: string) {
    super('invalid_filter_value', message, { source: { parameter } });
  }
}

/** An include path that does not exist or has too many levels. */
export class InvalidInclude extends DomainError {
  constructor(message: string) {
    super('invalid_include', message, { source: { parameter: 'include' } });
  }
}

/** The included resources exceed the maximum of the site. */
export class IncludeTooLarge extends InvalidInclude {
  constructor(maximum: number) {
    super(`The include leads to more than ${maximum} resources. Ask for less, or for smaller pages.`);
  }
}

/** The entries of a page and its includes hold more text than one request may load. */
export class ContentTooLarge extends DomainError {
  constructor(maximumCharacters: number) {
    super(
      'document_too_large',
      `The entries of this page and its include have more than ${maximumCharacters} characters. Request a smaller page ` +
        '(page[limit]) or a smaller include.',
      { meta: { maximumCharacters } },
    );
  }
}

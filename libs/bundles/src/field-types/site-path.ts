import { InvalidValue } from '../bundle.errors.js';
import type { Field } from '../field.js';
import { formatForError } from './error-text.js';

/** Characters that no path of a site has: white space, control characters, and those that end it or mean something in HTML. */
const SITE_PATH = /^\/(?!\/)[^\s\p{Cc}\\?#<>"]*$/u;

/**
 * Parses a path from which a site leads to another address, such as `/old/page`, with or without a slash at its end. Other than an
 * alias it can be below a path of the service, since it is found by look-up only.
 *
 * @throws InvalidValue
 */
export function parseSitePath(text: string, field: Field): string {
  if (!SITE_PATH.test(text))
    throw new InvalidValue(
      `${field.name} must be a path such as /about/us, without // at its beginning, white space, control characters and \\ ? # < > ", got ${formatForError(text)}.`,
      [],
      { format: 'path' },
    );
  return text.length > 1 && text.endsWith('/') ? text.slice(0, -1) : text;
}

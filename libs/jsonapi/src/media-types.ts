import { NotAcceptable, UnsupportedMediaType } from './jsonapi.errors.js';

/** Media type of every document; has no parameters unless an extension or profile is applied. */
export const MEDIA_TYPE = 'application/vnd.api+json';

/** URI of the cursor pagination profile. */
export const CURSOR_PAGINATION = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

/** URI of the extension Atomic Operations. */
export const ATOMIC_OPERATIONS = 'https://jsonapi.org/ext/atomic';

/** Media type of a document to which an extension or a profile is applied (JSON:API 1.1 «Parameters»). */
export function formatMediaType(parameter: 'ext' | 'profile', uri: string): string {
  return `${MEDIA_TYPE};${parameter}="${uri}"`;
}

/** Whether Accept requests a profile; a profile is applied only on request. */
export function requestsProfile(accept: string | undefined, profile: string): boolean {
  // Avoids parsing for most requests.
  if (accept?.includes(profile) !== true) return false;
  return parseMediaTypes(accept)
    .filter((instance) => isJsonApi(instance) && isSupported(instance, ['q']))
    .some(({ parameters }) => parseUris(parameters.get('profile')).includes(profile));
}

/**
 * Rejects an Accept header in which every JSON:API media type has unsupported parameters (JSON:API 1.1 «Server
 * Responsibilities»). A missing header, or one without the JSON:API media type, is accepted. Unknown profiles are
 * ignored.
 *
 * @param extension URI of the extension that this endpoint applies
 * @throws NotAcceptable
 */
export function assertAcceptable(accept: string | undefined, extension?: string): void {
  // Avoids parsing for most requests.
  if (accept === undefined || accept === MEDIA_TYPE) return;
  const instances = parseMediaTypes(accept).filter(isJsonApi);
  if (instances.length === 0 || instances.some((instance) => isSupported(instance, ['q'], extension))) return;
  throw new NotAcceptable(
    `Accept names '${MEDIA_TYPE}' with parameters that are not supported here; request it ${formatExpectedMediaType(extension)}.`,
  );
}

/**
 * Rejects a Content-Type other than the JSON:API media type: missing, with a parameter other than `ext` and `profile`
 * (`charset` included), with an extension that this endpoint does not apply, or without the one that it requires.
 *
 * @param extension URI of the extension that this endpoint applies
 * @throws UnsupportedMediaType
 */
export function assertContentType(contentType: string | undefined, extension?: string): void {
  const instance = parseContentType(contentType);
  const isDocument = instance !== undefined && isJsonApi(instance);
  const hasExtension = isDocument && (extension === undefined || getExtensions(instance).includes(extension));
  if (isDocument && hasExtension && isSupported(instance, [], extension)) return;
  throw UnsupportedMediaType.create(`'${MEDIA_TYPE}' ${formatExpectedMediaType(extension)}`, contentType);
}

function isJsonApi({ name }: MediaType): boolean {
  return name === MEDIA_TYPE;
}

function isSupported(mediaType: MediaType, alsoKnown: readonly string[], extension?: string): boolean {
  const known = ['ext', 'profile', ...alsoKnown];
  return (
    [...mediaType.parameters.keys()].every((name) => known.includes(name)) &&
    getExtensions(mediaType).every((uri) => uri === extension)
  );
}

function getExtensions({ parameters }: MediaType): readonly string[] {
  return parseUris(parameters.get('ext'));
}

/** Splits the space-separated URIs of `ext` or `profile`. */
function parseUris(value = ''): readonly string[] {
  return value.split(' ').filter((uri) => uri !== '');
}

function formatExpectedMediaType(extension: string | undefined): string {
  return extension === undefined ? 'without parameters' : `with ext="${extension}"`;
}

export interface MediaType {
  /** `type/subtype` in lower case. */
  readonly name: string;
  /** Values by name in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Parses Accept or Content-Type (RFC 9110 §8.3.1, §12.5.1) in time linear to its length. The grammar is not validated:
 * an invalid media type simply matches none of the known ones, and a malformed parameter keeps its text as its name.
 *
 * @example parseMediaTypes('text/html;q=0.5, text/plain') // [{ name: 'text/html', parameters: Map { 'q' => '0.5' } }, …]
 */
export function parseMediaTypes(header: string): readonly MediaType[] {
  return split(header, ',').map((member) => {
    const [name = '', ...parameters] = split(member, ';');
    return { name: name.toLowerCase(), parameters: new Map(parameters.map(parseParameter)) };
  });
}

/**
 * Parses Content-Type, which holds one media type (RFC 9110 §8.3).
 *
 * @returns `undefined` for a missing or empty header and for several media types
 */
export function parseContentType(header: string | undefined): MediaType | undefined {
  const [mediaType, second] = parseMediaTypes(header ?? '');
  return second === undefined ? mediaType : undefined;
}

/**
 * Whether a Content-Type is the given media type, with `charset=utf-8` or without charset. JSON (RFC 8259 §8.1) and
 * forms are always UTF-8, but some clients state it.
 *
 * @param name in lower case, such as `application/json`
 */
export function isMediaTypeInUtf8(name: string, contentType: MediaType | undefined): boolean {
  const charset = contentType?.parameters.get('charset') ?? 'utf-8';
  return contentType?.name === name && charset.toLowerCase() === 'utf-8';
}

function parseParameter(text: string): readonly [name: string, value: string] {
  const equals = text.indexOf('=');
  if (equals === -1) return [text.toLowerCase(), ''];
  return [text.slice(0, equals).trim().toLowerCase(), unquote(text.slice(equals + 1).trim())];
}

function unquote(value: string): string {
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return value;
  return value.slice(1, -1).replace(/\\(.)/g, '$1');
}

/**
 * The non-blank parts between separators. Separators inside a quoted string do not count; an unclosed quotation mark is
 * an ordinary character.
 */
function split(text: string, separator: ',' | ';'): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let at = 0;
  // If one quotation mark is unclosed, all later ones are too; this keeps the search linear.
  let canQuote = true;
  while (at < text.length) {
    const character = text[at];
    if (character === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
    if (character === '"' && canQuote) {
      const end = findClosingQuote(text, at + 1);
      canQuote = end !== undefined;
      at = end ?? at;
    }
    at += 1;
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Index of the quotation mark that closes a quoted string (RFC 9110 §5.6.4); a backslash escapes the next character. */
function findClosingQuote(text: string, start: number): number | undefined {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '"') return at;
    if (text[at] === '\\') at += 1;
  }
  return undefined;
}

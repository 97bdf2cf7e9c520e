import { NotAcceptable, UnsupportedMediaType } from './jsonapi.errors.js';
import { type MediaType, parseMediaTypes } from './parse-media-types.js';

/** The media type of every document, sent without parameters as long as no extension or profile is applied. */
export const MEDIA_TYPE = 'application/vnd.api+json';

/** The profile of pages that begin behind an entry instead of by an offset. */
export const CURSOR_PAGINATION = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

/** The extension of requests that do several writes, all of them or none. */
export const ATOMIC_OPERATIONS = 'https://jsonapi.org/ext/atomic';

/** The media type of a document to which an extension or a profile is applied (JSON:API 1.1 «Parameters»). */
export function mediaTypeWith(parameter: 'ext' | 'profile', uri: string): string {
  return `${MEDIA_TYPE};${parameter}="${uri}"`;
}

/** Whether Accept asks for a profile; one that is not asked for is not applied. */
export function asksForProfile(accept: string | undefined, profile: string): boolean {
  // Most requests ask for none.
  if (accept?.includes(profile) !== true) return false;
  return parseMediaTypes(accept)
    .filter((instance) => isJsonApi(instance) && isSupported(instance, ['q']))
    .some(({ parameters }) => urisIn(parameters.get('profile')).includes(profile));
}

/**
 * Refuses an Accept header that names the JSON:API media type, but only with parameters that are not supported. One
 * that does not name it, or is missing, is served: JSON:API 1.1 «Server Responsibilities» asks no more. Profiles are
 * acceptable, as unknown ones are to be ignored.
 *
 * @param extension the URI of the extension that this endpoint applies
 * @throws NotAcceptable
 */
export function requireAcceptable(accept: string | undefined, extension?: string): void {
  const instances = parseMediaTypes(accept ?? '').filter(isJsonApi);
  if (instances.length === 0 || instances.some((instance) => isSupported(instance, ['q'], extension))) return;
  throw new NotAcceptable(
    `Accept names '${MEDIA_TYPE}' with parameters that are not supported here; ask for it ${form(extension)}.`,
  );
}

/**
 * Refuses a body that is no JSON:API document: one of another media type or none, with a parameter other than `ext`
 * and `profile` (a charset, too), with an extension this endpoint does not apply or without the one it does.
 *
 * @param extension the URI of the extension that this endpoint applies
 * @throws UnsupportedMediaType
 */
export function requireContentType(contentType: string | undefined, extension?: string): void {
  const [instance, second] = parseMediaTypes(contentType ?? '');
  const isOne = instance !== undefined && second === undefined && isJsonApi(instance);
  const applies = isOne && (extension === undefined || extensionsOf(instance).includes(extension));
  if (isOne && applies && isSupported(instance, [], extension)) return;
  const got = instance === undefined ? 'none' : `'${contentType ?? ''}'`;
  throw new UnsupportedMediaType(`The Content-Type must be '${MEDIA_TYPE}' ${form(extension)}, got ${got}.`);
}

function isJsonApi({ name }: MediaType): boolean {
  return name === MEDIA_TYPE;
}

function isSupported(mediaType: MediaType, harmless: readonly string[], extension?: string): boolean {
  const known = ['ext', 'profile', ...harmless];
  return (
    [...mediaType.parameters.keys()].every((name) => known.includes(name)) &&
    extensionsOf(mediaType).every((uri) => uri === extension)
  );
}

function extensionsOf({ parameters }: MediaType): readonly string[] {
  return urisIn(parameters.get('ext'));
}

/** The URIs in `ext` or `profile` are parted by spaces. */
function urisIn(value = ''): readonly string[] {
  return value.split(' ').filter((uri) => uri !== '');
}

function form(extension: string | undefined): string {
  return extension === undefined ? 'without parameters' : `with ext="${extension}"`;
}

import type { ApiRoot } from '@content-service/jsonapi';
import { URL_LENGTH_MAXIMUM } from '../server/middleware.js';

/** Where the paths of the content interface begin. */
export type UriRoot = Pick<ApiRoot, 'baseUrl' | 'prefix'>;

/** A URI that no part can have. */
export class InvalidUri extends Error {}

/** URL parsers remove tabs and line breaks, and take `\` for `/` (WHATWG URL, «basic URL parser»). */
const UNSAFE = /[\p{Cc}\\]/u;

/**
 * The target of the request for a part: path and query below the prefix or `/router`, encoded as URL parsers do.
 *
 * @param uri a path, or a URL that begins with BASE_URL
 * @throws InvalidUri
 */
export function resolveUri(uri: string, { baseUrl, prefix }: UriRoot): string {
  if (uri.length > URL_LENGTH_MAXIMUM)
    throw new InvalidUri(`uri has more than ${URL_LENGTH_MAXIMUM} characters.`);
  const base = new URL(`${baseUrl}/`);
  const url = UNSAFE.test(uri) || !URL.canParse(uri, base.href) ? undefined : new URL(uri, base);
  if (url?.origin !== base.origin || url.username !== '' || url.password !== '')
    throw new InvalidUri(`uri must be a path of the service or begin with ${baseUrl}.`);
  const path = url.pathname.startsWith(base.pathname)
    ? url.pathname.slice(base.pathname.length - 1)
    : url.pathname;
  if (path !== prefix && !path.startsWith(`${prefix}/`) && !path.startsWith('/router/'))
    throw new InvalidUri(`uri must begin with ${prefix} or /router.`);
  // Express ignores case and a slash at the end.
  if (path.toLowerCase().replace(/\/$/, '') === `${prefix}/events`)
    throw new InvalidUri('uri must not be that of the stream of changes, which never ends.');
  return path + url.search;
}

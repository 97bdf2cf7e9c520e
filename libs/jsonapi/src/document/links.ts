import type { CollectionRequest, EntryPage, Omission, Place, SeekPage } from '@content-service/entries';
import type { CursorQuery } from '../query/parse-query.js';

/** Where the links of all documents begin. */
export interface Site {
  /** Without a trailing slash: `https://cms.example.com`. */
  readonly baseUrl: string;
  /** `/api`, or `/jsonapi` on headless deployments. */
  readonly prefix: string;
}

export function entryPointHref({ baseUrl, prefix }: Site): string {
  return baseUrl + prefix;
}

/** @param type the name of a resource type, such as `node--article` */
export function collectionHref(type: string, site: Site): string {
  return `${entryPointHref(site)}/${type.replace('--', '/')}`;
}

export function entryHref({ type, id }: Omission, site: Site): string {
  return `${collectionHref(type, site)}/${id}`;
}

/** The URL as the client wrote its query, with everything percent-encoded that a URL cannot hold (RFC 3986 §3.4). */
export function withQuery(href: string, rawQuery: string): string {
  return rawQuery === '' ? href : `${href}?${encodeRest(rawQuery)}`;
}

/**
 * Links to other windows of a collection: `first` and `prev` when something lies before, `next` and `last` when
 * something follows. Each keeps all parameters and names the limit that is really applied.
 */
export function pageHrefs(
  { count, more }: Pick<EntryPage, 'count' | 'more'>,
  { offset, limit }: Pick<CollectionRequest, 'offset' | 'limit'>,
  href: string,
  rawQuery: string,
): Readonly<Record<string, string>> {
  const others = rawQuery.split('&').filter((pair) => pair !== '' && !isWindow(pair));
  const at = (start: number): string =>
    withQuery(href, [...others, `page[offset]=${start}`, `page[limit]=${limit}`].join('&'));
  const lastOffset = Math.floor(Math.max(0, count - 1) / limit) * limit;
  return {
    ...(offset > 0 ? { first: at(0), prev: at(Math.max(0, offset - limit)) } : {}),
    ...(more ? { next: at(offset + limit), last: at(lastOffset) } : {}),
  };
}

/**
 * Links to the pages next to a page (cursor pagination profile, «Links»): `prev` and `next` are always there, and `null`
 * where it is known that nothing follows. Opposite to the direction of the search something does, or did.
 */
export function cursorHrefs(
  { edges, more }: Pick<SeekPage, 'edges' | 'more'>,
  { request: { from, limit }, cursors }: Pick<CursorQuery, 'request' | 'cursors'>,
  href: string,
  rawQuery: string,
): Readonly<Record<'first' | 'prev' | 'next', string | null>> {
  const others = rawQuery.split('&').filter((pair) => pair !== '' && !isCursorWindow(pair));
  const at = (...cursor: readonly string[]): string =>
    withQuery(href, [...others, ...cursor, `page[size]=${limit}`].join('&'));
  const beside = (key: 'before' | 'after', place: Place | undefined): string | null =>
    place === undefined ? null : at(`page[${key}]=${cursors.write(place)}`);
  const first = at();
  if (from?.direction !== 'before')
    return {
      first,
      prev: from === undefined ? null : beside('before', edges?.first ?? from.place),
      next: more ? beside('after', edges?.last) : null,
    };
  return {
    first,
    prev: more ? beside('before', edges?.first) : null,
    // When nothing lies before a place, the collection begins with what lies on it.
    next: edges === undefined ? first : beside('after', edges.last),
  };
}

/** The text of a `links` member: link objects by relation, in the given order. */
export function linksText(hrefs: Readonly<Record<string, string | null>>): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(hrefs).map(([rel, href]) => [rel, href === null ? null : { href }])),
  );
}

const isWindow = isOneOf('page[offset]', 'page[limit]');
const isCursorWindow = isOneOf('page[size]', 'page[after]', 'page[before]');

function isOneOf(...names: readonly string[]): (pair: string) => boolean {
  return (pair) => names.includes(decodeURIComponent((pair.split('=')[0] ?? '').replaceAll('+', ' ')));
}

function encodeRest(query: string): string {
  return query.replace(/[^\w\-.~!$&'()*+,;=:@/?%]/gu, (character) => encodeURIComponent(character));
}

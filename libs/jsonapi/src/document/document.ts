import { createHash } from 'node:crypto';
import type { ContentModel } from '@content-service/bundles';
import type {
  CollectionRequest,
  CursorPageResult,
  Entry,
  EntryPageResult,
  EntryResult,
  KeysetPosition,
  Omission,
} from '@content-service/entries';
import { CONTENT_ADMINISTER } from '@content-service/scopes';
import type { ImageStyle } from '@content-service/site-settings';
import type { CursorQuery } from '../query/cursor-pagination.js';
import type { SparseFieldsets } from '../query/parse-query.js';

/** Serializes one entry as a resource object. */
export type ResourceSerializer = (entry: Entry) => string;

/** Inputs of every document of entries besides the entries. */
export interface DocumentContext {
  readonly apiRoot: ApiRoot;
  readonly model: ContentModel;
  readonly fields: SparseFieldsets;
  /** Raw query of the request, repeated in links. */
  readonly query: string;
  /** Maximum bytes of the resources of a document, unlimited when absent. The primary entry of a single read is not counted. */
  readonly bytesMaximum?: number;
  /** The sizes in which images are linked by their files; none when absent. */
  readonly imageStyles?: readonly ImageStyle[] | undefined;
}

/** Top-level members of a document as JSON text, in output order. */
export interface DocumentMembers {
  readonly data?: string;
  readonly errors?: string;
  readonly 'atomic:results'?: string;
  readonly included?: string | undefined;
  readonly meta?: string | undefined;
  readonly links?: string;
}

/**
 * Concatenates a document (JSON:API 1.1 «Top Level») from JSON texts. Entries are stored as JSON text, so parsing and
 * serializing them again would be most of the work.
 */
export function serializeDocument(members: DocumentMembers): string {
  let text = '{"jsonapi":{"version":"1.1"}';
  for (const [name, value] of Object.entries(members)) if (value !== undefined) text += `,"${name}":${value}`;
  return `${text}}`;
}

/**
 * Serializes a list. Uses `+=`, which V8 implements as ropes: the page is copied once, on sending, and not by every
 * `join` (measured: half the time of a page).
 */
export function serializeList<Item>(items: readonly Item[], serialize: (item: Item) => string): string {
  let text = '';
  for (const item of items) text += text === '' ? serialize(item) : `,${serialize(item)}`;
  return `[${text}]`;
}

/** Base of the links of all documents. */
export interface ApiRoot {
  /** Without a trailing slash: `https://cms.example.com`. */
  readonly baseUrl: string;
  /** `/api`, or `/jsonapi` on headless deployments. */
  readonly prefix: string;
}

export function buildEntryPointHref({ baseUrl, prefix }: ApiRoot): string {
  return baseUrl + prefix;
}

/** @param type the name of a resource type, such as `node--article` */
export function buildCollectionHref(type: string, apiRoot: ApiRoot): string {
  return `${buildEntryPointHref(apiRoot)}/${type.replace('--', '/')}`;
}

export function buildEntryHref({ type, id }: Omission, apiRoot: ApiRoot): string {
  return `${buildCollectionHref(type, apiRoot)}/${id}`;
}

/** Appends the raw query, percent-encoding characters that a URL cannot contain (RFC 3986 §3.4). */
export function appendQuery(href: string, rawQuery: string): string {
  return rawQuery === '' ? href : `${href}?${encodeReserved(rawQuery)}`;
}

/**
 * Links to other pages of a collection: `first` and `prev` on all but the first page, `next` and `last` on all but the
 * last. Each keeps all parameters and states the limit that was applied.
 */
export function buildPageHrefs(
  { count, more }: Pick<EntryPageResult, 'count' | 'more'>,
  { offset, limit }: Pick<CollectionRequest, 'offset' | 'limit'>,
  href: string,
  rawQuery: string,
): Readonly<Record<string, string>> {
  const others = rawQuery.split('&').filter((pair) => pair !== '' && !isPageParameter(pair));
  const toHref = (start: number): string =>
    appendQuery(href, [...others, `page[offset]=${start}`, `page[limit]=${limit}`].join('&'));
  const lastOffset = Math.floor(Math.max(0, count - 1) / limit) * limit;
  return {
    ...(offset > 0 ? { first: toHref(0), prev: toHref(Math.max(0, offset - limit)) } : {}),
    ...(more ? { next: toHref(offset + limit), last: toHref(lastOffset) } : {}),
  };
}

/**
 * Links to the adjacent pages (cursor pagination profile, «Links»): `prev` and `next` are always present, and `null` at a
 * known end of the collection. Against the direction of the request there is always a page.
 */
export function buildCursorHrefs(
  { edges, more }: Pick<CursorPageResult, 'edges' | 'more'>,
  { request: { bound, limit }, cursors }: Pick<CursorQuery, 'request' | 'cursors'>,
  href: string,
  rawQuery: string,
): Readonly<Record<'first' | 'prev' | 'next', string | null>> {
  const others = rawQuery.split('&').filter((pair) => pair !== '' && !isCursorParameter(pair));
  const toHref = (...cursor: readonly string[]): string =>
    appendQuery(href, [...others, ...cursor, `page[size]=${limit}`].join('&'));
  const toCursorHref = (key: 'before' | 'after', position: KeysetPosition | undefined): string | null =>
    position === undefined ? null : toHref(`page[${key}]=${cursors.encode(position)}`);
  const first = toHref();
  if (bound?.direction !== 'before')
    return {
      first,
      prev: bound === undefined ? null : toCursorHref('before', edges?.first ?? bound.position),
      next: more ? toCursorHref('after', edges?.last) : null,
    };
  return {
    first,
    prev: more ? toCursorHref('before', edges?.first) : null,
    // An empty page before a position means that the collection starts at that position.
    next: edges === undefined ? first : toCursorHref('after', edges.last),
  };
}

/** Serializes a `links` member: link objects by relation, in the given order. */
export function serializeLinks(hrefs: Readonly<Record<string, string | null>>): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(hrefs).map(([rel, href]) => [rel, href === null ? null : { href }])),
  );
}

const isPageParameter = matchesAnyName('page[offset]', 'page[limit]');
const isCursorParameter = matchesAnyName('page[size]', 'page[after]', 'page[before]');

function matchesAnyName(...names: readonly string[]): (pair: string) => boolean {
  return (pair) => names.includes(decodeURIComponent((pair.split('=')[0] ?? '').replaceAll('+', ' ')));
}

function encodeReserved(query: string): string {
  return query.replace(/[^\w\-.~!$&'()*+,;=:@/?%]/gu, (character) => encodeURIComponent(character));
}

/** Parts of every result besides its primary data. */
type CommonResult = Pick<EntryResult, 'included' | 'omitted'>;

/**
 * Builds the members `included` (present exactly when `include` was requested) and `meta`.
 *
 * @param meta other members of `meta`
 */
export function buildCommonMembers(
  { included, omitted }: CommonResult,
  serialize: ResourceSerializer,
  { apiRoot }: DocumentContext,
  meta: object = {},
): Pick<DocumentMembers, 'included' | 'meta'> {
  const hidden = buildOmittedMeta(omitted, apiRoot);
  const all = hidden === undefined ? meta : { ...meta, omitted: hidden };
  return {
    included: included && serializeList(included, serialize),
    meta: Object.keys(all).length === 0 ? undefined : JSON.stringify(all),
  };
}

interface OmissionLink {
  readonly href: string;
  readonly meta: { readonly rel: 'item'; readonly detail: string };
}

/**
 * Builds `meta.omitted`: links to the hidden entries, without their contents.
 *
 * @returns `undefined` when no entry is hidden
 */
function buildOmittedMeta(omitted: readonly Omission[], apiRoot: ApiRoot): object | undefined {
  if (omitted.length === 0) return undefined;
  const links = new Map<string, OmissionLink>();
  for (const entry of omitted) {
    const href = buildEntryHref(entry, apiRoot);
    links.set(buildOmissionKey(entry, links), {
      href,
      meta: { rel: 'item', detail: 'This entry is not published.' },
    });
  }
  return {
    detail: `Entries that are not published were left out; reading them needs the scope '${CONTENT_ADMINISTER}'.`,
    links: Object.fromEntries(links),
  };
}

/** `item--` and at least seven digits of a hash of the id, stable across documents; more digits on a collision. */
function buildOmissionKey({ id }: Omission, taken: ReadonlyMap<string, unknown>): string {
  const hash = createHash('sha256').update(id).digest('hex');
  let digits = 7;
  while (taken.has(`item--${hash.slice(0, digits)}`)) digits += 1;
  return `item--${hash.slice(0, digits)}`;
}

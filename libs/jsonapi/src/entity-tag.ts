import { createHash } from 'node:crypto';
import type { Entry, EntryPage, Omission, SeekPage } from '@content-service/entries';
import type { CursorQuery } from './query/parse-query.js';

/** What a document depends on besides the entries it shows. */
export interface TagCircumstances {
  readonly modelVersion: number;
  readonly settingsVersion: number;
  /** The raw query. */
  readonly query: string;
  /** Whether the reader sees unpublished entries. */
  readonly seesUnpublished: boolean;
}

/** The part of a reading that a document shows around its host. */
interface Shown {
  readonly entries?: readonly Entry[];
  readonly included: readonly Entry[] | undefined;
  readonly omitted: readonly Omission[];
}

/**
 * The ETag of everything below one entry, its related and relationship documents too: `"<version>-<hash>"`. The
 * version is what `If-Match` compares; the hash makes any other difference of two documents show.
 */
export function entryTag(host: Entry, shown: Shown, circumstances: TagCircumstances): string {
  const parts = [stateOf(host), ...partsOf(shown), ...partsOfCircumstances(circumstances)];
  return `"${host.version}-${hashOf(parts)}"`;
}

/** The ETag of a window of a collection: `"<hash>"`. */
export function collectionTag(page: EntryPage, circumstances: TagCircumstances): string {
  const window = [String(page.count), String(page.more)];
  return `"${hashOf([...window, ...partsOf(page), ...partsOfCircumstances(circumstances)])}"`;
}

/** The ETag of a page next to a cursor: its links tell by what its first and last entries are sorted. */
export function cursorTag(
  page: SeekPage,
  { cursors }: Pick<CursorQuery, 'cursors'>,
  circumstances: TagCircumstances,
): string {
  const { edges } = page;
  const ends = edges === undefined ? [] : [edges.first, edges.last].map((place) => cursors.write(place));
  return `"${hashOf([collectionTag(page, circumstances), 'cursors', ...ends])}"`;
}

/** Whether the client has the document already, and 304 is the answer (RFC 9110 §13.1.2, weak comparison). */
export function isUnchanged(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || tagsIn(ifNoneMatch).some(({ opaque }) => opaque === tag);
}

/**
 * The versions of which an entry must have one for a write with `If-Match` (RFC 9110 §13.1.1, strong comparison).
 *
 * @returns `undefined` when any version will do, none when no tag is one of ours
 */
export function expectedVersions(ifMatch: string | undefined): readonly number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return tagsIn(ifMatch)
    .filter(({ weak }) => !weak)
    .map(({ opaque }) => /^"(\d+)-/.exec(opaque)?.[1])
    .filter((version) => version !== undefined)
    .map(Number);
}

function tagsIn(header: string): readonly { readonly weak: boolean; readonly opaque: string }[] {
  return [...header.matchAll(/(W\/)?("[^"]*")/g)].map(([, weak, opaque = '']) => ({
    weak: weak !== undefined,
    opaque,
  }));
}

function partsOf({ entries = [], included, omitted }: Shown): string[] {
  // `included: []` and no `included` at all are two documents.
  const company = included === undefined ? ['alone'] : ['with', ...included.map(stateOf)];
  return [...entries.map(stateOf), ...company, 'without', ...omitted.map(({ id }) => id)];
}

/** The creation stamp tells an entry from a later one with the same id, whose versions start at 1 again. */
function stateOf({ id, version, position }: Entry): string {
  return `${id} ${version} ${position}`;
}

function partsOfCircumstances(circumstances: TagCircumstances): string[] {
  const { modelVersion, settingsVersion, query, seesUnpublished } = circumstances;
  return [`${modelVersion} ${settingsVersion} ${seesUnpublished}`, query];
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22);
}

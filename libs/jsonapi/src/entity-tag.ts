import type {
  CursorPageResult,
  Entry,
  EntryMetadata,
  EntryPageResult,
  EntryRevision,
  EntryVersion,
  Omission,
  ShownCopy,
} from '@content-service/entries';
import { sha256 } from '@content-service/kernel';
import type { CursorQuery } from './query/cursor-pagination.js';

/** Inputs of an ETag besides the entries of the document. */
export interface ETagInputs {
  readonly modelVersion: number;
  readonly settingsVersion: number;
  /** The raw query. */
  readonly query: string;
  /** Whether unpublished entries are visible to the principal. */
  readonly seesUnpublished: boolean;
}

/** The entries that a document contains besides its host. */
interface RepresentedEntries {
  readonly entries?: readonly EntryMetadata[];
  readonly included: readonly Entry[] | undefined;
  readonly omitted: readonly Omission[];
  /** The working copy that shows the host. */
  readonly copy?: ShownCopy | undefined;
  /** Whether the document links the working copy of the host. */
  readonly hasCopy?: boolean | undefined;
  /** The revision whose state the document shows; the present one without it. */
  readonly revision?: EntryRevision | undefined;
}

/**
 * ETag of the documents below one entry (entry, related, relationship). `If-Match` of a write compares version and position, or
 * the time of the save; the hash covers every other difference between two documents. Position and time are in base 36.
 *
 * | document shows          | ETag                                     |
 * | ----------------------- | ---------------------------------------- |
 * | the entry               | `"<version>-<position>.<hash>"`          |
 * | its working copy        | `"w<version>-<time of the save>.<hash>"` |
 * | the state of a revision | `"r<number>-<hash>"`                     |
 *
 * No write accepts the ETag of a revision. The hashes of a working copy and of a revision include the linkage, from which deleted
 * targets disappear; that of a revision also the revisions that its links name.
 */
export function computeEntryETag(host: Entry, shown: RepresentedEntries, etagInputs: ETagInputs): string {
  const parts = [formatEntryState(host), ...toETagParts(shown), ...toInputParts(etagInputs)];
  const { revision, copy, hasCopy = false } = shown;
  if (revision !== undefined) {
    const { number, predecessor, successor } = revision;
    return `"r${number}-${hashParts([...parts, host.relationshipsText, `${predecessor} ${successor}`])}"`;
  }
  if (copy === undefined)
    return formatVersionTag(host.version, host.position, hasCopy ? [...parts, 'copy'] : parts);
  return formatVersionTag(`w${copy.copy.version}`, copy.copy.savedAt, [...parts, host.relationshipsText]);
}

function formatVersionTag(version: number | string, position: number, parts: readonly string[]): string {
  return `"${version}-${position.toString(36)}.${hashParts(parts)}"`;
}

/** ETag of one page of a collection: `"<hash>"`. */
export function computeCollectionETag(
  page: RepresentedEntries & Pick<EntryPageResult, 'count' | 'more'>,
  etagInputs: ETagInputs,
): string {
  const window = [String(page.count), String(page.more)];
  return `"${hashParts([...window, ...toETagParts(page), ...toInputParts(etagInputs)])}"`;
}

/** ETag of a page of cursor pagination; includes the cursors of its links, which depend on the sort values of its ends. */
export function computeCursorETag(
  page: CursorPageResult,
  { cursors }: Pick<CursorQuery, 'cursors'>,
  etagInputs: ETagInputs,
): string {
  const { edges } = page;
  const ends =
    edges === undefined ? [] : [edges.first, edges.last].map((position) => cursors.encode(position));
  return `"${hashParts([computeCollectionETag(page, etagInputs), 'cursors', ...ends])}"`;
}

/**
 * Finds the tag in `If-None-Match`, in which case the response is 304 (RFC 9110 §13.1.2, weak comparison).
 *
 * @returns the ETag of that response, which is the one of the compressed body if the client has that
 */
export function findMatchingETag(ifNoneMatch: string | undefined, tag: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch.trim() === '*') return tag;
  const tags = [tag, toCompressedETag(tag)];
  return parseETags(ifNoneMatch).find(({ opaque }) => tags.includes(opaque))?.opaque;
}

/** The ETag of the same body compressed by gzip, `"7-x+gzip"`, since it consists of other bytes (RFC 9110 §8.8.3.3). */
export function toCompressedETag(tag: string): string {
  return tag.replace(/"$/, '+gzip"');
}

/** Whether `If-Match` admits a read of a document with the tag (RFC 9110 §13.1.1, strong comparison). */
export function admitsETag(ifMatch: string | undefined, tag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  const tags = [tag, toCompressedETag(tag)];
  return parseETags(ifMatch).some(({ weak, opaque }) => !weak && tags.includes(opaque));
}

/**
 * The versions an entry may have for a write with `If-Match` (RFC 9110 §13.1.1, strong comparison).
 *
 * @returns `undefined` for a missing header or `*`: every version matches; an empty list when no tag has the form above
 */
export function parseExpectedVersions(ifMatch: string | undefined): readonly EntryVersion[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return toVersions(parseETags(ifMatch).filter(({ weak }) => !weak));
}

/**
 * The versions an entry may not have for a write with `If-None-Match` (RFC 9110 §13.1.2, weak comparison).
 *
 * @returns `'*'` when the entry may have none, also for a value without any entity tag, which cannot hold; `undefined`
 *   without the header
 */
export function parseExcludedVersions(
  ifNoneMatch: string | undefined,
): readonly EntryVersion[] | '*' | undefined {
  if (ifNoneMatch === undefined) return undefined;
  const tags = parseETags(ifNoneMatch);
  return tags.length === 0 ? '*' : toVersions(tags);
}

interface ETag {
  readonly weak: boolean;
  readonly opaque: string;
}

/** The versions in entity tags of entries and working copies; other tags have none. Tags from before the service named positions have only a version. */
function toVersions(tags: readonly ETag[]): readonly EntryVersion[] {
  return tags.flatMap(({ opaque }) => {
    const [, copy, version, position] = /^"(w?)(\d+)-(?:([\da-z]{1,11})\.)?/.exec(opaque) ?? [];
    if (version === undefined) return [];
    return [
      {
        version: Number(version),
        ...(position === undefined ? {} : { position: Number.parseInt(position, 36) }),
        ...(copy === 'w' ? { ofCopy: true } : {}),
      },
    ];
  });
}

function parseETags(header: string): readonly ETag[] {
  return [...header.matchAll(/(W\/)?("[^"]*")/g)].map(([, weak, opaque = '']) => ({
    weak: weak !== undefined,
    opaque,
  }));
}

function toETagParts({ entries = [], included, omitted }: RepresentedEntries): string[] {
  // A document with `included: []` differs from one without `included`.
  const includedParts = included === undefined ? ['alone'] : ['with', ...included.map(formatEntryState)];
  return [...entries.map(formatEntryState), ...includedParts, 'without', ...omitted.map(({ id }) => id)];
}

/** Includes the position for the reason that `EntryVersion` gives. */
function formatEntryState({ id, version, position }: EntryMetadata): string {
  return `${id} ${version} ${position}`;
}

function toInputParts(etagInputs: ETagInputs): string[] {
  const { modelVersion, settingsVersion, query, seesUnpublished } = etagInputs;
  return [`${modelVersion} ${settingsVersion} ${seesUnpublished}`, query];
}

function hashParts(parts: readonly string[]): string {
  return sha256(parts.join('\n')).slice(0, 22);
}

import type { IncomingHttpHeaders } from 'node:http';
import type { EntryOperation, VersionPrecondition } from '@content-service/entries';
import {
  admitsETag,
  findMatchingETag,
  parseExcludedVersions,
  parseExpectedVersions,
} from '@content-service/jsonapi';
import type { VersionCondition } from '@content-service/kernel';
import { DocumentChanged } from './http.errors.js';

/**
 * What a request is answered when its precondition does not hold (RFC 9110 §13.1, in the order of §13.2.2); nothing changes then.
 *
 * | request                                                   | `If-Match` | `If-None-Match` | compared                                    |
 * | --------------------------------------------------------- | ---------- | --------------- | ------------------------------------------- |
 * | GET, HEAD of content                                      | 412        | 304             | the entity tag of the document              |
 * | PATCH, DELETE of an entry; every write of a relationship  | 412        | 412             | the version of the entry                    |
 * | POST of atomic operations                                 | 412        | 412             | the version of each entry that it changes   |
 * | PATCH, DELETE, POST of a resource of `/manage` with a tag | 412        | 412             | the version of the resource                 |
 * | GET of `/openapi.json`                                    | –          | 304             | the entity tag of the document              |
 * | POST that creates                                         | –          | –               | nothing: it selects no representation       |
 *
 * `If-Modified-Since`, `If-Unmodified-Since` and `If-Range` are not evaluated, since no response has `Last-Modified` or ranges
 * (§13.1.3 to §13.1.5). Reads of `/manage` are not 304, since their tag is a version, which does not cover the whole resource.
 */
type Headers = Pick<IncomingHttpHeaders, 'if-match' | 'if-none-match'>;

/**
 * Finds the tag for which a read is answered by 304.
 *
 * @param etag of the document that would be sent
 * @returns the ETag of that answer; `undefined` when the document has to be sent
 * @throws DocumentChanged
 */
export function findUnchangedETag(headers: Headers, etag: string): string | undefined {
  if (!admitsETag(headers['if-match'], etag)) throw new DocumentChanged();
  return findMatchingETag(headers['if-none-match'], etag);
}

/** The precondition of a write to one entry. */
export function parsePrecondition(headers: Headers): VersionPrecondition {
  const expectedVersions = parseExpectedVersions(headers['if-match']);
  const excludedVersions = parseExcludedVersions(headers['if-none-match']);
  return {
    ...(expectedVersions === undefined ? {} : { expectedVersions }),
    ...(excludedVersions === undefined ? {} : { excludedVersions }),
  };
}

/**
 * Adds the precondition of a request to the first operation of each entry. Later operations see a version of the same request,
 * and entries that the request adds have none before it.
 */
export function addPrecondition(
  operations: readonly EntryOperation[],
  headers: Headers,
): readonly EntryOperation[] {
  const precondition = parsePrecondition(headers);
  const seen = new Set<string>();
  return operations.map((operation) => {
    const isFirst = !seen.has(operation.id);
    seen.add(operation.id);
    return isFirst && operation.kind !== 'create' ? { ...operation, ...precondition } : operation;
  });
}

/** A version that no resource has; versions begin at 0. */
const NO_VERSION = -1;

/**
 * The precondition of a write to a resource of `/manage`. The greatest of several versions in `If-Match` counts, since versions
 * only increase.
 *
 * @returns `undefined` when every version is admitted
 */
export function parseVersionCondition(headers: Headers): VersionCondition | undefined {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  const expected =
    ifMatch === undefined || ifMatch.trim() === '*'
      ? undefined
      : Math.max(
          NO_VERSION,
          ...parseVersions(ifMatch).map(({ weak, version }) => (weak ? NO_VERSION : version)),
        );
  if (ifNoneMatch === undefined) return expected;
  const tags = parseVersions(ifNoneMatch).map(({ version }) => version);
  return {
    ...(expected === undefined ? {} : { expected }),
    excluded: ifNoneMatch.includes('"') ? tags : '*',
  };
}

/** The versions in entity tags such as `"7"`, `W/"7"` or, of a compressed body, `"7+gzip"`. */
function parseVersions(header: string): readonly { readonly weak: boolean; readonly version: number }[] {
  return [...header.matchAll(/(W\/)?"(\d{1,15})(?:\+gzip)?"/g)].map(([, weak, version]) => ({
    weak: weak !== undefined,
    version: Number(version),
  }));
}

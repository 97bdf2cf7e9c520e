import { t } from '@lingui/core/macro';
import { isSame } from '../../forms/is-same.js';
import { ApiError } from '../../http/api-error.js';
import type { ApiResponse } from '../../http/send.js';
import type { EntryDocument, Identifier, Json } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import { managementApi } from '../../management-api/management-api.js';
import type { EntryCopy, EntryRevision } from '../../management-api/operations-resources.js';
import type { Field, List } from '../../management-api/resources.js';
import { COPIES_PATH } from '../copies/use-copies.js';
import { isReadOnly, type ResourceType, STATUS } from '../resource-type.js';
import { toValues, type Values } from '../values.js';

/** The version of an entry or its working copy on which changes are based. */
export interface Base {
  readonly etag: string | undefined;
  readonly values: Values;
}

/** Who changed fields, and when. */
type Change = Pick<EntryRevision, 'by' | 'at' | 'cause' | 'changed'>;

/** A field that was changed since an entry was opened. */
export interface ForeignChange {
  readonly field: Field;
  readonly before: Json;
  readonly theirs: Json;
  /** The last change of it; `undefined` when it is not known, as of types without history. */
  readonly change: Change | undefined;
}

/** What others have changed in an entry since it was opened. */
export interface Conflict {
  readonly current: ApiResponse<EntryDocument>;
  /** The values of the current version. */
  readonly values: Values;
  /** The fields that the user has changed, too, to other values. */
  readonly collisions: readonly ForeignChange[];
  readonly others: readonly ForeignChange[];
}

/** A save that needs a decision of the user. */
export class SaveConflict extends Error {
  constructor(readonly conflict: Conflict) {
    super(t`The entry was changed since it was opened.`);
  }
}

/** Saves that are refused because others save all the time are repeated so often. */
const ATTEMPTS = 5;

/**
 * Saves changes of fields in an entry or its working copy. What others have saved in other fields since the entry was opened is
 * kept, and needs no decision unless the entry is published with it.
 *
 * @param write sends the changes as changes of the version with an ETag
 * @returns the response, and the fields that others have changed
 * @throws SaveConflict, ApiError
 */
export async function saveMerged(
  { type, id }: Identifier,
  { allFields, entity }: Pick<ResourceType, 'allFields' | 'entity'>,
  changes: Values,
  base: Base,
  write: (etag: string | undefined) => Promise<ApiResponse<EntryDocument>>,
): Promise<{ readonly response: ApiResponse<EntryDocument>; readonly others: readonly Field[] }> {
  let { etag } = base;
  let others: readonly Field[] = [];
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { response: await write(etag), others };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || attempt === ATTEMPTS) throw error;
      const current = await jsonApi.get({ type, id }, { revision: 'working-copy' });
      const known = entity.versioned ? await readChanges(id, base.etag, current.etag) : [];
      const conflict = findConflict(current, known, allFields, changes, base);
      const publishesOthers = changes[STATUS] === true && conflict.others.length > 0;
      if (conflict.collisions.length > 0 || publishesOthers) throw new SaveConflict(conflict);
      ({ etag } = current);
      others = conflict.others.map(({ field }) => field);
    }
  }
}

function findConflict(
  current: ApiResponse<EntryDocument>,
  known: readonly Change[],
  fields: readonly Field[],
  changes: Values,
  base: Base,
): Conflict {
  const { data } = current.body;
  const values = toValues(data, fields);
  // A working copy has no status of its own, and a publication decides about it.
  const hasStatus = !(STATUS in changes || isCopyTag(base.etag) || isCopyTag(current.etag));
  const changed = fields
    .filter((field) => !isReadOnly(field, data.type) && (hasStatus || field.name !== STATUS))
    .filter((field) => !isSame(base.values[field.name], values[field.name]))
    .map((field) => ({
      field,
      before: base.values[field.name] ?? null,
      theirs: values[field.name] ?? null,
      change: known.find((change) => change.changed.includes(field.name)),
    }));
  const isCollision = ({ field: { name }, theirs }: ForeignChange): boolean =>
    name in changes && !isSame(changes[name], theirs);
  return {
    ...{ current, values },
    collisions: changed.filter(isCollision),
    others: changed.filter((change) => !isCollision(change)),
  };
}

/** What is known of the changes from one version to another, newest first. */
async function readChanges(
  id: string,
  from: string | undefined,
  to: string | undefined,
): Promise<readonly Change[]> {
  const [revisions, save] = await Promise.all([readRevisions(id, from), readSaveOfCopy(id, from, to)]);
  return [...revisions, ...save];
}

/** The changes that replaced a version and later ones, newest first; the last 100 at most. */
async function readRevisions(id: string, etag: string | undefined): Promise<readonly EntryRevision[]> {
  const { body } = await managementApi.get<List<EntryRevision>>(`/entry-revisions?entry=${id}&limit=100`);
  const { version, time } = parseTag(etag);
  return body.items.filter((revision) =>
    isCopyTag(etag) ? revision.number > time : revision.track === 'live' && revision.version >= version,
  );
}

/**
 * The save that made the version `to` of a working copy, when it is the only save since `from`. Revisions
 * have neither the first save of a copy, which replaces no state, nor each minor one.
 */
async function readSaveOfCopy(
  id: string,
  from: string | undefined,
  to: string | undefined,
): Promise<readonly Change[]> {
  const { version } = parseTag(to);
  const isNext = version === (isCopyTag(from) ? parseTag(from).version + 1 : 1);
  if (!isCopyTag(to) || !isNext) return [];
  const { body } = await managementApi.get<List<EntryCopy>>(`${COPIES_PATH}?entry=${id}`);
  return body.items
    .filter((copy) => copy.version === version)
    .map(({ by, savedAt, changed }) => ({ by, at: savedAt, cause: 'request', changed }));
}

/**
 * Parses an ETag of the service (`libs/jsonapi/src/entity-tag.ts`), which begins with the version: `"7-…`. That of a working copy
 * begins with its version and the time of the save: `"w7-<microseconds in base 36>.…`.
 */
function parseTag(etag = ''): { readonly version: number; readonly time: number } {
  const [, version = '0', time = '0'] = /^"w?(\d+)-([\da-z]+)/.exec(etag) ?? [];
  return { version: Number(version), time: Number.parseInt(time, 36) };
}

/** Whether an ETag is that of a working copy. */
export function isCopyTag(etag = ''): boolean {
  return etag.startsWith('"w');
}

/** Both values of a field, theirs first; `undefined` where they cannot stand together. */
export function joinValues(field: Field, theirs: Json, mine: Json): Json | undefined {
  if (Array.isArray(theirs) && Array.isArray(mine)) {
    const [first, second] = [theirs as readonly Json[], mine as readonly Json[]];
    const both = [...first, ...second.filter((value) => !first.some((other) => isSame(other, value)))];
    return field.cardinality < 0 || both.length <= field.cardinality ? both : undefined;
  }
  if (typeof theirs === 'string' && typeof mine === 'string')
    return SEPARATORS[field.type] === undefined ? undefined : theirs + SEPARATORS[field.type] + mine;
  if (!isText(theirs) || !isText(mine) || theirs['format'] !== mine['format']) return undefined;
  return { ...mine, value: `${theirs.value}\n${mine.value}` };
}

/** What stands between two texts, by the type of the field. */
const SEPARATORS: Readonly<Record<string, string>> = { string: ' ', string_long: '\n' };

type Text = Readonly<Record<string, Json>> & { readonly value: string };

function isText(value: Json): value is Text {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    typeof (value as Readonly<Record<string, Json>>)['value'] === 'string' &&
    'format' in value
  );
}

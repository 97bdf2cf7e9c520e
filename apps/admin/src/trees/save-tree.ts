import pMap from 'p-map';
import { isSame } from '../forms/is-same.js';
import { ApiError } from '../http/api-error.js';
import type { Identifier, Json, Linkage, Resource } from '../jsonapi/document.js';
import { jsonApi, OPERATIONS_MAXIMUM } from '../jsonapi/json-api.js';
import { split } from '../jsonapi/query.js';

/** An operation of an atomic request (JSON:API, extension Atomic Operations). */
export type TreeOperation =
  | { readonly op: 'add' | 'update'; readonly data: ItemData }
  | { readonly op: 'remove'; readonly ref: Identifier };

interface ItemData extends Identifier {
  readonly attributes: Readonly<Record<string, Json>>;
  readonly relationships?: Readonly<Record<string, { readonly data: Linkage }>>;
}

/** An item of a tree as it was read. */
interface StoredItem {
  readonly id: string;
  readonly title: string;
}

/** The entries that are the items of a tree. */
export interface TreeType<Stored extends StoredItem> {
  /** Their resource type. */
  readonly type: string;
  /** The members of an entry that are compared with those that were opened. */
  readonly toStored: (resource: Resource) => Stored;
}

/** An item that an editor has changed is not the one that was opened any more. */
export class TreeConflict extends Error {
  constructor(readonly titles: readonly string[]) {
    super(titles.join(', '));
  }
}

/** The service has refused a part of the changes; the errors name their places in it. */
export class TreeRefusal extends ApiError {
  constructor(
    override readonly cause: ApiError,
    readonly operations: readonly TreeOperation[],
  ) {
    super(cause.status, cause.detail, cause.fieldErrors, cause.more);
  }
}

/** Error statuses of a save that is based on an old version: of an item that is gone, that exists, or that was changed. */
const CONFLICTS = [404, 409, 412];

/** Whether others have changed the tree meanwhile, so that it has to be read again. */
export function isTreeConflict(failure: unknown): boolean {
  return (
    failure instanceof TreeConflict || (failure instanceof ApiError && CONFLICTS.includes(failure.status))
  );
}

const CONCURRENCY = 6;

/**
 * Saves the changes of a tree, in requests of bounded size; each is applied whole or not at all.
 *
 * @param stored the items that the changes are based on
 * @param onPartlySaved is called when a request is refused after others: what they have saved is no change any more
 * @throws TreeConflict, TreeRefusal, ApiError
 */
export async function saveTree<Stored extends StoredItem>(
  type: TreeType<Stored>,
  operations: readonly TreeOperation[],
  stored: readonly Stored[],
  onPartlySaved: () => Promise<void>,
): Promise<void> {
  const before = new Map(stored.map((item) => [item.id, item]));
  for (const [index, part] of split(operations, OPERATIONS_MAXIMUM).entries())
    try {
      await savePart(type, part, before);
    } catch (error) {
      if (index > 0) await onPartlySaved();
      throw error;
    }
}

async function savePart<Stored extends StoredItem>(
  type: TreeType<Stored>,
  part: readonly TreeOperation[],
  stored: ReadonlyMap<string, Stored>,
): Promise<void> {
  const etags = await findVersions(type, part, stored);
  try {
    await jsonApi.perform(part, etags);
  } catch (error) {
    throw error instanceof ApiError ? new TreeRefusal(error, part) : error;
  }
}

/** The `ETag` of each item that is changed or removed. @throws TreeConflict when one is not as it was opened */
async function findVersions<Stored extends StoredItem>(
  type: TreeType<Stored>,
  operations: readonly TreeOperation[],
  stored: ReadonlyMap<string, Stored>,
): Promise<readonly string[]> {
  const known = operations.flatMap((operation) => stored.get(getId(operation)) ?? []);
  const versions = await pMap(known, (item) => findVersion(type, item), { concurrency: CONCURRENCY });
  const changed = known.filter((_, index) => versions[index] === undefined);
  if (changed.length > 0) throw new TreeConflict(changed.map(({ title }) => title));
  return versions.flatMap((version) => version ?? []);
}

/** The id of the item of an operation. */
export function getId(operation: TreeOperation): string {
  return operation.op === 'remove' ? operation.ref.id : operation.data.id;
}

/** The `ETag` of an item; `undefined` when it was changed or removed. */
async function findVersion<Stored extends StoredItem>(
  { type, toStored }: TreeType<Stored>,
  item: Stored,
): Promise<string | undefined> {
  try {
    const { body, etag } = await jsonApi.get({ type, id: item.id });
    return isSame(toStored(body.data), item) ? etag : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

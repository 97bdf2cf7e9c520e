import {
  type CopyPage,
  type CopyWindow,
  type EntryCopy,
  type ErasureStep,
  withoutActor,
} from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import type { RecordDatabase } from './record-database.js';

/** The keys of working copies, by entry. */
export const COPIES = 'entry-copy/';

export async function findCopies(
  database: RecordDatabase,
  ids: readonly Uuid[],
): Promise<Map<Uuid, EntryCopy>> {
  const copies = new Map<Uuid, EntryCopy>();
  for (const id of ids) {
    const copy = await database.get<EntryCopy>(COPIES + id);
    if (copy !== undefined) copies.set(id, copy);
  }
  return copies;
}

/** @param type only copies of entries of this resource type */
export async function pageCopies(
  database: RecordDatabase,
  type: string | undefined,
  { before = Infinity, limit }: CopyWindow,
): Promise<CopyPage> {
  const found = await database.select<EntryCopy>(
    COPIES,
    (copy) => (type ?? copy.type) === copy.type && copy.savedAt < before,
  );
  const newest = found.sort((one, other) => other.savedAt - one.savedAt);
  return { copies: newest.slice(0, limit), more: newest.length > limit };
}

/** As `EntryRevisionStore.eraseCopyActor`. */
export async function eraseCopyActor(
  database: RecordDatabase,
  userId: Uuid,
  after: Uuid | undefined,
  limit: number,
): Promise<ErasureStep<Uuid>> {
  const ids: Uuid[] = [];
  const range = { after: after && COPIES + after, pageSize: limit };
  for await (const { entryId } of database.values<EntryCopy>(COPIES, range)) {
    ids.push(entryId);
    if (ids.length === limit) break;
  }
  const erased = await database.transaction(async (transaction) => {
    let changed = 0;
    for (const id of ids) {
      const copy = await transaction.get<EntryCopy>(COPIES + id);
      const head = copy && withoutActor(copy.head, userId);
      if (copy === undefined || head === undefined) continue;
      await transaction.put(COPIES + id, { ...copy, head } satisfies EntryCopy);
      changed += 1;
    }
    return changed;
  });
  return { erased, next: ids.length < limit ? undefined : ids.at(-1) };
}

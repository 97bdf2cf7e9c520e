import {
  type ChangedEntry,
  type CopyFilter,
  type CopyPage,
  type CopySupersession,
  type CopyWindow,
  DeletionNotFound,
  type EntryCopy,
  type EntryRevision,
  EntryRevisionStore,
  type ErasureStep,
  findLostReferences,
  type RevisionKey,
  type RevisionMetadata,
  type RevisionPage,
  type RevisionWindow,
  type Supersession,
  withoutActor,
} from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import type { RecordDatabase } from './record-database.js';
import type { RecordTransaction } from './record-transaction.js';
import { toSortable } from './sortable-number.js';
import { eraseCopyActor, findCopies, pageCopies } from './stored-copies.js';
import { type StoredEntry, toEntry, toStored } from './stored-entry.js';

/** By entry and number. */
const REVISIONS = 'entry-revision/';

interface StoredRevision extends RevisionMetadata {
  readonly entry: StoredEntry;
}

export class RecordEntryRevisionStore extends EntryRevisionStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override async page(entryId: Uuid, window: RevisionWindow): Promise<RevisionPage> {
    const { found, more } = await this.readPage(toPrefix(entryId), () => true, window);
    return { revisions: found.map(toMetadata), more };
  }

  override async find(entryId: Uuid, number: number): Promise<EntryRevision | undefined> {
    const revisions = await this.database.select<StoredRevision>(toPrefix(entryId), () => true);
    const sorted = revisions.sort((one, other) => one.number - other.number);
    const index = sorted.findIndex((revision) => revision.number === number);
    const stored = sorted[index];
    if (stored === undefined) return undefined;
    const [predecessor, successor] = [sorted[index - 1]?.number, sorted[index + 1]?.number];
    return { ...toMetadata(stored), entry: toEntry(stored.entry), predecessor, successor };
  }

  override async pageDeleted(window: RevisionWindow): Promise<RevisionPage> {
    const { found, more } = await this.readPage(REVISIONS, isDeletion, window);
    return { revisions: found.map(toMetadata), more };
  }

  override async prune(before: number, limit: number): Promise<number> {
    const isOld = (revision: RevisionMetadata): boolean => !isDeletion(revision) && revision.number < before;
    const old = await this.findOldest(isOld, limit);
    await this.database.transaction(async (transaction) => {
      for (const revision of old) await transaction.delete(toKey(revision));
    });
    return old.length;
  }

  override async pruneDeleted(before: number, limit: number): Promise<number> {
    const isOld = (revision: RevisionMetadata): boolean => isDeletion(revision) && revision.number < before;
    const deletions = await this.findOldest(isOld, limit);
    for (const deletion of deletions) await this.database.transaction((one) => forget(one, deletion));
    return deletions.length;
  }

  override async scan(after: RevisionKey | undefined, limit: number): Promise<readonly EntryRevision[]> {
    const range = { after: after && toKey(after), pageSize: limit };
    const found: EntryRevision[] = [];
    for await (const stored of this.database.values<StoredRevision>(REVISIONS, range)) {
      found.push({ ...toMetadata(stored), entry: toEntry(stored.entry) });
      if (found.length === limit) break;
    }
    return found;
  }

  override async addAll(revisions: readonly EntryRevision[]): Promise<void> {
    await this.database.transaction(async (transaction) => {
      for (const revision of revisions) {
        const key = toKey(revision);
        if ((await transaction.get(key)) !== undefined) continue;
        const stored: StoredRevision = { ...toMetadata(revision), entry: toStored(revision.entry) };
        await transaction.put(key, stored);
      }
    });
  }

  override async eraseActor(
    userId: Uuid,
    after: RevisionKey | undefined,
    limit: number,
  ): Promise<ErasureStep<RevisionKey>> {
    const revisions = await this.scan(after, limit);
    const erased = await this.database.transaction(async (transaction) => {
      let changed = 0;
      for (const key of revisions.map(toKey)) {
        const stored = await transaction.get<StoredRevision>(key);
        const change = stored && withoutActor(stored.change, userId);
        if (stored === undefined || change === undefined) continue;
        await transaction.put(key, { ...stored, change } satisfies StoredRevision);
        changed += 1;
      }
      return changed;
    });
    const last = revisions.length < limit ? undefined : revisions.at(-1);
    return { erased, next: last && { entryId: last.entryId, number: last.number } };
  }

  override eraseCopyActor(userId: Uuid, after: Uuid | undefined, limit: number): Promise<ErasureStep<Uuid>> {
    return eraseCopyActor(this.database, userId, after, limit);
  }

  override findCopies(ids: readonly Uuid[]): Promise<Map<Uuid, EntryCopy>> {
    return findCopies(this.database, ids);
  }

  override pageCopies({ type }: CopyFilter, window: CopyWindow): Promise<CopyPage> {
    return pageCopies(this.database, type, window);
  }

  private async readPage(
    prefix: string,
    isSelected: (revision: RevisionMetadata) => boolean,
    { before = Infinity, limit }: RevisionWindow,
  ): Promise<{ readonly found: readonly StoredRevision[]; readonly more: boolean }> {
    const found = await this.database.select<StoredRevision>(
      prefix,
      (revision) => isSelected(revision) && revision.number < before,
    );
    const newest = found.sort((one, other) => other.number - one.number);
    return { found: newest.slice(0, limit), more: newest.length > limit };
  }

  private async findOldest(
    isSelected: (revision: RevisionMetadata) => boolean,
    limit: number,
  ): Promise<readonly StoredRevision[]> {
    const found = await this.database.select<StoredRevision>(REVISIONS, isSelected);
    return found.sort((one, other) => one.number - other.number).slice(0, limit);
  }
}

/** Deletes a deletion and the earlier revisions of its entry, unless it has been taken back meanwhile. */
async function forget(transaction: RecordTransaction, deletion: RevisionMetadata): Promise<void> {
  const stored = await transaction.get<StoredRevision>(toKey(deletion));
  if (stored === undefined || !isDeletion(stored)) return;
  for (const revision of await transaction.list<StoredRevision>(toPrefix(deletion.entryId)))
    if (revision.number <= deletion.number) await transaction.delete(toKey(revision));
}

/** Stores revisions within the transaction that replaces their states, and deletes those of deleted entries. */
export async function storeRevisions(
  transaction: RecordTransaction,
  changed: readonly ChangedEntry[],
  superseded: readonly Supersession[] = [],
): Promise<void> {
  const supersessions = new Map(superseded.map((supersession) => [supersession.entryId, supersession]));
  for (const { id, before, after } of changed) {
    if (before === undefined) continue;
    const supersession = supersessions.get(id);
    if (supersession !== undefined) {
      const { entryId, number, change, kept } = supersession;
      const { type, version, published } = before;
      const track = after === undefined ? 'deleted' : 'live';
      const lostReferences = after === undefined ? findLostReferences(id, changed) : [];
      const metadata = { entryId, type, number, track, version, published, change } as const;
      const known = { ...metadata, entry: toStored(before) };
      const revision: StoredRevision = lostReferences.length === 0 ? known : { ...known, lostReferences };
      await transaction.put(toKey(revision), revision);
      if (kept !== undefined) await deleteAllBut(transaction, id, kept);
    } else if (after === undefined) await deleteAllBut(transaction, id, 0);
  }
}

/** Stores the revision of a working copy within the transaction that replaces or discards it. */
export async function storeCopyRevision(
  transaction: RecordTransaction,
  { number, change, kept, entry }: CopySupersession,
): Promise<void> {
  const { id: entryId, type, version, published } = entry;
  const revision: StoredRevision = {
    ...{ entryId, type, number, track: 'copy', version, published, change },
    entry: toStored(entry),
  };
  await transaction.put(toKey(revision), revision);
  if (kept !== undefined) await deleteAllBut(transaction, entryId, kept);
}

/** @throws DeletionNotFound */
export async function takeBackDeletion(transaction: RecordTransaction, revision: RevisionKey): Promise<void> {
  const stored = await transaction.get<StoredRevision>(toKey(revision));
  if (stored === undefined || !isDeletion(stored)) throw new DeletionNotFound(revision.entryId);
  await transaction.put(toKey(revision), { ...stored, track: 'live' });
}

/** Deletes all revisions of an entry but the newest. */
async function deleteAllBut(transaction: RecordTransaction, entryId: Uuid, kept: number): Promise<void> {
  const revisions = await transaction.list<StoredRevision>(toPrefix(entryId));
  const newest = revisions.sort((one, other) => other.number - one.number);
  for (const revision of newest.slice(kept)) await transaction.delete(toKey(revision));
}

function toMetadata(stored: RevisionMetadata): RevisionMetadata {
  const { entryId, type, number, track, version, published, change, lostReferences } = stored;
  const metadata = { entryId, type, number, track, version, published, change };
  return lostReferences === undefined ? metadata : { ...metadata, lostReferences };
}

const isDeletion = ({ track }: RevisionMetadata): boolean => track === 'deleted';

function toPrefix(entryId: Uuid): string {
  return `${REVISIONS}${entryId}/`;
}

function toKey({ entryId, number }: RevisionKey): string {
  return toPrefix(entryId) + toSortable(number);
}

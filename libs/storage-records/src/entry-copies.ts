import {
  type DiscardCopy,
  type EntryChange,
  type EntryCopy,
  type SaveCopy,
  VersionConflict,
} from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import { storeCopyRevision } from './record-entry-revision.store.js';
import type { RecordTransaction } from './record-transaction.js';
import { COPIES } from './stored-copies.js';

/**
 * Stores and discards working copies within the transaction of their entries, and deletes those of deleted entries.
 *
 * @param readVersion the version of an entry after the changes; `undefined` when it does not exist
 * @throws VersionConflict
 */
export async function applyCopies(
  transaction: RecordTransaction,
  changes: readonly EntryChange[],
  readVersion: (id: Uuid) => Promise<number | undefined>,
): Promise<void> {
  for (const change of changes) if (change.kind === 'delete') await transaction.delete(COPIES + change.id);
  for (const change of changes) {
    if (change.kind === 'saveCopy') await saveCopy(transaction, change, readVersion);
    else if (change.kind === 'discardCopy') await discardCopy(transaction, change);
  }
}

async function saveCopy(
  transaction: RecordTransaction,
  { copy, expectedVersion, entryVersion, supersede }: SaveCopy,
  readVersion: (id: Uuid) => Promise<number | undefined>,
): Promise<void> {
  const { entryId } = copy;
  if ((await readVersion(entryId)) !== entryVersion) throw new VersionConflict(entryId);
  await assertVersion(transaction, entryId, expectedVersion);
  await transaction.put(COPIES + entryId, copy);
  if (supersede !== undefined) await storeCopyRevision(transaction, supersede);
}

async function discardCopy(
  transaction: RecordTransaction,
  { id, expectedVersion, supersede }: DiscardCopy,
): Promise<void> {
  await assertVersion(transaction, id, expectedVersion);
  await transaction.delete(COPIES + id);
  if (supersede !== undefined) await storeCopyRevision(transaction, supersede);
}

async function assertVersion(transaction: RecordTransaction, id: Uuid, expected: number): Promise<void> {
  const stored = await transaction.get<EntryCopy>(COPIES + id);
  if ((stored?.version ?? 0) !== expected) throw new VersionConflict(id);
}

import type { CopyPage, EntryCopy } from '../copies/entry-copy.js';
import { RevisionsNotSupported } from '../entry.errors.js';
import type { Uuid } from '@content-service/kernel';
import {
  type EntryRevision,
  EntryRevisionStore,
  type ErasureStep,
  type RevisionPage,
} from './entry-revision.js';

/**
 * The store of a storage that keeps no revisions (`StoreCapabilities.revisions`): there are none, and no working copies, which is what
 * the service itself asks for. Asking for the history of an entry, or for deletions, is an error.
 */
export class NoRevisionStore extends EntryRevisionStore {
  override page(): Promise<RevisionPage> {
    return Promise.reject(new RevisionsNotSupported());
  }

  override find(): Promise<undefined> {
    return Promise.reject(new RevisionsNotSupported());
  }

  override pageDeleted(): Promise<RevisionPage> {
    return Promise.reject(new RevisionsNotSupported());
  }

  override prune(): Promise<number> {
    return Promise.resolve(0);
  }

  override pruneDeleted(): Promise<number> {
    return Promise.resolve(0);
  }

  override scan(): Promise<readonly EntryRevision[]> {
    return Promise.resolve([]);
  }

  /** @throws RevisionsNotSupported unless there are none */
  override addAll(revisions: readonly EntryRevision[]): Promise<void> {
    return revisions.length === 0 ? Promise.resolve() : Promise.reject(new RevisionsNotSupported());
  }

  override eraseActor(): Promise<ErasureStep<never>> {
    return Promise.resolve({ erased: 0 });
  }

  override eraseCopyActor(): Promise<ErasureStep<never>> {
    return Promise.resolve({ erased: 0 });
  }

  override findCopies(): Promise<Map<Uuid, EntryCopy>> {
    return Promise.resolve(new Map<Uuid, EntryCopy>());
  }

  override pageCopies(): Promise<CopyPage> {
    return Promise.resolve({ copies: [], more: false });
  }
}

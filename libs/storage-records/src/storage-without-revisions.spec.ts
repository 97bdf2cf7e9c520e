import { type EntryStore, NoRevisionStore } from '@content-service/entries';
import { describeStorage } from '@content-service/storage/conformance';
import { MemoryRecordStore } from './memory-record.store.js';
import { RecordStorage } from './record-storage.js';

/** An adapter that was written before there were revisions. */
class OlderStorage extends RecordStorage {
  override readonly entryRevisions = new NoRevisionStore();

  constructor() {
    super(new MemoryRecordStore());
    const capabilities = { multiProcess: false, durable: false, snapshots: false };
    Object.assign(this.entries, { capabilities } satisfies Pick<EntryStore, 'capabilities'>);
  }
}

describeStorage('a storage without revisions', () => new OlderStorage(), undefined, {
  without: ['entryRevisions'],
});

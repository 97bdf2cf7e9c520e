export { MemoryRecordStore } from './memory-record.store.js';
export { RecordStorage } from './record-storage.js';
export { type RecordRange, RecordStore, type RecordWrite, type StoredRecord } from './record.store.js';
export { RecordDatabase } from './record-database.js';
export type { RecordTransaction } from './record-transaction.js';

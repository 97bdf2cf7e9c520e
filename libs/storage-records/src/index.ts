export { MemoryRecordStore } from './memory-record.store.js';
export { RecordStorage } from './record-storage.js';
export { type RecordRange, RecordStore, type RecordWrite, type StoredRecord } from './record.store.js';
export { Records } from './records.js';
export { type RecordCodec, RecordTransaction } from './record-transaction.js';
export type { LoadedMap, NeededIds } from './loaded-map.js';

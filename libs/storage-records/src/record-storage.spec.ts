import { describeStorage } from '@content-service/storage/conformance';
import { describeRecordStore } from './conformance/index.js';
import { MemoryRecordStore } from './memory-record.store.js';
import { RecordStorage } from './record-storage.js';

describeRecordStore('MemoryRecordStore', () => new MemoryRecordStore());

describeStorage('RecordStorage', () => new RecordStorage(new MemoryRecordStore()));

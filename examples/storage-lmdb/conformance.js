import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { describeStorage } from '@content-service/storage/conformance';
import { RecordStorage } from '@content-service/storage-records';
import { describeRecordStore } from '@content-service/storage-records/conformance';
import { LmdbRecordStore } from './lmdb-record.store.js';

const runner = { describe, it, beforeAll: before, afterAll: after };
const folder = mkdtempSync(join(tmpdir(), 'storage-lmdb-'));
let stores = 0;

function createRecordStore() {
  stores += 1;
  return new LmdbRecordStore(join(folder, String(stores)));
}

after(() => {
  rmSync(folder, { recursive: true });
});

describeRecordStore('LmdbRecordStore', createRecordStore, runner);

describeStorage('LMDB', () => new RecordStorage(createRecordStore()), runner);

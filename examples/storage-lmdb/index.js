import { RecordStorage } from '@content-service/storage-records';
import { LmdbRecordStore } from './lmdb-record.store.js';

/** @type {import('@content-service/storage').CreateStorage} */
export function createStorage({ url, recorder }) {
  const { path } = /^lmdb:(?<path>.+)$/.exec(url ?? '')?.groups ?? {};
  if (path === undefined) throw new Error(`DATABASE_URL must be lmdb:FOLDER, got '${url ?? ''}'.`);
  return new RecordStorage(new LmdbRecordStore(path), recorder);
}

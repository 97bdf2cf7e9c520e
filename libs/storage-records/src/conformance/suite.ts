import assert from 'node:assert/strict';
import { UuidV7Generator } from '@content-service/kernel';
import type { RecordStore, RecordWrite, StoredRecord } from '../record.store.js';

/** Tests by title. All share one record store, so each makes keys of its own. */
export type Suite = Readonly<Record<string, (store: RecordStore) => Promise<void>>>;

const ids = new UuidV7Generator();

export function newKey(): string {
  return `kit/${ids.next()}`;
}

export function put(key: string, value: StoredRecord['value'], expectedVersion = 0): RecordWrite {
  return { kind: 'put', key, value, expectedVersion };
}

export async function read(store: RecordStore, key: string): Promise<StoredRecord> {
  const record = await store.get(key);
  assert.ok(record !== undefined, `There is no record ${key}.`);
  return record;
}

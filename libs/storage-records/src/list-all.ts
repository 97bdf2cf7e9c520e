import type { RecordRange, RecordStore, StoredRecord } from './record.store.js';

const PAGE_SIZE = 500;

/** All records of a range, read page by page. */
export async function* listAll(
  store: Pick<RecordStore, 'list'>,
  range: Omit<RecordRange, 'limit'>,
): AsyncGenerator<StoredRecord> {
  for (let after = range.after, more = true; more;) {
    const page = await store.list({ ...range, after, limit: PAGE_SIZE });
    yield* page;
    after = page.at(-1)?.key;
    more = page.length === PAGE_SIZE;
  }
}

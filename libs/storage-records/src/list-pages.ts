import type { RecordRange, RecordStore, StoredRecord } from './record.store.js';

/** The limits of the size of a page. */
const PAGE = { minimum: 50, maximum: 500 };

/** A range of records that is read until its reader has enough of them. */
export interface OpenRange extends Omit<RecordRange, 'limit'> {
  /** About how many records will be needed; all of them by default. */
  readonly pageSize?: number | undefined;
}

/** All records of a range, read page by page. */
export async function* listPages(
  store: Pick<RecordStore, 'list'>,
  { pageSize = PAGE.maximum, ...range }: OpenRange,
): AsyncGenerator<readonly StoredRecord[]> {
  const limit = Math.max(PAGE.minimum, Math.min(pageSize, PAGE.maximum));
  for (let after = range.after, more = true; more;) {
    const page = await store.list({ ...range, after, limit });
    yield page;
    after = page.at(-1)?.key;
    more = page.length === limit;
  }
}

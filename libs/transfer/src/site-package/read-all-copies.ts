import type { EntryCopy, EntryRevisionStore } from '@content-service/entries';

const COPIES_AT_ONCE = 100;

/** All working copies, those that were saved last first, page by page. */
export async function* readAllCopies(
  revisions: Pick<EntryRevisionStore, 'pageCopies'>,
): AsyncGenerator<readonly EntryCopy[]> {
  let known: ReadonlySet<string> = new Set();
  for (let before: number | undefined, more = true; more;) {
    const page = await revisions.pageCopies({}, { before, limit: COPIES_AT_ONCE });
    yield page.copies.filter(({ entryId }) => !known.has(entryId));
    known = new Set(page.copies.map(({ entryId }) => entryId));
    // Processes can save several copies in one microsecond.
    before = (page.copies.at(-1)?.savedAt ?? 0) + 1;
    more = page.more;
  }
}

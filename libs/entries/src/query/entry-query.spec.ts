import type { EntryStore } from '../entry.store.js';
import type { EntryQuery, KeysetPosition, KeysetQuery } from './entry-query.js';

const position: KeysetPosition = { keys: [], position: 1, id: 'a' };
const query: EntryQuery = { type: 'node--page', publishedOnly: false, sort: [], offset: 0, limit: 1 };

/** These tests are checked by the compiler: `@ts-expect-error` above a line that compiles is an error. */
describe('EntryQuery and KeysetQuery', () => {
  const found = { ids: [], positions: [], more: false };
  const store: Pick<EntryStore, 'findIds' | 'findPositions'> = {
    findIds: () => Promise.resolve(found),
    findPositions: () => Promise.resolve(found),
  };

  it('reject the members of the other query at compile time', async () => {
    // @ts-expect-error: findIds pages by offset only
    expect(await store.findIds({ ...query, after: position })).toBe(found);
    // @ts-expect-error: the position belongs into `bound`, with its direction
    expect(await store.findPositions({ ...query, after: position })).toBe(found);
  });

  it('accept undefined for optional members, so that callers need no conditional spread', async () => {
    const seek: KeysetQuery = { ...query, filter: undefined, bound: undefined };

    expect(await store.findPositions(seek)).toBe(found);
  });
});

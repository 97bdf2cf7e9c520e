import { findDifferences } from './differences.js';
import { type Attributes, Entry } from './entry.js';

const toEntry = (attributes: Attributes, head: { version?: number; position?: number } = {}): Entry =>
  Entry.of(
    {
      ...{ id: 'a', type: 'node--note', published: true, created: 0, changed: 0, modelVersion: 1 },
      ...{ version: head.version ?? 1, position: head.position ?? 1 },
    },
    attributes,
    {},
  );

describe('findDifferences', () => {
  it('names attributes and relationships that differ, are new or are gone', () => {
    const before = Entry.of(toEntry({}), { title: 'A', body: { value: 'x' }, old: 1 }, { tags: [], uid: [] });
    const tags = [{ type: 'taxonomy_term--tags', id: 't' }];
    const after = Entry.of(
      toEntry({}, { version: 2 }),
      { title: 'B', body: { value: 'x' }, fresh: null },
      { tags, uid: [] },
    );

    expect(findDifferences(before, after)).toEqual(['fresh', 'old', 'tags', 'title']);
    expect(findDifferences(before, after)).toEqual(['fresh', 'old', 'tags', 'title']);
  });

  it.each([{ version: 2 }, { position: 2 }])('compares an entry again with another state: %j', (head) => {
    const after = toEntry({ title: 'B' }, { version: 3 });

    expect(findDifferences(toEntry({ title: 'A' }), after)).toEqual(['title']);
    expect(findDifferences(toEntry({ title: 'B' }, head), after)).toEqual([]);
  });
});

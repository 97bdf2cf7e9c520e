import { property } from '@content-service/bundles';
import type { Place, Sort } from '@content-service/entries';
import { CursorSeal } from './cursor.js';

const byTitle = sort('ascending');
const seal = new CursorSeal('a secret');
const cursors = seal.of({ type: 'node--article', sort: [byTitle] });
const place: Place = { keys: ['Grüße'], position: 1_700_000_000_000_000, id: 'a' };

describe('a cursor', () => {
  it.each<Place>([
    place,
    { keys: [], position: 1, id: 'a' },
    { keys: [null, '', 0, -1.5, 1e300], position: 1, id: 'a' },
    { keys: [9_007_199_254_740_993n, -1n], position: 1, id: 'a' },
    { keys: ['\u00ff\u0000"'], position: 1, id: 'a' },
  ])('leads back to its place %#', (written) => {
    const cursor = cursors.write(written);

    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(cursors.read(cursor)).toEqual(written);
  });

  it('is the same for the same place, so that a page asked for twice is the same document', () => {
    expect(cursors.write(place)).toBe(cursors.write({ ...place }));
    expect(cursors.write(place)).not.toBe(cursors.write({ ...place, position: 2 }));
  });

  it('is read by every process that has the secret', () => {
    const other = new CursorSeal('a secret').of({ type: 'node--article', sort: [sort('ascending')] });

    expect(other.read(cursors.write(place))).toEqual(place);
  });

  it('does not show what its entry is sorted by', () => {
    const bytes = Buffer.from(cursors.write(place), 'base64url');

    expect(bytes.includes('Grüße')).toBe(false);
    expect(bytes.length).toBeLessThan(80);
  });

  it.each([
    ['of another type', { type: 'node--page', sort: [byTitle] }],
    ['of another order', { type: 'node--article', sort: [sort('descending')] }],
    ['of no order', { type: 'node--article', sort: [] }],
  ])('%s is none', (_, order) => {
    expect(cursors.read(seal.of(order).write(place))).toBeUndefined();
  });

  it('of another secret is none', () => {
    const foreign = new CursorSeal('another').of({ type: 'node--article', sort: [byTitle] });

    expect(cursors.read(foreign.write(place))).toBeUndefined();
  });

  it('that was changed anywhere is none', () => {
    const cursor = cursors.write(place);

    for (let at = 0; at < cursor.length; at += 1) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      expect(cursors.read(changed)).toBeUndefined();
    }
  });

  it.each(['', 'abc', '1', 'ü', '='.repeat(60), 'A'.repeat(60)])('%j is none', (text) => {
    expect(cursors.read(text)).toBeUndefined();
    expect(cursors.read(cursors.write(place) + text)).toEqual(text === '' ? place : undefined);
  });
});

function sort(direction: Sort['direction']): Sort {
  const end = { kind: 'property', field: 'title', property: property('string'), types: ['node--article'] };
  return {
    path: { text: 'title', steps: [], end: { ...end, kind: 'property', multiple: false } },
    direction,
  };
}

import type { EntryPageResult } from '@content-service/entries';
import { entry, toUuid } from './articles.fixture.js';
import {
  admitsETag,
  parseExcludedVersions,
  computeCollectionETag,
  computeEntryETag,
  parseExpectedVersions,
  findMatchingETag,
  toCompressedETag,
  type ETagInputs,
} from './entity-tag.js';

const etagInputs: ETagInputs = {
  modelVersion: 3,
  settingsVersion: 1,
  query: '',
  seesUnpublished: false,
};
const article = (version: number): EntryPageResult['entries'][number] =>
  entry('node--article', toUuid('a', 1), {}, {}, { version });
const alone = { included: undefined, omitted: [] };

const differences: [string, Partial<ETagInputs>][] = [
  ['the content model', { modelVersion: 4 }],
  ['the settings', { settingsVersion: 2 }],
  ['the query', { query: 'fields[node--article]=title' }],
  ['what the reader sees', { seesUnpublished: true }],
];

describe('computeEntryETag', () => {
  it('begins with version and position and is equal for equal inputs', () => {
    const tag = computeEntryETag(article(7), alone, etagInputs);

    expect(tag).toMatch(/^"7-1\.[\w-]{22}"$/);
    expect(computeEntryETag(article(7), { ...alone }, { ...etagInputs })).toBe(tag);
  });

  it.each(differences)('changes with %s', (_, difference) => {
    expect(computeEntryETag(article(7), alone, { ...etagInputs, ...difference })).not.toBe(
      computeEntryETag(article(7), alone, etagInputs),
    );
  });

  it('changes when the entry was deleted and created again with its id', () => {
    const successor = entry('node--article', toUuid('a', 1), {}, {}, { version: 7, position: 2 });

    expect(computeEntryETag(successor, alone, etagInputs)).not.toBe(
      computeEntryETag(article(7), alone, etagInputs),
    );
  });

  it('changes with the included and the omitted entries', () => {
    const target = entry('taxonomy_term--tags', toUuid('c', 1));
    const changed = entry('taxonomy_term--tags', toUuid('c', 1), {}, {}, { version: 2 });
    const readings = [
      alone,
      { included: [], omitted: [] },
      { included: [target], omitted: [] },
      { included: [changed], omitted: [] },
      { included: [], omitted: [target] },
      { entries: [target], included: undefined, omitted: [] },
    ];

    const tags = readings.map((reading) => computeEntryETag(article(1), reading, etagInputs));

    expect(new Set(tags).size).toBe(readings.length);
  });
});

describe('computeCollectionETag', () => {
  const page = (rest: Partial<EntryPageResult>): EntryPageResult => ({
    entries: [article(1)],
    count: 1,
    more: false,
    ...alone,
    ...rest,
  });

  it('consists of one hash', () => {
    expect(computeCollectionETag(page({}), etagInputs)).toMatch(/^"[\w-]{22}"$/);
  });

  it.each(differences)('changes with %s', (_, difference) => {
    expect(computeCollectionETag(page({}), { ...etagInputs, ...difference })).not.toBe(
      computeCollectionETag(page({}), etagInputs),
    );
  });

  it('changes with the entries, their versions, the count and the omitted entries', () => {
    const pages = [
      page({}),
      page({ entries: [article(2)] }),
      page({ entries: [] }),
      page({ count: 2 }),
      page({ more: true }),
      page({ omitted: [article(1)] }),
      page({ included: [] }),
      page({ entries: [], included: [article(1)] }),
    ];

    expect(new Set(pages.map((each) => computeCollectionETag(each, etagInputs))).size).toBe(pages.length);
  });
});

describe('findMatchingETag', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['"7-x"', '"7-x"'],
    ['W/"7-x"', '"7-x"'],
    ['"6-y", "7-x"', '"7-x"'],
    ['"6-y" ,W/"7-x"', '"7-x"'],
    ['*', '"7-x"'],
    ['"7-x+gzip"', '"7-x+gzip"'],
    ['"6-y", W/"7-x+gzip"', '"7-x+gzip"'],
    ['"7-x+br"', undefined],
    ['"6-y"', undefined],
    ['7-x', undefined],
    ['"7-x', undefined],
  ])('returns for If-None-Match %s: %s', (header, expected) => {
    expect(findMatchingETag(header, '"7-x"')).toBe(expected);
  });
});

describe('admitsETag', () => {
  it.each([
    [undefined, true],
    ['*', true],
    ['"6-y", "7-x"', true],
    ['"7-x+gzip"', true],
    ['W/"7-x"', false],
    ['"7-y"', false],
    ['7-x', false],
    ['', false],
  ])('returns for If-Match %s: %s', (header, expected) => {
    expect(admitsETag(header, '"7-x"')).toBe(expected);
  });
});

describe('parseExcludedVersions', () => {
  it.each([
    [undefined, undefined],
    ['*', '*'],
    [' * ', '*'],
    ['"7-x"', [{ version: 7 }]],
    ['W/"7-x", "12-y"', [{ version: 7 }, { version: 12 }]],
    ['W/"7-1z.x"', [{ version: 7, position: 71 }]],
    ['"nope"', []],
    ['7-x', '*'],
    ['', '*'],
  ])('parses If-None-Match %s to %s', (header, expected) => {
    expect(parseExcludedVersions(header)).toEqual(expected);
  });
});

describe('parseExpectedVersions', () => {
  it.each([
    [undefined, undefined],
    ['*', undefined],
    [' * ', undefined],
    ['"7-x"', [{ version: 7 }]],
    ['"7-x,y"', [{ version: 7 }]],
    ['"7-1z.x"', [{ version: 7, position: 71 }]],
    [toCompressedETag('"7-1z.x"'), [{ version: 7, position: 71 }]],
    [toCompressedETag('"7-x"'), [{ version: 7 }]],
    ['"7-x", "12-y"', [{ version: 7 }, { version: 12 }]],
    ['"nope", "7-x"', [{ version: 7 }]],
    ['"nope"', []],
    ['W/"7-x"', []],
    ['7-x', []],
    ['', []],
  ])('parses If-Match %s to %s', (header, expected) => {
    expect(parseExpectedVersions(header)).toEqual(expected);
  });
});

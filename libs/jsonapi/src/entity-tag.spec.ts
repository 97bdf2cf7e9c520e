import type { EntryPage } from '@content-service/entries';
import { entry, idOf } from './articles.fixture.js';
import {
  collectionTag,
  entryTag,
  expectedVersions,
  isUnchanged,
  type TagCircumstances,
} from './entity-tag.js';

const circumstances: TagCircumstances = {
  modelVersion: 3,
  settingsVersion: 1,
  query: '',
  seesUnpublished: false,
};
const article = (version: number): EntryPage['entries'][number] =>
  entry('node--article', idOf('a', 1), {}, {}, { version });
const alone = { included: undefined, omitted: [] };

const differences: [string, Partial<TagCircumstances>][] = [
  ['the content model', { modelVersion: 4 }],
  ['the settings', { settingsVersion: 2 }],
  ['the query', { query: 'fields[node--article]=title' }],
  ['what the reader sees', { seesUnpublished: true }],
];

describe('entryTag', () => {
  it('begins with the version and stays the same as long as nothing changes', () => {
    const tag = entryTag(article(7), alone, circumstances);

    expect(tag).toMatch(/^"7-[\w-]{22}"$/);
    expect(entryTag(article(7), { ...alone }, { ...circumstances })).toBe(tag);
  });

  it.each(differences)('changes with %s', (_, difference) => {
    expect(entryTag(article(7), alone, { ...circumstances, ...difference })).not.toBe(
      entryTag(article(7), alone, circumstances),
    );
  });

  it('changes when the entry was deleted and another made with its id', () => {
    const successor = entry('node--article', idOf('a', 1), {}, {}, { version: 7, position: 2 });

    expect(entryTag(successor, alone, circumstances)).not.toBe(entryTag(article(7), alone, circumstances));
  });

  it('changes with whatever else the document shows or leaves out', () => {
    const target = entry('taxonomy_term--tags', idOf('c', 1));
    const changed = entry('taxonomy_term--tags', idOf('c', 1), {}, {}, { version: 2 });
    const readings = [
      alone,
      { included: [], omitted: [] },
      { included: [target], omitted: [] },
      { included: [changed], omitted: [] },
      { included: [], omitted: [target] },
      { entries: [target], included: undefined, omitted: [] },
    ];

    const tags = readings.map((reading) => entryTag(article(1), reading, circumstances));

    expect(new Set(tags).size).toBe(readings.length);
  });
});

describe('collectionTag', () => {
  const page = (rest: Partial<EntryPage>): EntryPage => ({
    entries: [article(1)],
    count: 1,
    more: false,
    ...alone,
    ...rest,
  });

  it('is one hash', () => {
    expect(collectionTag(page({}), circumstances)).toMatch(/^"[\w-]{22}"$/);
  });

  it.each(differences)('changes with %s', (_, difference) => {
    expect(collectionTag(page({}), { ...circumstances, ...difference })).not.toBe(
      collectionTag(page({}), circumstances),
    );
  });

  it('changes with the entries, their versions, the total and what is left out', () => {
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

    expect(new Set(pages.map((each) => collectionTag(each, circumstances))).size).toBe(pages.length);
  });
});

describe('isUnchanged', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['"7-x"', true],
    ['W/"7-x"', true],
    ['"6-y", "7-x"', true],
    ['"6-y" ,W/"7-x"', true],
    ['*', true],
    ['"6-y"', false],
    ['7-x', false],
    ['"7-x', false],
  ])('If-None-Match: %s → %s', (header, expected) => {
    expect(isUnchanged(header, '"7-x"')).toBe(expected);
  });
});

describe('expectedVersions', () => {
  it.each([
    [undefined, undefined],
    ['*', undefined],
    [' * ', undefined],
    ['"7-x"', [7]],
    ['"7-x,y"', [7]],
    ['"7-x", "12-y"', [7, 12]],
    ['"nope", "7-x"', [7]],
    ['"nope"', []],
    ['W/"7-x"', []],
    ['7-x', []],
    ['', []],
  ])('If-Match: %s → %s', (header, expected) => {
    expect(expectedVersions(header)).toEqual(expected);
  });
});

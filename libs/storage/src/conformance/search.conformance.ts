import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ContentModel, type Field, type ResourceType, UNLIMITED } from '@content-service/bundles';
import { type Entry, type EntryQuery, parseSearch } from '@content-service/entries';
import type { Json, Uuid } from '@content-service/kernel';
import type { Storage } from '../storage.js';
import { assertQueries } from './assert-queries.js';
import { andGroup, buildQuery, QueryParts } from './queries.js';
import { RandomChoices } from './random-choices.js';
import { it } from './runner.js';
import { editSample, remove, update } from './sample.js';
import { field, TestBundle } from './test-bundle.js';

/** The same documents and searches in every run, unless RANDOM_SEED or RANDOM_SEARCHES is set. */
const amount = Number(process.env['RANDOM_SEARCHES'] ?? 500);
const seed = Number(process.env['RANDOM_SEED'] ?? 21);

const DOCUMENTS = 80;
const WRITES = 60;

const FIELDS: readonly Field[] = [
  field('string'),
  field('string_long', { cardinality: UNLIMITED }),
  field('text_long'),
  field('text_with_summary'),
];

/** Few words, so that searches find something: Latin, Cyrillic, Greek, Hebrew, Arabic, Han, Kana, Hangul, Thai, others. */
const WORDS = [
  ...[
    'night',
    'Tram',
    'trams',
    'ÉCLAIR',
    'eclair',
    'q',
    'qq',
    'a',
    'the',
    'x1',
    '2024',
    "don't",
    'foo-bar',
    'ﬁx',
  ],
  ...['ночь', 'трамвай', 'трам', 'Достопримечательность', 'достопримечательностями', 'νύχτα', 'לילה', 'ليل'],
  ...[
    '東京',
    '東京都',
    '京都',
    '京',
    '東',
    'トラム',
    'とら',
    '서울',
    '서울시',
    'กรุงเทพ',
    'รถราง',
    'हिन्दी',
    '𠀀𠀁',
    'ქართული',
  ],
  ...['tram東京', 'Straße', 'İstanbul', 'naïve', 'x'.repeat(70), 'ж'.repeat(40), '𝒳𝒴', '½', '🚋', '_', '*'],
] as const;

const JOINTS = [' ', ' ', ' ', '-', ', ', '\n', '. ', '<b>', '</p><p>', '&amp;', '&nbsp;', '|', "'"];

/** What full text search finds: always what the documents hold. */
export function search(storage: () => Storage): void {
  it(`finds by ${amount} random searches what they mean, in several scripts (seed ${seed})`, async () => {
    const bundle = new TestBundle(storage());
    await bundle.put(...FIELDS);
    const property = fc.asyncProperty(fc.gen(), async (generate) => {
      const random = new RandomChoices(generate);
      const content = await storeDocuments(storage(), bundle, random);
      assert.deepEqual((await storage().verifyIndex()).drifts, []);
      for (let n = 0; n < amount; n += 1)
        await assertQueries(storage(), [createQuery(compile(bundle), random)], content);
      assert.deepEqual((await storage().verifyIndex()).drifts, []);
    });
    // The storage keeps the documents of a run, so a failed run cannot be shrunk.
    await fc.assert(property, { numRuns: 1, seed, endOnFailure: true, includeErrorInReport: true });
  });

  it('finds the words of a field that is added, and no longer those of one that is removed', async () => {
    const bundle = new TestBundle(storage());
    const [first, second] = [field('string', { name: 'field_a' }), field('string', { name: 'field_b' })];
    await bundle.put(first);
    const entries = await bundle.add(
      { field_a: 'night', field_b: 'tram' },
      { field_a: 'tram', field_b: 'night' },
    );
    const content = new Map(entries.map((entry) => [entry.id, entry]));
    const assertFound = (): Promise<void> =>
      assertQueries(
        storage(),
        ['night', 'tram', 'night tram', 'tram -night', 'untitled'].map((text) => rank(compile(bundle), text)),
        content,
      );

    await assertFound();
    await bundle.put(first, second);
    await assertFound();
    await bundle.put(second);
    await assertFound();
    await storage().rebuildIndex();

    await assertFound();
    assert.deepEqual((await storage().verifyIndex()).drifts, []);
  });

  it('takes operators of query languages for texts', async () => {
    const bundle = new TestBundle(storage());
    await bundle.put();
    const entries = await bundle.add({ title: 'AND near or not' }, { title: 'tokens' }, { title: 'tt' });
    const content = new Map(entries.map((entry) => [entry.id, entry]));
    const texts = [
      ...['AND', 'NEAR', 'a OR b', 'NOT x', 'tokens:x', '{tokens}: x', '^near', 'near(and or)', 'NEAR/2 and'],
      ...[
        '+and',
        '~and',
        '>and',
        '<and',
        '(and)',
        '@4 and',
        'and@',
        "'and'",
        "a'b",
        'and;',
        '\\and',
        'and\\',
      ],
      ...[
        'and & or',
        'and | or',
        '!and and',
        'and <-> or',
        'and:*',
        'and:A',
        "'); DROP TABLE entry; -- and",
        'tt',
        'tt*',
      ],
      ...[
        '%and%',
        '_nd',
        '?and',
        '$1 and',
        ':1 and',
        '"and',
        'and"',
        '"and near" or',
        '""and',
        '-"or not" tokens',
      ],
    ];

    await assertQueries(
      storage(),
      texts.map((text) => rank(compile(bundle), text)),
      content,
    );
  });
}

function compile(bundle: TestBundle): ResourceType {
  const type = new ContentModel(1, [{ ...bundle.definition(), since: 1 }]).find(bundle.type);
  if (type === undefined) throw new Error(`The bundle ${bundle.type} does not compile.`);
  return type;
}

/** All entries that a search finds, the most relevant first. */
function rank(type: ResourceType, text: string): EntryQuery {
  const found = parseSearch(text, 'filter[fulltext]', type);
  return buildQuery(type.name, { filter: found, ranking: found });
}

/** Stores entries, changes some of them and deletes others. */
async function storeDocuments(
  storage: Storage,
  bundle: TestBundle,
  random: RandomChoices,
): Promise<ReadonlyMap<Uuid, Entry>> {
  const values = Array.from({ length: DOCUMENTS }, () => createValues(random));
  const content = new Map((await bundle.add(...values)).map((entry) => [entry.id, entry]));
  for (let n = 0; n < WRITES; n += 1) {
    const entry = random.pick([...content.values()]);
    if (random.chance(0.2)) {
      content.delete(entry.id);
      await storage.entries.apply([remove(entry)]);
    } else {
      const changed = changeEntry(entry, random);
      content.set(entry.id, changed);
      await storage.entries.apply([update(changed, random.chance(0.5) ? entry : undefined)]);
    }
  }
  return content;
}

function changeEntry(entry: Entry, random: RandomChoices): Entry {
  const changed = Object.entries(createValues(random)).filter(() => random.chance(0.5));
  return editSample(entry, { published: random.chance(0.7), attributes: Object.fromEntries(changed) });
}

function createValues(random: RandomChoices): Record<string, Json> {
  const processed = `<p>${createText(random)}</p>`;
  return {
    title: createText(random).slice(0, 255),
    field_string: random.chance(0.5) ? null : createText(random).slice(0, 255),
    field_string_long: random.several([0, 1, 2], 0, 3).map(() => createText(random)),
    field_text_long: random.chance(0.5) ? null : { value: createText(random), format: null, processed },
    field_text_with_summary: { value: 'night', format: null, processed, summary: createText(random) },
  };
}

function createText(random: RandomChoices): string {
  return random
    .several(WORDS, 1, 6)
    .map((word) => word + random.pick(JOINTS))
    .join('');
}

function createQuery(type: ResourceType, random: RandomChoices): EntryQuery {
  const found = parseSearch(createSearch(random), 'filter[fulltext]', type);
  const parts = new QueryParts(type.name);
  const other = parts.where('id', 'IS NOT NULL');
  return buildQuery(type.name, {
    filter: random.chance(0.8) ? found : andGroup(found, other),
    ranking: random.chance(0.7) ? found : undefined,
    publishedOnly: random.chance(0.3),
    offset: random.chance(0.7) ? 0 : random.below(8),
    limit: 1 + random.below(40),
  });
}

/** One required term at least, so that the search is valid. */
function createSearch(random: RandomChoices): string {
  const terms = Array.from({ length: random.below(3) }, () => createTerm(random));
  return ['night', ...terms].slice(random.chance(0.7) && terms.some(isRequired) ? 1 : 0).join(' ');
}

const isRequired = (term: string): boolean => /^"?[\p{L}\p{N}]/u.test(term);

function createTerm(random: RandomChoices): string {
  const sign = random.chance(0.2) ? '-' : '';
  if (random.chance(0.3)) return `${sign}"${random.several(WORDS, 1, 3).join(' ')}"`;
  const word = random.pick(WORDS);
  return random.chance(0.3) ? `${sign}${word.slice(0, 1 + random.below(word.length))}*` : sign + word;
}

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ContentModel, type Field, UNLIMITED } from '@content-service/bundles';
import {
  type Arity,
  type Entry,
  type EntryQuery,
  type Filter,
  OPERATORS,
  type Operator,
  parseSearch,
  type QueryContext,
  resolveCondition,
  resolveSort,
} from '@content-service/entries';
import type { Json, Uuid } from '@content-service/kernel';
import { ANONYMOUS } from '@content-service/scopes';
import type { Storage } from '../storage.js';
import { assertQueries } from './assert-queries.js';
import { OPERATOR_NAMES } from './probes.js';
import { buildQuery } from './queries.js';
import { RandomChoices } from './random-choices.js';
import { it } from './runner.js';
import { field, TestBundle } from './test-bundle.js';

/** The same texts and queries in every run, unless RANDOM_SEED or RANDOM_TEXTS is set. */
const amount = Number(process.env['RANDOM_TEXTS'] ?? 400);
const seed = Number(process.env['RANDOM_SEED'] ?? 34);

const DOCUMENTS = 120;

/** Words of each script that differ in marks, in accents or in nothing that counts. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  Latin: ['resume', 'résumé', 'RÉSUMÉ', 'cöte', 'côté', 'Straße', 'İzmir'],
  Greek: ['ΟΔΥΣΣΕΎΣ', 'Οδυσσεύς', 'οδυσσευσ', 'νύχτα', 'νυχτα'],
  Cyrillic: ['замок', 'за́мок', 'Ёлка', 'елка', 'ий', 'ии'],
  Hebrew: ['שלום', 'שָׁלוֹם', 'לילה'],
  Arabic: ['محمد', 'مُحَمَّدٌ', 'أحمد', 'احمد', 'می\u200cخواهم'],
  Devanagari: ['कम', 'काम', 'कमी', 'किम', 'कम्', 'क़म', 'हिन्दी', 'हिन्दू', '\u093f'],
  Bengali: ['বন', 'বান', 'বন্', '\u0995\u09c7\u09be', '\u0995\u09cb'],
  Tamil: ['படம்', 'படம', 'பாடம்', 'அருங்காட்சியகத்திலிருந்து', 'அருங்காட்சியகத்திற்கு'],
  Thai: ['กน', 'กิน', 'กิ่น', 'กุน', 'น้ำ', 'นำ', '\u0e34'],
  Khmer: ['កន', 'កុន', 'កូន', 'ក្ន'],
  Japanese: ['か', 'が', 'か\u3099', 'ｶﾞﾗｽ', 'ガラス', 'カラス', 'はは', 'ばば', 'ぱぱ'],
  Korean: ['한국', '\u1112\u1161\u11ab국', '하국'],
};

/** What is not seen: it does not change what a text is. */
const UNSEEN = ['\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\ufe0f', '\u034f'];

const ALL_WORDS = Object.values(WORDS).flat();

const FIELDS: readonly Field[] = [
  field('string'),
  field('string', { name: 'field_list', cardinality: UNLIMITED }),
  field('string_long', { cardinality: UNLIMITED }),
  field('text_long'),
];

const PATHS = ['title', 'field_string', 'field_list', 'field_string_long', 'field_text_long.value'];

/** How many values a condition gets, at least and at most. */
const VALUES: Readonly<Record<Arity, readonly [number, number]>> = {
  none: [0, 0],
  one: [1, 1],
  many: [1, 4],
  two: [2, 2],
};

/** What texts of many scripts are found by: their letters, among them those that are marks, and not their accents. */
export function scripts(storage: () => Storage): void {
  it(`answers ${amount} random queries about texts in many scripts as they mean it (seed ${seed})`, async () => {
    const bundle = new TestBundle(storage());
    await bundle.put(...FIELDS);
    const property = fc.asyncProperty(fc.gen(), async (generate) => {
      const random = new RandomChoices(generate);
      const entries = await bundle.add(...Array.from({ length: DOCUMENTS }, () => createValues(random)));
      const content = new Map<Uuid, Entry>(entries.map((entry) => [entry.id, entry]));
      const generator = new TextQueryGenerator(random, createContext(bundle));
      for (let n = 0; n < amount; n += 1) await assertQueries(storage(), [generator.next()], content);
      assert.deepEqual((await storage().verifyIndex()).drifts, []);
    });
    // The storage keeps the texts of a run, so a failed run cannot be shrunk.
    await fc.assert(property, { numRuns: 1, seed, endOnFailure: true, includeErrorInReport: true });
  });

  for (const [script, words] of Object.entries(WORDS))
    it(`finds a word of ${script}, and with <> every entry with another one`, async () => {
      const bundle = new TestBundle(storage());
      await bundle.put();
      const entries = await bundle.add(...words.map((title) => ({ title })));
      const context = createContext(bundle);
      const count = (operator: Operator, value: string): Promise<number> =>
        storage().entries.count(
          buildQuery(bundle.type, { filter: where(context, 'title', operator, value) }),
        );

      for (const word of words) {
        const found = await count('=', word);
        assert.ok(found > 0);
        assert.equal(found + (await count('<>', word)), entries.length);
      }
      for (const nothing of ['\u0301', ...UNSEEN])
        for (const operator of ['=', 'STARTS_WITH', 'CONTAINS', 'ENDS_WITH', 'IN'] as const)
          assert.equal(await count(operator, nothing), 0);
    });
}

function createContext(bundle: TestBundle): QueryContext {
  const model = new ContentModel(1, [{ ...bundle.definition(), since: 1 }]);
  const type = model.find(bundle.type);
  if (type === undefined) throw new Error(`The bundle ${bundle.type} does not compile.`);
  return { model, type, principal: ANONYMOUS };
}

function where(
  context: QueryContext,
  path: string,
  operator: Operator,
  ...values: readonly string[]
): Filter {
  const parameters = { pathParameter: 'filter', valueParameter: 'filter' };
  return resolveCondition({ path, operator, values, ...parameters }, context);
}

class TextQueryGenerator {
  constructor(
    private readonly random: RandomChoices,
    private readonly context: QueryContext,
  ) {}

  next(): EntryQuery {
    const { random, context } = this;
    const { type } = context;
    const page = { offset: random.chance(0.7) ? 0 : random.below(10), limit: 1 + random.below(50) };
    if (random.chance(0.25)) {
      const found = parseSearch(this.search(), 'filter[fulltext]', type);
      return buildQuery(type.name, { ...page, filter: found, ranking: found });
    }
    const members = Array.from({ length: 1 + random.below(2) }, () => this.condition());
    const conjunction = random.chance(0.5) ? 'AND' : 'OR';
    const filter: Filter = { kind: 'group', conjunction, members };
    const sort = random.several(['title', 'field_string', 'field_list'], 0, 2).flatMap((path) => {
      const direction = random.chance(0.5) ? 'ascending' : 'descending';
      return resolveSort(path, direction, 'sort', context) ?? [];
    });
    return buildQuery(type.name, { ...page, filter, sort });
  }

  private condition(): Filter {
    const { random } = this;
    const operator = random.pick(OPERATOR_NAMES);
    const { arity, comparesText } = OPERATORS[operator];
    const [least, most] = VALUES[arity];
    const operands = Array.from({ length: least + random.below(most - least + 1) }, () =>
      comparesText || random.chance(0.3) ? this.piece() : createText(random, 1),
    );
    return where(this.context, random.pick(PATHS), operator, ...operands);
  }

  /** A part of a word, one sign, or nothing that is seen. */
  private piece(): string {
    const { random } = this;
    if (random.chance(0.1)) return random.pick(['\u0301', ...UNSEEN]);
    const characters = Array.from(createText(random, 1));
    const start = random.below(characters.length);
    return characters.slice(start, start + 1 + random.below(3)).join('');
  }

  private search(): string {
    const { random } = this;
    const terms = Array.from({ length: random.below(2) }, () => {
      const word = createText(random, 1 + random.below(2)).replaceAll('"', '');
      return random.pick([word, `"${word}"`, `-${word}`, `${this.piece()}*`]);
    });
    return [random.pick(ALL_WORDS), ...terms].join(' ');
  }
}

function createValues(random: RandomChoices): Record<string, Json> {
  const text = createText(random, 4);
  return {
    title: createText(random, 1 + random.below(2)),
    field_string: random.chance(0.3) ? null : createText(random, 1),
    field_list: Array.from({ length: random.below(4) }, () => createText(random, 1)),
    field_string_long: Array.from({ length: random.below(3) }, () => createText(random, 3)),
    field_text_long: random.chance(0.5) ? null : { value: text, format: null, processed: `<p>${text}</p>` },
  };
}

/** Words, composed or decomposed, some of them with characters that are not seen. */
function createText(random: RandomChoices, words: number): string {
  return Array.from({ length: words }, () => {
    const word = random.pick(ALL_WORDS).normalize(random.pick(['NFC', 'NFD', 'NFC']));
    if (random.chance(0.7)) return word;
    const place = random.below(word.length + 1);
    return word.slice(0, place) + random.pick(UNSEEN) + word.slice(place);
  }).join(' ');
}

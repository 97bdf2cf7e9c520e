import { ContentModel, defineField, type ResourceType } from '@content-service/bundles';
import type { Json, Uuid } from '@content-service/kernel';
import { Entry } from '../entry.js';
import { InvalidFilterValue } from '../query/query.errors.js';
import { computeScore, matchesSearch, parseSearch } from './full-text-search.js';
import { getSearchedProperties, toNeedle, toSearchText } from './search-text.js';
import { formatTokens, tokenize } from './tokenize.js';

const model = new ContentModel(1, [
  {
    ...{ entityType: 'node', bundle: 'article', label: 'Article', since: 1 },
    fields: [
      defineField('body', 'text_with_summary'),
      defineField('field_notes', 'string_long', { cardinality: 3 }),
      defineField('field_mail', 'email'),
    ],
  },
]);
const article = getType('node--article');

function getType(name: string): ResourceType {
  const type = model.find(name);
  if (type === undefined) throw new Error(`There is no type ${name}.`);
  return type;
}

function createEntry(attributes: Readonly<Record<string, Json>>): Entry {
  const id = '0192aaaa-0000-7000-8000-000000000001' as Uuid;
  const head = { id, type: 'node--article', published: true, created: 1, changed: 1 };
  return Entry.of({ ...head, version: 1, position: 1, modelVersion: 1 }, attributes, {});
}

const parse = (text: string): ReturnType<typeof parseSearch> =>
  parseSearch(text, 'filter[fulltext]', article);

describe('parseSearch', () => {
  it.each([
    ['night tram', [' ttnight ', ' tttram '], []],
    ['Night NIGHT ñight', [' ttnight '], []],
    ['"night tram" -bus', [' ttnight tttram '], [' ttbus ']],
    ['night -"last stop', [' ttnight '], [' ttlast ttstop ']],
    ['tra*', [' tttra'], []],
    ['last-minute* C++', [' ttlast ttminute', ' ttc '], []],
    ['"tra*"', [' tttra '], []],
    ['a"b c"d', [' tta ', ' ttb ttc ', ' ttd '], []],
    ['AND OR NOT', [' ttand ', ' ttor ', ' ttnot '], []],
    ['q && * - aqa', [' ttqq ', ' ttaqqa '], []],
  ])('reads %s', (text, required, excluded) => {
    const search = parse(text);

    expect([search.required.map(toNeedle), search.excluded.map(toNeedle)]).toEqual([required, excluded]);
  });

  it.each([
    ['', 'at least one word'],
    ['   ', 'at least one word'],
    ['-night', 'at least one word'],
    ['* "" && - 🚋', 'at least one word'],
    ['x'.repeat(501), 'at most 500 characters, got 501'],
    [Array.from({ length: 33 }, (_, n) => `w${n}`).join(' '), 'at most 32 words and phrases, got 33'],
  ])('rejects %j', (text, message) => {
    expect(() => parse(text)).toThrow(InvalidFilterValue);
    expect(() => parse(text)).toThrow(message);
  });

  it('accepts 32 words, repeated ones once', () => {
    const words = Array.from({ length: 32 }, (_, n) => `w${n}`);

    expect(parse([...words, 'w0', 'W1'].join(' ')).required).toHaveLength(32);
  });
});

describe('getSearchedProperties', () => {
  it.each([
    ['node--article', ['title 3', 'body.value 1', 'body.summary 1', 'field_notes 1']],
    ['user--user', ['display_name 3']],
    ['file--file', ['filename 3']],
  ])('of %s are %j', (name, expected) => {
    const found = getSearchedProperties(getType(name)).map(({ field, property, weight }) =>
      [property === '' ? field : `${field}.${property}`, weight].join(' '),
    );

    expect(found).toEqual(expected);
  });
});

describe('formatTokens', () => {
  it.each([
    'Night trams, and quiet quays.',
    '  (a)--b_9  ',
    '…',
    '',
    'Éclair at the café',
    'Straße “quoted”—dash…dots x²',
    '…“ ”',
    'night東京tower ещё раз',
    '東京 tower',
    'q'.repeat(41),
    'q'.repeat(42),
    `x${'q'.repeat(70)} end`,
    'a\tb\nc|d',
    'हिन्दी में खोज',
    'அருங்காட்சியகத்திலிருந்து',
    ...[12, 13, 14, 15, 16, 17, 59, 60, 61].map((length) => 'ა'.repeat(length)),
    'q'.repeat(38),
    'q'.repeat(39),
  ])('joins the tokens of %j', (text) => {
    expect(formatTokens(text)).toBe(tokenize(text).join(' '));
  });
});

describe('tokenize', () => {
  it('finds a long word by itself and by its beginnings, and never by a word that only begins so', () => {
    const words = Array.from({ length: 60 }, (_, n) => 'ა'.repeat(n + 1));
    const texts = words.map((word) => ` ${tokenize(word).join(' ')} `);

    for (const [n, word] of words.entries()) {
      const { required } = parse(word);
      const { required: beginnings } = parse(`${word}*`);
      const whole = toNeedle(required[0] ?? { tokens: [], prefix: false });
      const beginning = toNeedle(beginnings[0] ?? { tokens: [], prefix: true });
      expect(texts.map((text) => text.includes(whole))).toEqual(words.map((_, m) => m === n));
      expect(texts.map((text) => text.includes(beginning))).toEqual(words.map((_, m) => m >= n));
    }
  });
});

describe('toSearchText', () => {
  const body = (processed: string): string =>
    toSearchText(createEntry({ body: { value: 'raw', format: null, processed, summary: null } }), {
      field: 'body',
      property: 'value',
    });

  it.each([
    ['<p>night</p><p>tram</p>', ' ttnight tttram '],
    ['<p class="day">ni<b>gh</b>t <a href="https://bus.example/">tram</a></p>', ' ttnight tttram '],
    ['caf&eacute; &lt;b&gt; r&#233;sum&#xE9;', ' ttcaf tteacute ttb ttresume '],
    ['<<<<night', ' ttnight '],
    ['ni&shy;g&zwnj;ht tr<wbr>a&#xad;m', ' ttnight tttram '],
    ['', ''],
  ])('of the HTML %s is %j', (html, expected) => {
    expect(body(html)).toBe(expected);
  });

  it('separates the values of a field, and cuts long words', () => {
    const text = toSearchText(createEntry({ field_notes: ['a b', null, '…', `c${'d'.repeat(99)}`] }), {
      field: 'field_notes',
      property: '',
    });

    expect(text).toBe(` tta ttb | ttc${'d'.repeat(59)} `);
  });

  it('has letters of ASCII only, and words that every engine indexes whole', () => {
    const text = body('трамвай 東京都 กรุงเทพ ' + 'я'.repeat(80) + ' 𝒳 ' + '𠀀'.repeat(3));

    expect(text).toMatch(/^( tt[a-z0-9]{1,82})+ $/);
  });

  it('is bounded', () => {
    expect(body('word '.repeat(400_000)).length).toBeLessThan(510_000);
  });
});

describe('matchesSearch', () => {
  it.each([
    ['東京', '大東京都', true],
    ['東京都', '東京 都', false],
    ['京', '東京', true],
    ['京都', '東京', false],
    ['"東京 abc"', '大東京 abc', true],
    ['รถ', 'ขึ้นรถราง', true],
    ['трам', 'трамвай', false],
    ['трам*', 'трамвай', true],
    ['straße', 'Straße', true],
    ['i*', 'İstanbul', true],
    ['कम', 'काम', false],
    ['काम', 'यह काम है', true],
    ['का*', 'काम', true],
    ['कमी', 'कम', false],
    ['กน', 'กิน', false],
    ['กิน', 'อยากกินข้าว', true],
    ['ิ', 'กรุงเทพ', false],
    ['donaudampf', 'Donau\u00addampf', true],
    ['Donau\u00addampf', 'Donaudampf', true],
    ['tram', 'ni\u200bght tram', true],
    ['が', 'かき', false],
    ['か\u3099く', 'がく', true],
    ['அருங்காட்சியகத்திலிருந்து', 'அருங்காட்சியகத்திற்கு', false],
    ['அருங்காட்சியகத்தி*', 'அருங்காட்சியகத்திற்கு', true],
    ['დამოუკიდებლობის', 'დამოუკიდებლობისათვის', false],
    ['დამოუკიდებლობის*', 'დამოუკიდებლობისათვის', true],
  ])('for %s in %s is %s', (text, title, expected) => {
    expect(matchesSearch(parse(text), createEntry({ title }))).toBe(expected);
  });

  it('finds words in different texts, a phrase in one only', () => {
    const entry = createEntry({ title: 'night', field_notes: ['tram', 'night bus', 'tram'] });

    expect(matchesSearch(parse('night tram bus'), entry)).toBe(true);
    expect(matchesSearch(parse('"night tram"'), entry)).toBe(false);
    expect(matchesSearch(parse('"bus tram"'), entry)).toBe(false);
    expect(matchesSearch(parse('night -bus'), entry)).toBe(false);
  });
});

describe('computeScore', () => {
  it.each([
    ['night', 4],
    ['tram', 1],
    ['title', 3],
    ['night tram title', 8],
  ])('of %s is %d', (text, score) => {
    const entry = createEntry({ title: 'title night', field_notes: ['night tram', 'tram'] });

    expect(computeScore(parse(text), entry)).toBe(score);
  });
});

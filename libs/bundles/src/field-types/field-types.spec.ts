import type { Json } from '@content-service/kernel';
import { InvalidDefinition, InvalidValue } from '../bundle.errors.js';
import type { Field, FieldTypeName } from '../field.js';
import type { FieldSettings } from '../field-settings.js';
import type { TextFormatter } from './field-type.js';
import { TEXT_FORMATS } from './formatted-text.js';
import { FIELD_TYPES } from './index.js';

const formatter: TextFormatter = { toHtml: (text, format) => `[${format ?? 'plain'}]${text}` };

function field(type: FieldTypeName, settings: FieldSettings = {}, cardinality = 1): Field {
  return { name: 'field_x', type, label: 'X', cardinality, required: false, settings };
}

function parse(type: FieldTypeName, input: Json, settings: FieldSettings = {}): Json {
  return FIELD_TYPES[type].parse(input, field(type, settings), { formatter });
}

const colours = { allowedValues: [{ value: 'red', label: 'Red' }] };
const day = { datetimeType: 'date' } as const;
const range = { value: '2024-01-01T00:00:00+00:00', end_value: '2024-01-02T00:00:00+00:00' };
const reversed = { value: range.end_value, end_value: range.value };

describe('FieldType.parse', () => {
  it.each<[FieldTypeName, Json, Json, FieldSettings?]>([
    ['string', 'text', 'text'],
    ['string', 5, '5'],
    ['string', true, '1'],
    ['string', { value: 'x' }, 'x'],
    ['string', '   ', '   '],
    ['string', '', null],
    ['string', '🎉'.repeat(3), '🎉🎉🎉', { maxLength: 3 }],
    ['string_long', 'a\nb', 'a\nb'],
    ['integer', 5, 5],
    ['integer', ' 5 ', 5],
    ['decimal', 12.5, '12.50'],
    ['decimal', '7', '7.00'],
    ['decimal', '1.239', '1.24'],
    ['decimal', '-0.005', '-0.01'],
    ['decimal', '-0.001', '0.00'],
    ['decimal', '.5', '0.50'],
    ['decimal', 7, '7', { scale: 0 }],
    ['decimal', '123456789012345.67', '123456789012345.67', { precision: 17 }],
    ['float', '1.5e3', 1500],
    ['float', 6.022e23, 6.022e23],
    ['float', '-1e21', -1e21],
    ['boolean', 0, false],
    ['boolean', '1', true],
    ['timestamp', 1704164645, '2024-01-02T03:04:05+00:00'],
    ['timestamp', '1704164645', '2024-01-02T03:04:05+00:00'],
    ['timestamp', '2024-01-02T05:04:05+02:00', '2024-01-02T03:04:05+00:00'],
    ['datetime', '2024-01-02T03:04:05Z', '2024-01-02T03:04:05+00:00'],
    ['datetime', '2024-02-29', '2024-02-29', day],
    ['daterange', range, range],
    ['daterange', reversed, reversed],
    ['list_string', 'red', 'red', colours],
    ...[
      ...['a.b@example.org', "o'neil+x=y@sub.example-1.org", `${'a'.repeat(64)}@example.org`],
      ...['jürgen.müller@bücher.example', '用户@例子.广告', 'पंकज@भारत.भारत', 'a@xn--bcher-kva.example'],
    ].map((address): [FieldTypeName, string, string] => ['email', address, address]),
    ['timestamp', '2024-01-02T05:04:05+0200', '2024-01-02T03:04:05+00:00'],
    ['datetime', '2024-01-02T05:04:05.123+02', '2024-01-02T03:04:05+00:00'],
    ['datetime', '2024-01-01T22:34:05-0430', '2024-01-02T03:04:05+00:00'],
    ['link', 'https://example.org', { uri: 'https://example.org', title: null, options: [] }],
    ['link', { uri: 'internal:/a', title: 'A' }, { uri: 'internal:/a', title: 'A', options: [] }],
    ['link', { title: 'nowhere' }, null],
    ['json', [1, { a: null }], [1, { a: null }]],
    ['path', { alias: '/about' }, { alias: '/about', langcode: 'en' }],
    ['path', { alias: '' }, { alias: null, langcode: 'en' }],
    ['path', { alias: '/user-stories/a' }, { alias: '/user-stories/a', langcode: 'en' }],
    ['path', { alias: '/documentation' }, { alias: '/documentation', langcode: 'en' }],
    ['path', { alias: '/about/api' }, { alias: '/about/api', langcode: 'en' }],
    ['path', { alias: '/health/food' }, { alias: '/health/food', langcode: 'en' }],
    ['path', { alias: '/100%/%C3%BC' }, { alias: '/100%/%C3%BC', langcode: 'en' }],
    [
      'path',
      { alias: '/über/.well-known/a..b/v1.2' },
      { alias: '/über/.well-known/a..b/v1.2', langcode: 'en' },
    ],
    ['text_long', 'x', { value: 'x', format: null, processed: '[plain]x' }],
    [
      'text_with_summary',
      { value: 'x', format: 'basic_html', processed: 'forged' },
      { value: 'x', format: 'basic_html', processed: '[basic_html]x', summary: null },
    ],
    ['text_with_summary', '', null],
  ])('%s: parses %j to %j', (type, input, stored, settings = {}) => {
    expect(parse(type, input, settings)).toEqual(stored);
  });

  it.each<[FieldTypeName, Json, string[], FieldSettings?]>([
    ['string', ['a'], []],
    ['string', 'abcd', [], { maxLength: 3 }],
    ['string', 'a\0b', []],
    ['string', '\ud800', []],
    ['integer', true, []],
    ['integer', 1.5, []],
    ['integer', '3abc', []],
    ['integer', 2 ** 53, []],
    ['integer', 101, [], { max: 100 }],
    ['integer', -1, [], { min: 0 }],
    ['decimal', 'x', []],
    ['decimal', '123456789', [], { precision: 5 }],
    ['decimal', 1e21, []],
    ['float', 'NaN', []],
    ['float', '1e400', []],
    ['boolean', 'false', []],
    ['boolean', 2, []],
    ['timestamp', 'x', []],
    ['timestamp', 1.5, []],
    ['timestamp', 1e15, []],
    ['datetime', '2024-01-02T03:04:05', []],
    ['datetime', '2024-01-02', []],
    ['datetime', 1704164645, []],
    ['datetime', '2024-13-45T00:00:00+00:00', []],
    ['datetime', '2024-02-30', [], day],
    ['datetime', '2024-01-02T00:00:00+00:00', [], day],
    ['daterange', '2024-01-02T03:04:05+00:00', ['end_value']],
    ['daterange', { value: 'x', end_value: 'y' }, ['value']],
    ['list_string', 'purple', [], colours],
    ['email', 'alice', []],
    ...[
      ...[
        'a@b',
        'a..b@example.org',
        '.a@example.org',
        'a.@example.org',
        'a b@example.org',
        'a@b@example.org',
      ],
      ...[
        'a@example..org',
        'a@-example.org',
        'a@example-.org',
        'a@example.org.',
        'a@192.168.0.1',
        'a@exa_mple.org',
      ],
      ...[
        '"a b"@example.org',
        'a@[127.0.0.1]',
        'ü\u00a0b@example.org',
        'ü\u200bb@example.org',
        'a@bücher',
        'a@%41.example',
      ],
      ...[`${'ü'.repeat(33)}@example.org`, `a@${'ü'.repeat(70)}.example`, `a@${'a'.repeat(64)}.example`],
    ].map((address): [FieldTypeName, string, string[]] => ['email', address, []]),
    ['datetime', '2024-01-02T05:04:05 02:00', []],
    ['datetime', '2024-01-02T05:04:05+2', []],
    ['datetime', '2024-01-02T05:04:05+02000', []],
    ['datetime', '2024-01-02T05:04:05+9900', []],
    ['link', 'example.org', ['uri']],
    ['link', 'javascript:alert(1)', ['uri']],
    ['link', { uri: 'https://example.org', rel: 'x' }, ['rel']],
    ['path', 'about', ['alias']],
    ['path', '/about?x', ['alias']],
    ['path', '/about#x', ['alias']],
    ['path', '/about us', ['alias']],
    ['path', '//evil.example', ['alias']],
    ['path', '/\\evil.example', ['alias']],
    ['path', '/a\\b', ['alias']],
    ['path', '/\t/evil.example', ['alias']],
    ['path', '/a\u001bb', ['alias']],
    ['path', '/a\u009bb', ['alias']],
    ['path', '/<script>', ['alias']],
    ['path', '/a"b', ['alias']],
    ['path', '/a/../manage', ['alias']],
    ['path', '/a/%2E.', ['alias']],
    ['path', '/a%2f..%2Fmanage', ['alias']],
    ['path', '/.', ['alias']],
    ['path', '/api', ['alias']],
    ['path', '/api/x', ['alias']],
    ['path', '/Manage/users', ['alias']],
    ['path', '/%75ser/login', ['alias']],
    ['path', '/OAuth%2Fauthorize', ['alias']],
    ['path', '/health/live', ['alias']],
    ['path', '/openapi.json', ['alias']],
    ['text_long', { value: 'x', summary: 'no such member' }, ['summary']],
    ['text_with_summary', { summary: 'only' }, ['value']],
    ['text_with_summary', { value: 'x', format: 'nope' }, ['format']],
    ['entity_reference', 'x', []],
  ])('%s: rejects %j', (type, input, at, settings = {}) => {
    const parseInvalid = (): Json => parse(type, input, settings);

    expect(parseInvalid).toThrow(InvalidValue);
    // Every error names its rule, so that programs can word it themselves.
    expect(parseInvalid).toThrow(expect.objectContaining({ at, meta: expect.anything() }));
  });
});

describe('the rule of InvalidValue', () => {
  it.each<[FieldTypeName, Json, object, FieldSettings?]>([
    ['string', 'abcd', { maxLength: 3 }, { maxLength: 3 }],
    ['integer', 'x', { format: 'integer' }],
    ['integer', 101, { minimum: 0, maximum: 100 }, { min: 0, max: 100 }],
    ['integer', -1, { minimum: 0 }, { min: 0 }],
    ['decimal', '123456789', { precision: 5 }, { precision: 5 }],
    ['float', 'x', { format: 'number' }],
    ['timestamp', 'x', { format: 'date-time' }],
    ['datetime', 'x', { format: 'date' }, day],
    ['email', 'alice', { format: 'email' }],
    ['link', 'example.org', { format: 'uri' }],
    ['path', 'about', { format: 'path' }],
    ['path', { alias: '/a', langcode: 'German' }, { format: 'language' }],
    ['boolean', 'yes', { type: 'boolean' }],
    ['list_string', 'purple', { enum: ['red'] }, colours],
    ['string', 'a\0b', { format: 'storable-text' }],
    ['daterange', { value: range.value }, { required: ['value', 'end_value'] }],
    ['text_long', { value: 'x', format: 'nope' }, { enum: [...TEXT_FORMATS, null] }],
    ['focal_point', { x: 101, y: 0 }, { type: 'number', minimum: 0, maximum: 100 }],
    ['file_uri', { value: 'public://a.png' }, { type: 'string' }],
  ])('of a %s, for %j, is %j', (type, input, meta, settings = {}) => {
    expect(() => parse(type, input, settings)).toThrow(expect.objectContaining({ meta }));
  });
});

describe('FieldType.validateSettings', () => {
  it.each<[FieldTypeName, FieldSettings, string]>([
    ['string', { maxLength: 0 }, '/maxLength'],
    ['string', { maxLength: 256 }, '/maxLength'],
    ['integer', { min: 2, max: 1 }, '/min'],
    ['decimal', { precision: 19 }, '/precision'],
    ['decimal', { precision: 2, scale: 3 }, '/scale'],
    ['list_string', {}, '/allowedValues'],
    [
      'list_string',
      { allowedValues: [...colours.allowedValues, ...colours.allowedValues] },
      '/allowedValues',
    ],
    ['entity_reference', { targetTypes: [] }, '/targetTypes'],
    ['file', { fileExtensions: [] }, '/fileExtensions'],
    ['file', { fileExtensions: ['pdf', '.PDF'] }, '/fileExtensions/1'],
    ['file', { fileExtensions: ['phtml'] }, '/fileExtensions/0'],
    ['image', { maxBytes: 0 }, '/maxBytes'],
  ])('%s: rejects %j at %s', (type, settings, pointer) => {
    const validate = (): void => FIELD_TYPES[type].validateSettings?.(field(type, settings));

    expect(validate).toThrow(InvalidDefinition);
    expect(validate).toThrow(expect.objectContaining({ source: { pointer } }));
  });
});

describe('FIELD_TYPES', () => {
  it.each(Object.entries(FIELD_TYPES))('%s is listed under its name and has a schema', (name, type) => {
    expect(type.name).toBe(name);
    expect(type.buildSchema(field(name as FieldTypeName))).toEqual(expect.any(Object));
  });
});

describe('the HTML of text_long', () => {
  const createFormatter = (factor: number): TextFormatter => ({ toHtml: (text) => text.repeat(factor) });
  const parseWith = (text: string, factor: number): Json =>
    FIELD_TYPES['text_long'].parse(text, field('text_long'), { formatter: createFormatter(factor) });

  it('is accepted up to 256 Ki characters, and up to three times the length of the text', () => {
    expect(parseWith('x'.repeat(32 * 1024), 8)).toMatchObject({ format: null });
    expect(parseWith('x'.repeat(100_000), 3)).toMatchObject({ format: null });
  });

  it('is rejected with the limit when it is longer', () => {
    expect(() => parseWith('x'.repeat(100_000), 4)).toThrow(
      expect.objectContaining({
        constructor: InvalidValue,
        at: ['value'],
        message:
          'The HTML of field_x.value would have 400000 characters; a text of 100000 characters can have at most ' +
          '300000. Write fewer line ends and characters that HTML escapes, or use several fields.',
      }),
    );
  });
});

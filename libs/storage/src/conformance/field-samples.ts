import {
  type Field,
  type FieldSettings,
  FIELD_TYPES,
  type FieldTypeName,
  UNLIMITED,
} from '@content-service/bundles';
import type { Json } from '@content-service/kernel';

/** One way to use a field type: its settings, and values in the form they are stored in. */
interface FieldSample {
  readonly type: FieldTypeName;
  readonly name: string;
  readonly settings: FieldSettings;
  readonly values: readonly Json[];
}

const defineSample = (
  type: FieldTypeName,
  values: readonly Json[],
  settings: FieldSettings = {},
  name: string = type,
): FieldSample => ({ type, name, settings, values });

// oxfmt-ignore
const STRINGS = [
  'Éclair', 'eclair', 'ECLAIR ', 'e\u0301clair au café', ' leading', '100%', '1000', 'a_b', 'axb', 'straße', 'Ísland', 'İzmir', 'ﬁsh',
  '😀 party', '😁 party', '\ue000 private', '漢字', 'O\'Brien "says" \\n', 'tab\there', 'Zz', 'x'.repeat(255),
];
const LONG_TEXT = `${'Lorem ipsum dolor '.repeat(60)}ÉND 100%`;
const TEXTS = ['Éclair', 'ECLAIR ', '100% a_b', 'two\nlines', LONG_TEXT];

const DATE_TIMES = [
  '2023-11-21T10:00:00+00:00',
  '2023-11-21T12:00:00+02:00',
  '2023-11-21T10:00:01+00:00',
  '1969-12-31T23:59:59+00:00',
  '1970-01-01T00:00:00+00:00',
  '2038-01-19T03:14:08+00:00',
  '0001-01-01T00:00:00+00:00',
  '9999-12-31T23:59:59+00:00',
];
const DAYS = ['2023-11-21', '2024-02-29', '1969-12-31', '1970-01-01', '0001-01-01', '9999-12-31'];

const ranges = (moments: readonly string[]): Json[] =>
  moments.map((value, index) => ({ value, end_value: moments[(index + 3) % moments.length] ?? value }));

const formatted = (value: string, index: number): Record<string, Json> => ({
  value,
  format: ['basic_html', 'full_html', null][index % 3] ?? null,
  processed: `<p>${value}</p>`,
});

const CHOICES = ['red', 'Green', 'blue'];

/**
 * Every field type with values that tell stores apart: folding, wildcards, spaces, astral characters, signs, bounds of
 * what engines hold. A field type without a row does not compile.
 */
const FIELD_SAMPLES: Readonly<Record<FieldTypeName, readonly FieldSample[]>> = {
  string: [
    defineSample('string', STRINGS),
    defineSample('string', STRINGS, { caseSensitive: true }, 'string_exact'),
  ],
  string_long: [
    defineSample('string_long', TEXTS),
    defineSample('string_long', TEXTS, { caseSensitive: true }, 'string_long_exact'),
  ],
  text_long: [defineSample('text_long', TEXTS.map(formatted))],
  text_with_summary: [
    defineSample(
      'text_with_summary',
      TEXTS.map((text, index) => ({
        ...formatted(text, index),
        summary: [null, '', 'Súmmary'][index % 3] ?? null,
      })),
    ),
  ],
  integer: [defineSample('integer', [0, -1, 7, 42, 1000, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])],
  decimal: [
    defineSample(
      'decimal',
      ['0.00', '-0.50', '7.49', '12.50', '9999999999999999.99', '-9999999999999999.99'],
      {
        precision: 18,
        scale: 2,
      },
    ),
    defineSample(
      'decimal',
      ['0', '-3', '12', '999999999999999999'],
      { precision: 18, scale: 0 },
      'decimal_whole',
    ),
  ],
  float: [defineSample('float', [0, 0.1, -2.5, 3, 1000000, 12345678.25])],
  boolean: [defineSample('boolean', [true, false])],
  timestamp: [defineSample('timestamp', DATE_TIMES)],
  datetime: [
    defineSample('datetime', DATE_TIMES, { datetimeType: 'datetime' }),
    defineSample('datetime', DAYS, { datetimeType: 'date' }, 'date'),
  ],
  daterange: [
    defineSample('daterange', ranges(DATE_TIMES), { datetimeType: 'datetime' }),
    defineSample('daterange', ranges(DAYS), { datetimeType: 'date' }, 'daterange_days'),
  ],
  list_string: [
    defineSample('list_string', CHOICES, {
      allowedValues: CHOICES.map((value) => ({ value, label: value })),
    }),
  ],
  email: [defineSample('email', ['Ann@example.com', 'ann@example.com', 'b_c%d@example.org'])],
  link: [
    defineSample('link', [
      { uri: 'https://example.com/A', title: 'Éxample', options: [] },
      { uri: 'https://example.com/a', title: null, options: { attributes: { rel: 'nofollow' } } },
      { uri: 'internal:/100%_b', title: '', options: [] },
      { uri: `https://example.com/${'p'.repeat(1500)}`, title: 'example', options: [] },
    ]),
  ],
  json: [defineSample('json', [{ b: 1, a: [null, 'é'] }, 'text', 7, false])],
  // Relationships and base fields are part of the other bundles of the example.
  entity_reference: [],
  file: [],
  image: [],
  path: [],
  menu_link_parent: [],
  file_uri: [],
  focal_point: [],
};

const ALL = Object.values(FIELD_SAMPLES).flat();

const FORMS = [
  { suffix: '', cardinality: 1 },
  { suffix: '_3', cardinality: 3 },
  { suffix: '_many', cardinality: UNLIMITED },
];

function toFields({ type, name, settings }: FieldSample): Field[] {
  return FORMS.map(({ suffix, cardinality }) => ({
    name: `field_${name}${suffix}`,
    type,
    label: name,
    cardinality,
    required: false,
    settings,
  }));
}

/** Each sample as a field of one value, of at most three, and of any number. */
export const SAMPLE_FIELDS: readonly Field[] = ALL.flatMap(toFields);

/** The paths of each sample for filters and sorts, such as `field_link.uri`, by the name of the sample. */
export const SAMPLE_PATHS: ReadonlyMap<string, readonly string[]> = new Map(
  ALL.map((given): [string, string[]] => [given.name, toFields(given).flatMap(toPaths)]).filter(
    ([, paths]) => paths.length > 0,
  ),
);

function toPaths(field: Field): string[] {
  return FIELD_TYPES[field.type]
    .getProperties(field)
    .map(({ name }) => (name === '' ? field.name : `${field.name}.${name}`));
}

/** Enough for every value, and for none, to stand alone in some entry. */
export const SAMPLE_COUNT = Math.max(...ALL.map(({ values }) => values.length)) + 2;

/** The attributes of the nth sample entry: single values in turn, and lists of zero to five, some with duplicates. */
export function buildSampleAttributes(n: number): Record<string, Json> {
  return Object.fromEntries(
    ALL.flatMap(({ name, values }) => {
      const at = (index: number): Json => values[index % values.length] ?? null;
      const list = (length: number): Json[] => Array.from({ length }, (_, delta) => at(n + delta * (n % 3)));
      return [
        [`field_${name}`, n % (values.length + 1) === values.length ? null : at(n % (values.length + 1))],
        [`field_${name}_3`, list(n % 4)],
        [`field_${name}_many`, list(n % 6)],
      ];
    }),
  );
}

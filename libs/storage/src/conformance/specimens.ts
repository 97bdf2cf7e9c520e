import {
  type Field,
  type FieldSettings,
  fieldType,
  type FieldTypeName,
  UNLIMITED,
} from '@content-service/bundles';
import type { Json } from '@content-service/kernel';

/** One way to use a field type: its settings, and values in the form they are stored in. */
interface Specimen {
  readonly type: FieldTypeName;
  readonly name: string;
  readonly settings: FieldSettings;
  readonly values: readonly Json[];
}

const specimen = (
  type: FieldTypeName,
  values: readonly Json[],
  settings: FieldSettings = {},
  name: string = type,
): Specimen => ({ type, name, settings, values });

// prettier-ignore
const STRINGS = [
  'Éclair', 'eclair', 'ECLAIR ', 'e\u0301clair au café', ' leading', '100%', '1000', 'a_b', 'axb', 'straße', 'Ísland', 'İzmir', 'ﬁsh',
  '😀 party', '😁 party', '\ue000 private', '漢字', 'O\'Brien "says" \\n', 'tab\there', 'Zz', 'x'.repeat(255),
];
const LONG_TEXT = `${'Lorem ipsum dolor '.repeat(60)}ÉND 100%`;
const TEXTS = ['Éclair', 'ECLAIR ', '100% a_b', 'two\nlines', LONG_TEXT];

const MOMENTS = [
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
const SPECIMENS: Readonly<Record<FieldTypeName, readonly Specimen[]>> = {
  string: [specimen('string', STRINGS), specimen('string', STRINGS, { caseSensitive: true }, 'string_exact')],
  string_long: [
    specimen('string_long', TEXTS),
    specimen('string_long', TEXTS, { caseSensitive: true }, 'string_long_exact'),
  ],
  text_long: [specimen('text_long', TEXTS.map(formatted))],
  text_with_summary: [
    specimen(
      'text_with_summary',
      TEXTS.map((text, index) => ({
        ...formatted(text, index),
        summary: [null, '', 'Súmmary'][index % 3] ?? null,
      })),
    ),
  ],
  integer: [specimen('integer', [0, -1, 7, 42, 1000, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])],
  decimal: [
    specimen('decimal', ['0.00', '-0.50', '7.49', '12.50', '9999999999999999.99', '-9999999999999999.99'], {
      precision: 18,
      scale: 2,
    }),
    specimen(
      'decimal',
      ['0', '-3', '12', '999999999999999999'],
      { precision: 18, scale: 0 },
      'decimal_whole',
    ),
  ],
  float: [specimen('float', [0, 0.1, -2.5, 3, 1000000, 12345678.25])],
  boolean: [specimen('boolean', [true, false])],
  timestamp: [specimen('timestamp', MOMENTS)],
  datetime: [
    specimen('datetime', MOMENTS, { datetimeType: 'datetime' }),
    specimen('datetime', DAYS, { datetimeType: 'date' }, 'date'),
  ],
  daterange: [
    specimen('daterange', ranges(MOMENTS), { datetimeType: 'datetime' }),
    specimen('daterange', ranges(DAYS), { datetimeType: 'date' }, 'daterange_days'),
  ],
  list_string: [
    specimen('list_string', CHOICES, { allowedValues: CHOICES.map((value) => ({ value, label: value })) }),
  ],
  email: [specimen('email', ['Ann@example.com', 'ann@example.com', 'b_c%d@example.org'])],
  link: [
    specimen('link', [
      { uri: 'https://example.com/A', title: 'Éxample', options: [] },
      { uri: 'https://example.com/a', title: null, options: { attributes: { rel: 'nofollow' } } },
      { uri: 'internal:/100%_b', title: '', options: [] },
      { uri: `https://example.com/${'p'.repeat(1500)}`, title: 'example', options: [] },
    ]),
  ],
  json: [specimen('json', [{ b: 1, a: [null, 'é'] }, 'text', 7, false])],
  // Relationships and the base field `path` are part of the other bundles of the example.
  entity_reference: [],
  path: [],
};

const ALL = Object.values(SPECIMENS).flat();

const FORMS = [
  { suffix: '', cardinality: 1 },
  { suffix: '_3', cardinality: 3 },
  { suffix: '_many', cardinality: UNLIMITED },
];

function fieldsOf({ type, name, settings }: Specimen): Field[] {
  return FORMS.map(({ suffix, cardinality }) => ({
    name: `field_${name}${suffix}`,
    type,
    label: name,
    cardinality,
    required: false,
    settings,
  }));
}

/** Each specimen as a field of one value, of at most three, and of any number. */
export const SPECIMEN_FIELDS: readonly Field[] = ALL.flatMap(fieldsOf);

/** What filters and sorts can compare of each specimen, such as `field_link.uri`, by the name of the specimen. */
export const SPECIMEN_PATHS: ReadonlyMap<string, readonly string[]> = new Map(
  ALL.map((given): [string, string[]] => [given.name, fieldsOf(given).flatMap(pathsOf)]).filter(
    ([, paths]) => paths.length > 0,
  ),
);

function pathsOf(field: Field): string[] {
  return fieldType(field.type)
    .properties(field)
    .map(({ name }) => (name === '' ? field.name : `${field.name}.${name}`));
}

/** Enough for every value, and for none, to stand alone in some entry. */
export const SPECIMEN_COUNT = Math.max(...ALL.map(({ values }) => values.length)) + 2;

/** The attributes of the nth specimen entry: single values in turn, and lists of zero to five, some with duplicates. */
export function specimenAttributes(n: number): Record<string, Json> {
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

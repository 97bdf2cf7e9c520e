import type { Field } from '../management-api/resources.js';
import { arrangeFields, getFormDisplay, getGroupLabels, toFieldOrder, toFormDisplay } from './form-layout.js';

const field = (name: string, formDisplay?: Field['formDisplay']): Field => ({
  ...{ name, type: 'string', label: name, required: false, cardinality: 1, settings: {} },
  ...(formDisplay === undefined ? {} : { formDisplay }),
});

const FIELDS = [
  field('a'),
  field('b', { group: 'G' }),
  field('c', { region: 'side' }),
  field('d', null),
  field('e', { group: 'G', region: 'main' }),
  field('f', { group: 'G', region: 'side' }),
];

describe('arrangeFields', () => {
  it('puts the fields of a group where its first field is, separately in each column', () => {
    const { main, side } = arrangeFields(FIELDS);

    expect(
      main.map((item) => (item.kind === 'group' ? item.fields.map(({ name }) => name) : item.field.name)),
    ).toEqual(['a', ['b', 'e'], 'd']);
    expect(side).toMatchObject([
      { kind: 'field', field: { name: 'c' } },
      { kind: 'group', label: 'G', fields: [{ name: 'f' }] },
    ]);
  });

  it('keeps fields without a form display as they are', () => {
    const fields = [field('a'), field('b'), field('c')];

    expect(toFieldOrder(arrangeFields(fields))).toEqual(fields);
    expect(arrangeFields(fields).side).toEqual([]);
  });
});

describe('toFieldOrder', () => {
  it('is the order of the form, and does not change when it is arranged again', () => {
    const ordered = toFieldOrder(arrangeFields(FIELDS));

    expect(ordered.map(({ name }) => name).join('')).toBe('abedcf');
    expect(toFieldOrder(arrangeFields(ordered))).toEqual(ordered);
  });
});

it('getGroupLabels names each group once', () => {
  expect(getGroupLabels(FIELDS)).toEqual(['G']);
});

it.each([
  [null, null],
  [{ region: 'main' }, null],
  [{ group: 'G', region: 'main' }, { group: 'G' }],
  [
    { group: 'G', region: 'side' },
    { group: 'G', region: 'side' },
  ],
] as const)('getFormDisplay makes of %j: %j', (formDisplay, expected) => {
  expect(getFormDisplay(field('a', formDisplay))).toEqual(expected);
});

it.each([
  ['', 'main', null],
  ['  ', 'side', { region: 'side' }],
  ['SEO', 'main', { group: 'SEO' }],
  ['SEO', 'side', { group: 'SEO', region: 'side' }],
] as const)('toFormDisplay makes of «%s» in the column %s: %j', (group, region, expected) => {
  expect(toFormDisplay(group, region)).toEqual(expected);
});

import type { EntityType, Field } from '../management-api/resources.js';
import type { Values } from './values.js';
import { assertValid, getDraftFields, selectEmpty, validateValue } from './validate-values.js';

const field = (type: string, more: Partial<Field> = {}): Field => ({
  name: 'field_a',
  type,
  label: 'A',
  required: false,
  cardinality: 1,
  settings: {},
  ...more,
});
const rating = field('integer', { settings: { min: 1, max: 5 } });
const EVENING = '2026-12-24T20:00:00+00:00';
const AFTERNOON = '2026-12-24T18:00:00+00:00';

describe('getDraftFields', () => {
  const labelField = field('string', { name: 'title', required: true });
  const allFields = [labelField, field('string', { required: true })];
  const getFields = (unfinishedDrafts: boolean): readonly Field[] =>
    getDraftFields({ allFields, labelField, entity: { unfinishedDrafts } as EntityType });
  const validate =
    (values: Values, unfinishedDrafts = true) =>
    () => {
      assertValid(values, getFields(unfinishedDrafts));
    };

  it('requires the label alone of an unfinished draft', () => {
    expect(validate({ title: 'Fair', field_a: null })).not.toThrow();
    expect(validate({ title: null, field_a: null })).toThrow();
    expect(validate({ title: 'Fair', field_a: null }, false)).toThrow();
  });
});

describe('selectEmpty', () => {
  it('leaves out what has a value', () => {
    const values = { one: null, list: [], items: [null], text: '', zero: 0, no: false, many: [null, 'x'] };

    expect(Object.keys(selectEmpty(values))).toEqual(['one', 'list', 'items']);
  });
});

describe('validateValue', () => {
  it.each([
    [null, field('string')],
    [[], field('json', { required: true })],
    [3, rating],
    ['4.50', field('decimal', { settings: { max: 5 } })],
    [[], field('integer', { cardinality: -1 })],
    [{ value: AFTERNOON, end_value: EVENING }, field('daterange')],
    [{ value: AFTERNOON, end_value: AFTERNOON }, field('daterange')],
    [{ value: '2026-12-24', end_value: null }, field('daterange')],
    [{ value: '<p><img src="/a" alt=""></p>', format: 'basic_html' }, field('text_long')],
    [{ value: '<img src="/a">', format: 'plain_text' }, field('text_long')],
  ])('accepts %j for a field', (value, its) => {
    expect(validateValue(value, its)).toBeUndefined();
  });

  it('refuses a text with a picture that is not described', () => {
    const value = { value: '<p><img src="/a"></p>', format: 'basic_html' };

    expect(validateValue(value, field('text_long'))).toMatchObject({ code: 'alternative_text_missing' });
  });

  it.each([
    [null, 1],
    [[], -1],
    [[null], -1],
  ])('refuses %j for a required field of the cardinality %d', (value, cardinality) => {
    expect(validateValue(value, field('string', { required: true, cardinality }))).toEqual({
      code: 'value_missing',
      detail: 'A is required.',
      pointer: '/data/attributes/field_a',
      meta: { field: 'field_a' },
    });
  });

  it.each([
    [6, rating, { minimum: 1, maximum: 5 }],
    [[1, 0], { ...rating, cardinality: -1 }, { minimum: 1, maximum: 5 }],
    ['5.01', field('decimal', { settings: { max: 5 } }), { maximum: 5 }],
    [{ value: EVENING, end_value: AFTERNOON }, field('daterange'), { startsAt: EVENING }],
  ])('refuses %j with the rule', (value, its, meta) => {
    expect(validateValue(value, its)).toMatchObject({ code: 'invalid_field_value', meta });
  });
});

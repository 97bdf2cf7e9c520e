import type { Field } from './field.js';
import type { FieldSettings } from './field-settings.js';
import { isWidening } from './field-compatibility.js';

const field = (cardinality: number, settings: FieldSettings = {}): Field => ({
  name: 'field_it',
  type: 'string',
  label: 'It',
  required: false,
  cardinality,
  settings,
});

const choices = (...values: readonly string[]): FieldSettings => ({
  allowedValues: values.map((value) => ({ value, label: value })),
});

describe('isWidening', () => {
  it.each<[number, number]>([
    [1, 1],
    [2, 2],
    [2, 3],
    [2, -1],
    [-1, -1],
  ])('accepts a change of the cardinality from %i to %i', (before, after) => {
    expect(isWidening(field(before), field(after))).toBe(true);
  });

  it.each<[number, number]>([
    [1, 2],
    [1, -1],
    [2, 1],
    [-1, 1],
    [3, 2],
    [-1, 1000],
  ])('rejects a change of the cardinality from %i to %i', (before, after) => {
    expect(isWidening(field(before), field(after))).toBe(false);
  });

  it.each<[FieldSettings, FieldSettings]>([
    [{ maxLength: 5 }, { maxLength: 5 }],
    [{ maxLength: 5 }, { maxLength: 6 }],
    [{ maxLength: 5 }, {}],
    [{}, { maxLength: 255 }],
    [{ min: 1 }, { min: 0 }],
    [{ min: 1 }, {}],
    [{ max: 1 }, { max: 2 }],
    [{ max: 1 }, {}],
    [{ precision: 5 }, { precision: 6 }],
    [{ precision: 9 }, {}],
    [{ scale: 2 }, {}],
    [choices('a'), choices('b', 'a')],
    [{ allowedValues: [{ value: 'a', label: 'A' }] }, choices('a')],
    [{ datetimeType: 'datetime' }, {}],
    [{ targetTypes: ['node--a'] }, { targetTypes: ['node--b', 'node--a'] }],
    [{ caseSensitive: true }, {}],
    [{}, { caseSensitive: true }],
  ])('accepts a change of the settings from %j to %j', (before, after) => {
    expect(isWidening(field(1, before), field(1, after))).toBe(true);
  });

  it.each<[FieldSettings, FieldSettings]>([
    [{ maxLength: 5 }, { maxLength: 4 }],
    [{}, { maxLength: 4 }],
    [{ min: 1 }, { min: 2 }],
    [{}, { min: -5 }],
    [{ max: 2 }, { max: 1 }],
    [{}, { max: 9 }],
    [{ precision: 5 }, { precision: 4 }],
    [{}, { precision: 9 }],
    [{}, { scale: 3 }],
    [{ scale: 3 }, {}],
    [choices('a', 'b'), choices('a')],
    [{}, { datetimeType: 'date' }],
    [{ datetimeType: 'date' }, {}],
    [{ targetTypes: ['node--a', 'node--b'] }, { targetTypes: ['node--b'] }],
  ])('rejects a change of the settings from %j to %j', (before, after) => {
    expect(isWidening(field(1, before), field(1, after))).toBe(false);
  });

  it('rejects a new maxLength of a string_long, which has no bound by default', () => {
    const long = { ...field(1), type: 'string_long' } as const;

    expect(isWidening(long, { ...long, settings: { maxLength: 255 } })).toBe(false);
  });

  it('accepts a change of label and required', () => {
    expect(isWidening(field(1), { ...field(1), label: 'Other', required: true })).toBe(true);
  });
});

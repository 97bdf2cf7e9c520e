import type { FieldTypeName } from './field-type-name.js';
import { STRING_MAXIMUM } from './field-types/text.js';
import { type Field, type FieldSettings, isMultiple, UNLIMITED } from './field.js';

type Widens<Setting> = (
  before: Setting | undefined,
  after: Setting | undefined,
  type: FieldTypeName,
) => boolean;

/** Of each setting: whether every value that fits before fits after, in the same form. An absent bound is none. */
const WIDENS: { readonly [Name in keyof FieldSettings]-?: Widens<FieldSettings[Name]> } = {
  maxLength: (before, after, type) => {
    const most = type === 'string' ? STRING_MAXIMUM : Infinity;
    return atLeast(before ?? most, after ?? most);
  },
  max: atLeast,
  min: (before = -Infinity, after = -Infinity) => after <= before,
  precision: (before = 10, after = 10) => after >= before,
  // Decimals are stored and compared with their digits behind the point.
  scale: (before = 2, after = 2) => after === before,
  allowedValues: (before = [], after = []) =>
    before.every(({ value }) => after.some((other) => other.value === value)),
  datetimeType: (before = 'datetime', after = 'datetime') => after === before,
  targetTypes: (before = [], after = []) => before.every((type) => after.includes(type)),
  // Only how values compare.
  caseSensitive: () => true,
};

/**
 * Whether every value that fits the field before a change fits it after, in the same form. Then the change can be made
 * whatever entries hold. `required` does not matter: an entry without a value gets one when it is next written.
 */
export function isWidening(before: Field, after: Field): boolean {
  return (
    isMultiple(before) === isMultiple(after) && holdsAsMany(before, after) && settingsWiden(before, after)
  );
}

function holdsAsMany({ cardinality: before }: Field, { cardinality: after }: Field): boolean {
  return after === UNLIMITED || (before !== UNLIMITED && after >= before);
}

function settingsWiden({ settings: before, type }: Field, { settings: after }: Field): boolean {
  return (Object.keys(WIDENS) as (keyof FieldSettings)[]).every((name) => {
    const widens = WIDENS[name] as Widens<unknown>;
    return widens(before[name], after[name], type);
  });
}

function atLeast(before = Infinity, after = Infinity): boolean {
  return after >= before;
}

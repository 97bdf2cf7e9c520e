import { type Field, type FieldTypeName, isMultiple, UNLIMITED } from './field.js';
import type { FieldSettings } from './field-settings.js';
import { keepsExtensions } from './field-types/file.js';
import { STRING_MAXIMUM } from './field-types/text.js';

type WideningRule<Setting> = (
  before: Setting | undefined,
  after: Setting | undefined,
  type: FieldTypeName,
) => boolean;

/** For each setting: whether every value that is valid before is valid after, in the same form. Without a bound all are valid. */
const WIDENS: { readonly [Name in keyof FieldSettings]-?: WideningRule<FieldSettings[Name]> } = {
  maxLength: (before, after, type) => {
    const maximum = type === 'string' ? STRING_MAXIMUM : Infinity;
    return isAtLeast(before ?? maximum, after ?? maximum);
  },
  max: isAtLeast,
  min: (before = -Infinity, after = -Infinity) => after <= before,
  precision: (before = 10, after = 10) => after >= before,
  // Decimals are stored and compared with a fixed number of digits after the point.
  scale: (before = 2, after = 2) => after === before,
  allowedValues: (before = [], after = []) =>
    before.every(({ value }) => after.some((other) => other.value === value)),
  datetimeType: (before = 'datetime', after = 'datetime') => after === before,
  targetTypes: (before = [], after = []) => before.every((type) => after.includes(type)),
  // Affects comparisons only.
  caseSensitive: () => true,
  fileExtensions: keepsExtensions,
  maxBytes: isAtLeast,
};

/**
 * Whether every value that is valid before a change of a field is valid after it, in the same form, so that the change needs
 * no check of entries. `required` does not matter: an entry without a value needs one only when it is next written.
 */
export function isWidening(before: Field, after: Field): boolean {
  return (
    isMultiple(before) === isMultiple(after) &&
    keepsCardinality(before, after) &&
    isSettingsWidening(before, after)
  );
}

function keepsCardinality({ cardinality: before }: Field, { cardinality: after }: Field): boolean {
  return after === UNLIMITED || (before !== UNLIMITED && after >= before);
}

function isSettingsWidening({ settings: before, type }: Field, { settings: after }: Field): boolean {
  return (Object.keys(WIDENS) as (keyof FieldSettings)[]).every((name) => {
    const widens = WIDENS[name] as WideningRule<unknown>;
    return widens(before[name], after[name], type);
  });
}

function isAtLeast(before = Infinity, after = Infinity): boolean {
  return after >= before;
}

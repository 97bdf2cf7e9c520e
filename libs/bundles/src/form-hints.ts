import { isStorable, type Json } from '@content-service/kernel';
import { InvalidDefinition, InvalidValue } from './bundle.errors.js';
import { type Field, isMultiple, isReference, UNLIMITED } from './field.js';
import { FIELD_TYPES } from './field-types/index.js';
import type { TextFormatter } from './field-types/field-type.js';

/** Characters of a help text and of a placeholder. */
const TEXT_MAXIMA = { description: 1000, placeholder: 255 };

/** Characters of a default value as JSON: the content model is held in memory and sent as a whole. */
const DEFAULT_VALUE_MAXIMUM = 10_000;

/** A default value is checked, not converted, so the HTML of its text is not needed. */
const NULL_FORMATTER: TextFormatter = { toHtml: () => '' };

/** The problems of the help text, the placeholder and the default value. @param pointer JSON Pointer to the field */
export function validateFormHints(field: Field, pointer: string): InvalidDefinition[] {
  return [
    ...validateText(field, 'description', pointer),
    ...validateText(field, 'placeholder', pointer),
    ...validateDefaultValue(field, `${pointer}/defaultValue`),
  ];
}

function validateText(
  field: Field,
  member: keyof typeof TEXT_MAXIMA,
  parentPointer: string,
): InvalidDefinition[] {
  const { [member]: text } = field;
  const maxLength = TEXT_MAXIMA[member];
  if (text === undefined) return [];
  const pointer = `${parentPointer}/${member}`;
  const subject = `The ${member} of '${field.name}' must`;
  if (!isStorable(text))
    return [new InvalidDefinition(`${subject} not contain NUL or broken characters.`, { pointer })];
  if (text.trim() !== '' && text.length <= maxLength) return [];
  const message = `${subject} have 1 to ${maxLength} characters, not only blanks.`;
  return [new InvalidDefinition(message, { pointer }, { minLength: 1, maxLength })];
}

/** Each item must be a value that the field accepts. References have none: their targets belong to one site. */
function validateDefaultValue(field: Field, pointer: string): InvalidDefinition[] {
  const { name, defaultValue, cardinality } = field;
  if (defaultValue === undefined) return [];
  const subject = `The default value of '${name}'`;
  const refuse = (message: string, path = ''): InvalidDefinition[] => [
    new InvalidDefinition(message, { pointer: `${pointer}${path}` }),
  ];
  if (isReference(field)) return refuse(`${subject} cannot be set: the field is a relationship.`);
  if (JSON.stringify(defaultValue).length > DEFAULT_VALUE_MAXIMUM)
    return refuse(`${subject} must have at most ${DEFAULT_VALUE_MAXIMUM} characters as JSON.`);
  if (!isMultiple(field)) return validateItem(defaultValue, field, pointer);
  if (!Array.isArray(defaultValue)) return refuse(`${subject} must be a list: the field has several values.`);
  if (cardinality !== UNLIMITED && defaultValue.length > cardinality)
    return refuse(`${subject} must have at most ${cardinality} items.`);
  return (defaultValue as readonly Json[]).flatMap((item, index) =>
    validateItem(item, field, `${pointer}/${index}`),
  );
}

function validateItem(item: Json, field: Field, pointer: string): InvalidDefinition[] {
  try {
    if (item !== null && FIELD_TYPES[field.type].parse(item, field, { formatter: NULL_FORMATTER }) !== null)
      return [];
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    const path = error.at.map((member) => `/${member}`).join('');
    return [new InvalidDefinition(error.message, { pointer: `${pointer}${path}` }, error.meta)];
  }
  return [new InvalidDefinition(`The default value of '${field.name}' must not be empty.`, { pointer })];
}

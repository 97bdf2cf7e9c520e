import type { ErrorDetails, Json } from '@content-service/kernel';
import { InvalidDefinition, InvalidValue } from './bundle.errors.js';
import { type Field, isMultiple, UNLIMITED } from './field.js';
import { FIELD_HINTS, findMemberFaults } from './field-members.js';
import { FORM_DISPLAY, FORM_REGIONS } from './field-settings.js';
import { FIELD_TYPES, isReference } from './field-types/index.js';
import type { TextFormatter } from './field-types/field-type.js';

/** Characters of a default value as JSON: the content model is held in memory and sent as a whole. */
const DEFAULT_VALUE_MAXIMUM = 10_000;

/** A default value is checked, not converted, so the HTML of its text is not needed. */
const NULL_FORMATTER: TextFormatter = { toHtml: () => '' };

/** The problems of what a field tells forms only. @param pointer JSON Pointer to the field */
export function validateFormHints(field: Field, pointer: string): InvalidDefinition[] {
  return [
    ...validateText(field, 'description', pointer),
    ...validateText(field, 'placeholder', pointer),
    ...validateDefaultValue(field, `${pointer}/defaultValue`),
    ...validateFormDisplay(field, `${pointer}/formDisplay`),
  ];
}

function validateText(
  field: Field,
  member: 'description' | 'placeholder',
  parentPointer: string,
): InvalidDefinition[] {
  if (field[member] === undefined) return [];
  const subject = `The ${member} of '${field.name}'`;
  return findMemberFaults([member, FIELD_HINTS[member], field[member]], parentPointer, subject);
}

/** Each item must be a value that the field accepts. References have none: their targets belong to one site. */
function validateDefaultValue(field: Field, pointer: string): InvalidDefinition[] {
  const { name, defaultValue, cardinality } = field;
  if (defaultValue === undefined) return [];
  const subject = `The default value of '${name}'`;
  const refuse = (message: string, rule?: ErrorDetails['meta']): InvalidDefinition[] => [
    new InvalidDefinition(message, { pointer }, rule),
  ];
  if (isReference(field)) return refuse(`${subject} cannot be set: the field is a relationship.`);
  if (JSON.stringify(defaultValue).length > DEFAULT_VALUE_MAXIMUM)
    return refuse(`${subject} must have at most ${DEFAULT_VALUE_MAXIMUM} characters as JSON.`, {
      maxLength: DEFAULT_VALUE_MAXIMUM,
    });
  if (!isMultiple(field)) return validateItem(defaultValue, field, pointer);
  if (!Array.isArray(defaultValue))
    return refuse(`${subject} must be a list: the field has several values.`, { type: 'array' });
  if (cardinality !== UNLIMITED && defaultValue.length > cardinality)
    return refuse(`${subject} must have at most ${cardinality} items.`, { maxItems: cardinality });
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
  return [
    new InvalidDefinition(
      `The default value of '${field.name}' must not be empty.`,
      { pointer },
      { minItems: 1 },
    ),
  ];
}

function validateFormDisplay({ name, formDisplay }: Field, pointer: string): InvalidDefinition[] {
  const { group, region } = formDisplay ?? {};
  const problems =
    group === undefined
      ? []
      : findMemberFaults(['group', FORM_DISPLAY.group, group], pointer, `The form group of '${name}'`);
  if (region !== undefined && !FORM_REGIONS.includes(region)) {
    const message = `The form region of '${name}' must be one of ${FORM_REGIONS.join(', ')}, got '${region}'.`;
    problems.push(new InvalidDefinition(message, { pointer: `${pointer}/region` }, { enum: FORM_REGIONS }));
  }
  return problems;
}

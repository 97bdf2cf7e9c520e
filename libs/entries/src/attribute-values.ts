import {
  absentValue,
  type Field,
  fieldType,
  InvalidValue,
  isMultiple,
  isReference,
  type ResourceType,
  type TextFormatter,
  UNLIMITED,
} from '@content-service/bundles';
import type { DomainError, Json, JsonObject } from '@content-service/kernel';
import type { Attributes } from './entry.js';
import { FieldReadOnly, InvalidFieldValue, UnknownField } from './entry.errors.js';
import { pointerToken } from './pointer-token.js';

/** What a draft's attributes become, and everything that is wrong with them. */
export interface CheckedAttributes {
  readonly attributes: Attributes;
  readonly problems: readonly DomainError[];
}

/**
 * Checks the attributes of a draft and puts them over `previous`: members that are given replace, the others stay.
 *
 * @param previous the values before; for a new entry those it gets when nothing is said
 * @param keepsReadOnly whether read-only fields may be set (an import does)
 */
export function checkAttributes(
  draft: JsonObject | undefined,
  previous: Attributes,
  type: ResourceType,
  formatter: TextFormatter,
  keepsReadOnly = false,
): CheckedAttributes {
  const attributes: Record<string, Json> = {};
  const problems: DomainError[] = [];
  for (const field of type.attributes) attributes[field.name] = previous[field.name] ?? absentValue(field);
  for (const [name, input] of Object.entries(draft ?? {})) {
    const pointer = pointerTo(name);
    const field = type.fields.get(name);
    if (field === undefined || field.hidden === true || isReference(field)) {
      problems.push(misplaced(name, field, type));
    } else {
      const value = checkField(input ?? null, field, pointer, formatter, problems);
      const isKept = field.readOnly === true && !keepsReadOnly;
      if (isKept && value !== undefined && JSON.stringify(value) !== JSON.stringify(previous[name]))
        problems.push(new FieldReadOnly(name, pointer));
      else if (value !== undefined) attributes[name] = value;
    }
  }
  return { attributes, problems };
}

function misplaced(name: string, field: Field | undefined, type: ResourceType): DomainError {
  const message =
    field !== undefined && isReference(field)
      ? `${name} is a relationship; it belongs under 'relationships'.`
      : `${type.name} has no attribute '${name}'.`;
  return new UnknownField(message, pointerTo(name));
}

/** The stored form of one field, or `undefined` when problems were found. */
function checkField(
  input: Json,
  field: Field,
  pointer: string,
  formatter: TextFormatter,
  problems: DomainError[],
): Json | undefined {
  const before = problems.length;
  const inputs = listOf(input, field);
  const most = field.cardinality === UNLIMITED ? Infinity : field.cardinality;
  if (inputs.length > most) {
    const message = `${field.name} can have at most ${most === 1 ? 'one value' : `${most} values`}, got ${inputs.length}.`;
    problems.push(new InvalidFieldValue(message, pointer));
    return undefined;
  }
  const values = inputs.flatMap(({ item, at }) => {
    try {
      const value = fieldType(field.type).parse(item, field, { formatter });
      return value === null ? [] : [value];
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      problems.push(new InvalidFieldValue(error.message, existing(item, `${pointer}${at}`, error.at)));
      return [];
    }
  });
  if (problems.length > before) return undefined;
  return isMultiple(field) ? values : (values[0] ?? absentValue(field));
}

/** A scalar stands for a list of one, `null` for none, and `null` members of lists are dropped. */
function listOf(input: Json, field: Field): { item: Json; at: string }[] {
  if (input === null) return [];
  const isOneValue = !isMultiple(field) && fieldType(field.type).takesLists === true;
  if (!Array.isArray(input) || isOneValue) return [{ item: input, at: '' }];
  return (input as readonly Json[])
    .map((item, n) => ({ item, at: `/${n}` }))
    .filter(({ item }) => item !== null);
}

/** Follows `at` from the item as far as there is something to point at. */
function existing(item: Json, pointer: string, at: readonly string[]): string {
  let [value, reached]: [Json | undefined, string] = [item, pointer];
  for (const name of at) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) break;
    value = (value as JsonObject)[name];
    if (value === undefined) break;
    reached = `${reached}/${pointerToken(name)}`;
  }
  return reached;
}

const pointerTo = (name: string): string => `/data/attributes/${pointerToken(name)}`;

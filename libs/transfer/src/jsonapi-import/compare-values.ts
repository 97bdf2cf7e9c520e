import { getOwn, isJsonObject, type Json, type JsonObject, parseDateTime } from '@content-service/kernel';

/** Characters of a member name in a note. */
const NAME_MAXIMUM = 60;

/**
 * Compares a value of the source with the one that is stored instead. The same moment in another time zone, the same number
 * in other digits and an absent value in another form are no difference.
 *
 * @param ignored members of the source that are computed here, such as `processed`
 * @returns what is different, such as `the member 'timezone', which was left out`, each kind once
 */
export function findDifferences(
  source: Json,
  stored: Json,
  ignored: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const found = new Set<string>();
  compare(source, stored, { found, ignored });
  return found;
}

/** True when there is nothing to store: `null`, an empty text, or a list or object of nothing else. */
export function isEmptyValue(value: Json | undefined): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && (Object.values(value) as readonly Json[]).every(isEmptyValue);
}

interface Comparison {
  readonly found: Set<string>;
  readonly ignored: ReadonlySet<string>;
}

function compare(source: Json, stored: Json, comparison: Comparison): void {
  const { found } = comparison;
  if (source === stored || isEmptyValue(source)) return;
  if (isEmptyValue(stored)) found.add('a value, which was left out');
  else if (Array.isArray(source) || Array.isArray(stored)) compareLists(source, stored, comparison);
  else if (isJsonObject(source)) compareMembers(source, stored, comparison);
  else if (isJsonObject(stored)) compare(source, findOnlyMember(stored), comparison);
  else {
    const difference = compareScalars(source as Scalar, stored as Scalar);
    if (difference !== undefined) found.add(difference);
  }
}

function compareLists(source: Json, stored: Json, comparison: Comparison): void {
  const toList = (value: Json): readonly Json[] =>
    (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter((item) => !isEmptyValue(item));
  const [before, after] = [toList(source), toList(stored)];
  if (before.length > after.length) comparison.found.add('values of a list, which were left out');
  else for (const [index, item] of before.entries()) compare(item, after[index] ?? null, comparison);
}

function compareMembers(source: JsonObject, stored: Json, comparison: Comparison): void {
  if (!isJsonObject(stored)) {
    compare(findOnlyMember(source), stored, comparison);
    return;
  }
  for (const [name, value = null] of Object.entries(source)) {
    if (comparison.ignored.has(name)) continue;
    const after = getOwn(stored, name) ?? null;
    if (isEmptyValue(after) && !isEmptyValue(value))
      comparison.found.add(`the member '${name.slice(0, NAME_MAXIMUM)}', which was left out`);
    else compare(value, after, comparison);
  }
}

/** `x` of `{value: x}`, or the first member with a value of a compound value that was made of a plain one. */
function findOnlyMember(object: JsonObject): Json {
  const [first = null] = Object.values(object).filter((value) => !isEmptyValue(value));
  return first;
}

type Scalar = string | number | boolean | null;

function compareScalars(source: Scalar, stored: Scalar): string | undefined {
  if (typeof source === 'string' && typeof stored === 'string')
    return isSameMoment(source, stored) || isSameNumber(source, stored) ? undefined : OTHER_VALUE;
  if (typeof source === 'number' && typeof stored === 'string') {
    if (parseDateTime(stored) === source) return undefined;
    return isSameNumber(String(source), stored) ? 'a number, which became text' : OTHER_VALUE;
  }
  const isSame = Number(source) === Number(stored) || String(source) === String(stored);
  return isSame ? undefined : OTHER_VALUE;
}

const OTHER_VALUE = 'another value';

function isSameMoment(one: string, other: string): boolean {
  const moment = parseDateTime(one);
  return moment !== undefined && moment === parseDateTime(other);
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

function isSameNumber(one: string, other: string): boolean {
  return NUMBER.test(one) && NUMBER.test(other) && stripZeros(one) === stripZeros(other);
}

/** The digits of a number without zeros behind its point. */
function stripZeros(number: string): string {
  let end = number.length;
  if (number.includes('.')) while (number[end - 1] === '0') end -= 1;
  const digits = number.slice(0, number[end - 1] === '.' ? end - 1 : end);
  return digits === '-0' ? '0' : digits;
}

import type { Property } from '@content-service/bundles';
import { DomainError, isUuid, secondsOfDateTime, secondsOfDay } from '@content-service/kernel';
import type { IndexValue } from './filter.js';
import { fold } from './fold.js';
import { type Operator, OPERATORS } from './operators.js';

/** A filter value that cannot be read as what its path holds. */
export class InvalidFilterValue extends DomainError {
  constructor(message: string, parameter: string) {
    super('invalid_filter_value', message, { place: { parameter } });
  }
}

/** A readable value that no entry can have, such as an integer beyond all bounds or text that is no UUID. */
export const UNMATCHABLE = Symbol('unmatchable');

type Read = IndexValue | typeof UNMATCHABLE;

/**
 * The values of a condition in the form its property is compared in.
 *
 * @throws InvalidFilterValue
 */
export function readFilterValues(
  operator: Operator,
  texts: readonly string[],
  property: Property,
  parameter: string,
): Read[] {
  if (OPERATORS[operator].comparesText) return texts.map((text) => textPiece(text, property));
  return texts.map((text, n) => {
    const value = readValue(text, property, roundingOf(operator, n));
    if (value !== undefined) return value;
    throw new InvalidFilterValue(`"${text}" cannot be read as ${WANTED[property.kind]}.`, parameter);
  });
}

const WANTED: Readonly<Record<Property['kind'], string>> = {
  string: 'text',
  text: 'text',
  uuid: 'an id',
  integer: 'a whole number',
  decimal: 'a number',
  float: 'a number',
  boolean: '1, 0, true or false',
  timestamp: 'UNIX seconds or a date',
  datetime: 'UNIX seconds or a date',
  date: 'UNIX seconds or a date',
};

function textPiece(text: string, property: Property): string {
  const isText = property.kind === 'string' || property.kind === 'text';
  if (isText) return property.caseSensitive ? text : fold(text);
  return property.kind === 'uuid' ? text.toLowerCase() : text;
}

function readValue(text: string, property: Property, rounding: Rounding): Read | undefined {
  switch (property.kind) {
    case 'string':
    case 'text':
      return textPiece(text, property);
    case 'uuid':
      return isUuid(text.toLowerCase()) ? text.toLowerCase() : UNMATCHABLE;
    case 'integer':
    case 'float':
      return readNumber(text, property.kind);
    case 'decimal':
      return readDecimal(text.trim(), property.scale, rounding);
    case 'boolean':
      return BOOLEANS.get(text);
    case 'timestamp':
    case 'datetime':
    case 'date':
      return readMoment(text.trim());
  }
}

const BOOLEANS: ReadonlyMap<string, number> = new Map([
  ['1', 1],
  ['true', 1],
  ['0', 0],
  ['false', 0],
]);

const NUMBER = /^-?\d+(\.\d*)?$|^-?\.\d+$/;
const FLOAT = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const GREATEST = { integer: Number.MAX_SAFE_INTEGER, float: Number.MAX_VALUE } as const;

function readNumber(text: string, kind: 'integer' | 'float'): Read | undefined {
  const trimmed = text.trim();
  if (!(kind === 'integer' ? NUMBER : FLOAT).test(trimmed)) return undefined;
  const value = Number(trimmed);
  return Math.abs(value) <= GREATEST[kind] ? value : UNMATCHABLE;
}

/** Where a bound with more digits than the field has falls between two values, which of them stands for it. */
type Rounding = 'exact' | 'floor' | 'ceiling';

function roundingOf(operator: Operator, place: number): Rounding {
  if (operator === '>' || operator === '<=') return 'floor';
  if (operator === '>=' || operator === '<') return 'ceiling';
  if (operator === 'BETWEEN' || operator === 'NOT BETWEEN') return place === 0 ? 'ceiling' : 'floor';
  return 'exact';
}

/** The widest whole number that every engine has. */
const INT64_MAXIMUM = 2n ** 63n - 1n;

function readDecimal(text: string, scale: number, rounding: Rounding): Read | undefined {
  if (!NUMBER.test(text)) return undefined;
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const digits = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  const isExact = /^0*$/.test(fraction.slice(scale));
  const truncated = negative ? -digits : digits;
  const value = isExact ? truncated : round(truncated, negative, rounding);
  if (value === undefined || value > INT64_MAXIMUM || value < -INT64_MAXIMUM) return UNMATCHABLE;
  return value;
}

function round(truncated: bigint, negative: boolean, rounding: Rounding): bigint | undefined {
  if (rounding === 'exact') return undefined;
  if (rounding === 'floor') return negative ? truncated - 1n : truncated;
  return negative ? truncated : truncated + 1n;
}

const DATE_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/i;

/** Seconds; or RFC 3339 with any offset; or a day; or a date-time without an offset, which is read as UTC. */
function readMoment(text: string): Read | undefined {
  if (/^-?\d+$/.test(text)) {
    const seconds = Number(text);
    return Number.isSafeInteger(seconds) ? seconds : UNMATCHABLE;
  }
  const [, minute, seconds = ':00', offset = 'Z'] = DATE_TIME.exec(text) ?? [];
  return minute === undefined ? secondsOfDay(text) : secondsOfDateTime(minute + seconds + offset);
}

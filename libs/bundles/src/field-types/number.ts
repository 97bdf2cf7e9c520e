import type { Json } from '@content-service/kernel';
import { InvalidDefinition, InvalidValue } from '../bundle.errors.js';
import type { Field } from '../field.js';
import { property } from '../property.js';
import type { FieldType } from './field-type.js';
import { show, unwrap } from './input.js';

const INTEGER = /^\s*-?\d+\s*$/;
const NUMBER = /^\s*-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/;

/** All digits of a decimal fit into 64 bits, the widest whole number every engine has. */
const PRECISION_MAXIMUM = 18;

export const integer: FieldType = {
  name: 'integer',
  label: 'Whole number',
  description: 'A whole number.',
  settings: ['min', 'max'],
  compound: false,
  properties: () => [property('integer')],
  checkSettings: checkBounds,
  parse: (input, field) => {
    const given = unwrap(input);
    const value = typeof given === 'string' && INTEGER.test(given) ? Number(given) : given;
    if (typeof value !== 'number' || !Number.isSafeInteger(value))
      throw new InvalidValue(`${field.name} must be an integer, got ${show(input)}.`);
    return withinBounds(value, field);
  },
  schema: (field) => ({ type: 'integer', ...bounds(field) }),
};

export const float: FieldType = {
  name: 'float',
  label: 'Number, floating point',
  description: 'A number with a floating point: fast, not exact.',
  settings: ['min', 'max'],
  compound: false,
  properties: () => [property('float')],
  checkSettings: checkBounds,
  parse: (input, field) => withinBounds(parseNumber(input, field, Infinity), field),
  schema: (field) => ({ type: 'number', ...bounds(field) }),
};

export const decimal: FieldType = {
  name: 'decimal',
  label: 'Decimal number',
  description: 'An exact number with a fixed number of digits behind the point, such as a price.',
  settings: ['precision', 'scale', 'min', 'max'],
  compound: false,
  properties: (field) => [property('decimal', '', { scale: scaleOf(field) })],
  checkSettings: (field) => {
    checkBounds(field);
    const { precision = 10, scale = 2 } = field.settings;
    if (!Number.isInteger(precision) || precision < 1 || precision > PRECISION_MAXIMUM)
      throw new InvalidDefinition(`precision of ${field.name} must be from 1 to ${PRECISION_MAXIMUM}.`);
    if (!Number.isInteger(scale) || scale < 0 || scale > precision)
      throw new InvalidDefinition(`scale of ${field.name} must be from 0 to its precision, ${precision}.`);
  },
  parse: parseDecimal,
  schema: (field) => ({ type: 'string', pattern: `^-?\\d+(\\.\\d{${scaleOf(field)}})?$` }),
};

function scaleOf(field: Field): number {
  return field.settings.scale ?? 2;
}

/** From here on numbers are written with an exponent only. No field has so many digits. */
const DIGITS_END = 1e21;

/** Rounds to the field's scale, half away from zero, and pads to it: `7.489` is `"7.49"`, `12.5` is `"12.50"`. */
function parseDecimal(input: Json, field: Field): Json {
  const scale = scaleOf(field);
  const number = withinBounds(parseNumber(input, field, DIGITS_END), field);
  const given = unwrap(input);
  const text = typeof given === 'string' && !/e/i.test(given) ? given.trim() : plainDigits(number);
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const kept = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  const digits = kept + ((fraction[scale] ?? '0') >= '5' ? 1n : 0n);
  const precision = field.settings.precision ?? 10;
  if (digits.toString().length > precision)
    throw new InvalidValue(`${field.name} can have at most ${precision} digits, got ${show(input)}.`);
  const padded = digits.toString().padStart(scale + 1, '0');
  const shown = scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  return number < 0 && digits !== 0n ? `-${shown}` : shown;
}

/** A number without an exponent. */
function plainDigits(number: number): string {
  const text = String(number);
  return text.includes('e') ? number.toFixed(20) : text;
}

/** @param end what the number must be smaller than, whatever its sign */
function parseNumber(input: Json, field: Field, end: number): number {
  const given = unwrap(input);
  const value = typeof given === 'string' && NUMBER.test(given) ? Number(given) : given;
  if (typeof value !== 'number' || Math.abs(value) >= end)
    throw new InvalidValue(`${field.name} must be a number, got ${show(input)}.`);
  return value;
}

function withinBounds(value: number, field: Field): number {
  const { min = -Infinity, max = Infinity } = field.settings;
  if (value < min) throw new InvalidValue(`${field.name} must be at least ${min}, got ${value}.`);
  if (value > max) throw new InvalidValue(`${field.name} must be at most ${max}, got ${value}.`);
  return value;
}

function checkBounds({ name, settings: { min, max } }: Field): void {
  if (min !== undefined && max !== undefined && min > max)
    throw new InvalidDefinition(`min of ${name} must not be greater than its max.`);
}

function bounds({ settings: { min, max } }: Field): Record<string, number> {
  return {
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  };
}

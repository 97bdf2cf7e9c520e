import type { Json } from '@content-service/kernel';
import { InvalidDefinition, InvalidValue } from '../bundle.errors.js';
import { defineProperty, type Field } from '../field.js';
import { FIELD_SETTINGS } from '../field-settings.js';
import type { FieldType } from './field-type.js';
import { formatForError } from './error-text.js';
import { unwrap } from './text.js';

const INTEGER = /^\s*-?\d+\s*$/;
const NUMBER = /^\s*-?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/;

/** 18 digits fit into 64 bits, the widest integer of every database. */
const PRECISION_MAXIMUM = FIELD_SETTINGS.precision.maximum;

export const integer: FieldType = {
  name: 'integer',
  label: 'Whole number',
  description: 'A whole number.',
  settings: ['min', 'max'],
  compound: false,
  getProperties: () => [defineProperty('integer')],
  validateSettings: validateBounds,
  parse: (input, field) => {
    const plain = unwrap(input);
    const value = typeof plain === 'string' && INTEGER.test(plain) ? Number(plain) : plain;
    if (typeof value !== 'number' || !Number.isSafeInteger(value))
      throw new InvalidValue(`${field.name} must be an integer, got ${formatForError(input)}.`, [], {
        format: 'integer',
      });
    if (field.onlyValues?.includes(value) === false)
      throw new InvalidValue(
        `${field.name} must be one of ${field.onlyValues.join(', ')}, got ${value}.`,
        [],
        { enum: field.onlyValues },
      );
    return assertWithinBounds(value, field);
  },
  buildSchema: (field) => ({
    type: 'integer',
    ...getBounds(field),
    ...(field.onlyValues === undefined ? {} : { enum: field.onlyValues }),
  }),
};

export const float: FieldType = {
  name: 'float',
  label: 'Number, floating point',
  description: 'A number with a floating point: fast, not exact.',
  settings: ['min', 'max'],
  compound: false,
  getProperties: () => [defineProperty('float')],
  validateSettings: validateBounds,
  parse: (input, field) => assertWithinBounds(parseNumber(input, field, Infinity), field),
  buildSchema: (field) => ({ type: 'number', ...getBounds(field) }),
};

export const decimal: FieldType = {
  name: 'decimal',
  label: 'Decimal number',
  description: 'An exact number with a fixed number of digits after the point, such as a price.',
  settings: ['precision', 'scale', 'min', 'max'],
  compound: false,
  getProperties: (field) => [defineProperty('decimal', '', { scale: getScale(field) })],
  validateSettings: (field) => {
    validateBounds(field);
    const { precision = 10, scale = 2 } = field.settings;
    if (!Number.isInteger(precision) || precision < 1 || precision > PRECISION_MAXIMUM)
      throw new InvalidDefinition(
        `precision of ${field.name} must be from 1 to ${PRECISION_MAXIMUM}.`,
        { pointer: '/precision' },
        { minimum: 1, maximum: PRECISION_MAXIMUM },
      );
    if (!Number.isInteger(scale) || scale < 0 || scale > precision)
      throw new InvalidDefinition(
        `scale of ${field.name} must be from 0 to its precision, ${precision}.`,
        { pointer: '/scale' },
        { minimum: 0, maximum: precision },
      );
  },
  parse: parseDecimal,
  buildSchema: (field) => ({ type: 'string', pattern: `^-?\\d+(\\.\\d{${getScale(field)}})?$` }),
};

function getScale(field: Field): number {
  return field.settings.scale ?? 2;
}

/** From here on JavaScript formats numbers with an exponent. No field has so many digits. */
const EXPONENT_START = 1e21;

/** Rounds half away from zero to the field's scale and pads with zeros: `7.489` is `"7.49"`, `12.5` is `"12.50"`. */
function parseDecimal(input: Json, field: Field): Json {
  const scale = getScale(field);
  const number = assertWithinBounds(parseNumber(input, field, EXPONENT_START), field);
  const plain = unwrap(input);
  const text = typeof plain === 'string' && !/e/i.test(plain) ? plain.trim() : formatPlainDecimal(number);
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const kept = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  const digits = kept + ((fraction[scale] ?? '0') >= '5' ? 1n : 0n);
  const precision = field.settings.precision ?? 10;
  if (digits.toString().length > precision)
    throw new InvalidValue(
      `${field.name} can have at most ${precision} digits, got ${formatForError(input)}.`,
      [],
      { precision },
    );
  const padded = digits.toString().padStart(scale + 1, '0');
  const formatted = scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  return number < 0 && digits !== 0n ? `-${formatted}` : formatted;
}

/** A number without an exponent. */
function formatPlainDecimal(number: number): string {
  const text = String(number);
  return text.includes('e') ? number.toFixed(20) : text;
}

/** @param end the exclusive maximum of the absolute value */
function parseNumber(input: Json, field: Field, end: number): number {
  const plain = unwrap(input);
  const value = typeof plain === 'string' && NUMBER.test(plain) ? Number(plain) : plain;
  if (typeof value !== 'number' || Math.abs(value) >= end)
    throw new InvalidValue(`${field.name} must be a number, got ${formatForError(input)}.`, [], {
      format: 'number',
    });
  return value;
}

function assertWithinBounds(value: number, field: Field): number {
  const { min = -Infinity, max = Infinity } = field.settings;
  const bounds = getBounds(field);
  if (value < min) throw new InvalidValue(`${field.name} must be at least ${min}, got ${value}.`, [], bounds);
  if (value > max) throw new InvalidValue(`${field.name} must be at most ${max}, got ${value}.`, [], bounds);
  return value;
}

function validateBounds({ name, settings: { min, max } }: Field): void {
  if (min !== undefined && max !== undefined && min > max)
    throw new InvalidDefinition(
      `min of ${name} must not be greater than its max.`,
      { pointer: '/min' },
      { maximum: max },
    );
}

function getBounds({ settings: { min, max } }: Field): Record<string, number> {
  return {
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  };
}

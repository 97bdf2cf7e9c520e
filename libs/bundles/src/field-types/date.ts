import {
  formatDateTime,
  type Json,
  parseDate,
  parseDateTime,
  withinSupportedRange,
} from '@content-service/kernel';
import { InvalidDefinition, InvalidValue } from '../bundle.errors.js';
import { defineProperty, type Field, type ValueKind } from '../field.js';
import type { FieldType } from './field-type.js';
import { formatForError } from './error-text.js';
import { parseMembers, unwrap } from './text.js';

export const datetime: FieldType = {
  name: 'datetime',
  label: 'Date',
  description: 'A date, or a date with a time.',
  settings: ['datetimeType'],
  compound: false,
  getProperties: (field) => [defineProperty(getDateKind(field))],
  validateSettings: validateDateSettings,
  parse: (input, field) => parseDateValue(unwrap(input), field),
  buildSchema: buildDateSchema,
};

function getDateKind(field: Field): ValueKind & ('date' | 'datetime') {
  return field.settings.datetimeType ?? 'datetime';
}

/**
 * Parses a date in the form of its field: `2024-01-31`, or a date-time with an offset (without one it is ambiguous).
 *
 * @param at the path of the date in the item, such as `['end_value']`
 * @throws InvalidValue
 */
function parseDateValue(input: Json, field: Field, at: readonly string[] = []): string {
  const text = typeof input === 'string' ? input : '';
  if (getDateKind(field) === 'date') {
    if (parseDate(text) !== undefined) return text;
    throw new InvalidValue(
      `${field.name} must be a date such as 2024-01-31, got ${formatForError(input)}.`,
      at,
      { format: 'date' },
    );
  }
  const seconds = parseDateTime(text);
  if (seconds !== undefined) return formatDateTime(seconds);
  throw new InvalidValue(
    `${field.name} must be a date and time with an offset, such as 2024-01-31T12:00:00+00:00, got ${formatForError(input)}.`,
    at,
    { format: 'date-time' },
  );
}

function validateDateSettings({ name, settings }: Field): void {
  if (settings.datetimeType !== undefined && !['date', 'datetime'].includes(settings.datetimeType))
    throw new InvalidDefinition(
      `datetimeType of ${name} must be date or datetime.`,
      {
        pointer: '/datetimeType',
      },
      { enum: ['date', 'datetime'] },
    );
}

function buildDateSchema(field: Field): { type: 'string'; format: string } {
  return { type: 'string', format: getDateKind(field) === 'date' ? 'date' : 'date-time' };
}

export const timestamp: FieldType = {
  name: 'timestamp',
  label: 'Timestamp',
  description: 'A moment, compared as UNIX seconds.',
  settings: [],
  compound: false,
  getProperties: () => [defineProperty('timestamp')],
  parse: (input, field) => {
    const seconds = toSeconds(unwrap(input));
    if (seconds !== undefined) return formatDateTime(seconds);
    throw new InvalidValue(
      `${field.name} must be a moment such as 2024-01-31T12:00:00+00:00 or UNIX seconds, got ${formatForError(input)}.`,
      [],
      { format: 'date-time' },
    );
  },
  buildSchema: () => ({ type: 'string', format: 'date-time' }),
};

function toSeconds(input: Json): number | undefined {
  if (typeof input === 'number' && Number.isInteger(input)) return withinSupportedRange(input);
  if (typeof input !== 'string') return undefined;
  return /^-?\d+$/.test(input) ? withinSupportedRange(Number(input)) : parseDateTime(input);
}

const BOTH_ENDS_RULE = { required: ['value', 'end_value'] };

/** A date range needs both dates. An end before the start is accepted, as in the reference implementation. */
export const dateRange: FieldType = {
  name: 'daterange',
  label: 'Date range',
  description: 'A start and an end, each a date or a date with a time.',
  settings: ['datetimeType'],
  compound: true,
  getProperties: (field) => [
    defineProperty(getDateKind(field), 'value'),
    defineProperty(getDateKind(field), 'end_value'),
  ],
  validateSettings: validateDateSettings,
  parse: (input, field) => {
    const members =
      typeof input === 'string' ? { value: input } : parseMembers(input, field, ['value', 'end_value']);
    const [value, end] = [members['value'] ?? null, members['end_value'] ?? null];
    if (value === null)
      throw new InvalidValue(`${field.name} needs a date under 'value'.`, ['value'], BOTH_ENDS_RULE);
    if (end === null)
      throw new InvalidValue(`${field.name} needs a date under 'end_value'.`, ['end_value'], BOTH_ENDS_RULE);
    return {
      value: parseDateValue(value, field, ['value']),
      end_value: parseDateValue(end, field, ['end_value']),
    };
  },
  buildSchema: (field) => ({
    type: 'object',
    properties: { value: buildDateSchema(field), end_value: buildDateSchema(field) },
    required: ['value', 'end_value'],
  }),
};

import { formatDateTime, type Json, secondsOfDateTime, secondsOfDay } from '@content-service/kernel';
import { InvalidDefinition, InvalidValue } from '../bundle.errors.js';
import type { Field } from '../field.js';
import { property, type ValueKind } from '../property.js';
import type { FieldType } from './field-type.js';
import { show, unwrap } from './input.js';

export const datetime: FieldType = {
  name: 'datetime',
  label: 'Date',
  description: 'A date, or a date with a time.',
  settings: ['datetimeType'],
  compound: false,
  properties: (field) => [property(dateKind(field))],
  checkSettings: checkDateSettings,
  parse: (input, field) => parseDate(unwrap(input), field),
  schema: dateSchema,
};

export function dateKind(field: Field): ValueKind & ('date' | 'datetime') {
  return field.settings.datetimeType ?? 'datetime';
}

/**
 * A date in the form its field has: `2024-01-31`, or a date-time with an offset (one without is ambiguous).
 *
 * @param at where in the item it stands
 */
export function parseDate(input: Json, field: Field, at: readonly string[] = []): string {
  const text = typeof input === 'string' ? input : '';
  if (dateKind(field) === 'date') {
    if (secondsOfDay(text) !== undefined) return text;
    throw new InvalidValue(`${field.name} must be a date such as 2024-01-31, got ${show(input)}.`, at);
  }
  const seconds = secondsOfDateTime(text);
  if (seconds !== undefined) return formatDateTime(seconds);
  throw new InvalidValue(
    `${field.name} must be a date and time with an offset, such as 2024-01-31T12:00:00+00:00, got ${show(input)}.`,
    at,
  );
}

export function checkDateSettings({ name, settings }: Field): void {
  if (settings.datetimeType !== undefined && !['date', 'datetime'].includes(settings.datetimeType))
    throw new InvalidDefinition(`datetimeType of ${name} must be date or datetime.`);
}

export function dateSchema(field: Field): { type: 'string'; format: string } {
  return { type: 'string', format: dateKind(field) === 'date' ? 'date' : 'date-time' };
}

import { formatDateTime, inDateRange, type Json, secondsOfDateTime } from '@content-service/kernel';
import { InvalidValue } from '../bundle.errors.js';
import { property } from '../property.js';
import type { FieldType } from './field-type.js';
import { show, unwrap } from './input.js';

export const timestamp: FieldType = {
  name: 'timestamp',
  label: 'Timestamp',
  description: 'A moment, compared as UNIX seconds.',
  settings: [],
  compound: false,
  properties: () => [property('timestamp')],
  parse: (input, field) => {
    const seconds = toSeconds(unwrap(input));
    if (seconds !== undefined) return formatDateTime(seconds);
    throw new InvalidValue(
      `${field.name} must be a moment such as 2024-01-31T12:00:00+00:00 or UNIX seconds, got ${show(input)}.`,
    );
  },
  schema: () => ({ type: 'string', format: 'date-time' }),
};

function toSeconds(input: Json): number | undefined {
  if (typeof input === 'number' && Number.isInteger(input)) return inDateRange(input);
  if (typeof input !== 'string') return undefined;
  return /^-?\d+$/.test(input) ? inDateRange(Number(input)) : secondsOfDateTime(input);
}

import { InvalidValue } from '../bundle.errors.js';
import { property } from '../property.js';
import { checkDateSettings, dateKind, dateSchema, parseDate } from './date.js';
import type { FieldType } from './field-type.js';
import { members } from './text.js';

/** Both ends are needed. A range that ends before it begins is kept as it is, as the reference does. */
export const dateRange: FieldType = {
  name: 'daterange',
  label: 'Date range',
  description: 'A date or date with a time at which something begins, and one at which it ends.',
  settings: ['datetimeType'],
  compound: true,
  properties: (field) => [property(dateKind(field), 'value'), property(dateKind(field), 'end_value')],
  checkSettings: checkDateSettings,
  parse: (input, field) => {
    const given =
      typeof input === 'string' ? { value: input } : members(input, field, ['value', 'end_value']);
    const [value, end] = [given['value'] ?? null, given['end_value'] ?? null];
    if (value === null) throw new InvalidValue(`${field.name} needs a date under 'value'.`, ['value']);
    if (end === null) throw new InvalidValue(`${field.name} needs a date under 'end_value'.`, ['end_value']);
    return {
      value: parseDate(value, field, ['value']),
      end_value: parseDate(end, field, ['end_value']),
    };
  },
  schema: (field) => ({
    type: 'object',
    properties: { value: dateSchema(field), end_value: dateSchema(field) },
    required: ['value', 'end_value'],
  }),
};

import type { FieldError } from './api-error.js';

type Meta = FieldError['meta'];

/** The expected forms of a value, by `meta.format` (JSON Schema, «format»). */
const FORMATS: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address, such as name@example.com',
  date: 'must be a date, such as 2026-01-31',
  'date-time': 'must be a date and a time',
  uri: 'must be an address, such as https://www.example.com',
  path: 'must be a path, such as /about',
  number: 'must be a number',
  integer: 'must be a whole number',
};

const RULES: readonly ((meta: Meta) => string | undefined)[] = [
  ({ minimum, maximum }) =>
    isNumber(minimum) && isNumber(maximum)
      ? `must be from ${formatNumber(minimum)} to ${formatNumber(maximum)}`
      : undefined,
  ({ maximum }) => (isNumber(maximum) ? `can be ${formatNumber(maximum)} at most` : undefined),
  ({ minimum }) => (isNumber(minimum) ? `must be at least ${formatNumber(minimum)}` : undefined),
  ({ minLength, maxLength }) =>
    isNumber(minLength) && isNumber(maxLength)
      ? `must have ${formatNumber(minLength)} to ${formatNumber(maxLength)} characters`
      : undefined,
  ({ maxLength }) =>
    isNumber(maxLength) ? `can have ${formatNumber(maxLength)} characters at most` : undefined,
  ({ precision }) => (isNumber(precision) ? `can have ${formatNumber(precision)} digits at most` : undefined),
  ({ minItems }) => (minItems === 1 ? 'cannot be empty' : undefined),
  ({ startsAt }) => (typeof startsAt === 'string' ? 'cannot end before it begins' : undefined),
  ({ format }) => (typeof format === 'string' ? FORMATS[format] : undefined),
];

/**
 * The message about a value in the words of the administration, such as `Rating can be 5 at most.`; for an error without a
 * rule here the `detail` of the service.
 *
 * @param label the label of the input
 */
export function formatFieldError(error: FieldError, label: string): string {
  const { code, meta } = error;
  if (code === 'value_missing') return `${label} is required.`;
  const text = RULES.map((rule) => rule(meta)).find((candidate) => candidate !== undefined);
  return text === undefined ? withLabel(error, label) : `${label} ${text}.`;
}

/** The detail of the service with the label in place of the member's name at its beginning. */
function withLabel({ detail, pointer = '', meta }: FieldError, label: string): string {
  const names = [...pointer.split('/'), meta['field']];
  const [first = '', ...rest] = detail.split(' ');
  return names.includes(first) ? [label, ...rest].join(' ') : detail;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function formatNumber(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 20 });
}

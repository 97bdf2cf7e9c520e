import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';
import { getOwn } from '../own-members.js';
import type { FieldError } from './api-error.js';

type Meta = FieldError['meta'];
type Sentence = (label: string) => string;

/** The expected forms of a value, by `meta.format` (JSON Schema, «format»; the others are the service's own). */
const FORMATS: Readonly<Record<string, Sentence>> = {
  email: (label) => t`${label} must be an e-mail address, such as name@example.com.`,
  date: (label) => t`${label} must be a date, such as 2026-01-31.`,
  'date-time': (label) => t`${label} must be a date and a time.`,
  uri: (label) => t`${label} must be an address, such as https://www.example.com.`,
  'https-uri': (label) => t`${label} must begin with https://.`,
  'uri-without-credentials': (label) => t`${label} cannot have a user name or a password in it.`,
  'uri-without-fragment': (label) => t`${label} cannot have a part behind #.`,
  'uri-without-query': (label) =>
    t`${label} must be a whole address without user, ? and #, such as https://www.example.com/draft.`,
  'uri-with-allowed-port': (label) =>
    t`${label} can have no port below 1024, except the usual one of its scheme.`,
  'foreign-uri': (label) => t`${label} cannot lead to this service itself.`,
  'public-uri': (label) => t`${label} cannot have an address of a private or reserved network.`,
  path: (label) => t`${label} must be a path, such as /about.`,
  language: (label) => t`${label} must have a language, such as en.`,
  number: (label) => t`${label} must be a number.`,
  integer: (label) => t`${label} must be a whole number.`,
  'storable-text': (label) => t`${label} has characters that cannot be stored.`,
  'machine-name': (label) => t`${label} can have up to 32 of a-z, 0-9 and _, and must begin with a letter.`,
  'resource-type': (label) => t`${label} has a type that does not exist.`,
  'target-type': (label) => t`${label} cannot refer to entries of this type.`,
  cron: (label) =>
    t`${label} must be five parts, minute to day of the week, of a time that occurs, such as 30 3 * * *.`,
  scope: (label) => t`${label} has a scope that does not exist.`,
  role: (label) => t`${label} must be a role that exists.`,
  user: (label) => t`${label} must be a user that exists.`,
  uuid: (label) => t`${label} must be a user that exists.`,
  origin: (label) => t`${label} must be scheme and host without a path, such as https://www.example.com.`,
  'redirect-uri': (label) => t`${label} must be a whole address, such as https://www.example.com/callback.`,
  'rate-limits': (label) => t`${label} must have limits of known policies, within their bounds.`,
  'user-name': (label) =>
    t`${label} can have up to 60 letters, digits and . _ - @ '' +, with single spaces between them.`,
  'uncommon-password': (label) => t`${label} is too common: use several words that do not belong together.`,
  'password-without-names': (label) => t`${label} must not be made of names of the user or of this site.`,
  'other-password': (label) => t`${label} must be another one than the present.`,
  'header-name': (label) => t`${label} must have names of HTTP headers.`,
  'free-header-name': (label) => t`${label} has a name that the service sets itself.`,
  'header-value': (label) => t`${label} must have values of 1 to 1,000 letters, digits and signs.`,
  'visible-event-type': (label) => t`${label} has an event that this visibility does not allow.`,
};

/** The kinds of values, by `meta.type` (JSON Schema, «type»). */
const TYPES: Readonly<Record<string, Sentence>> = {
  string: (label) => t`${label} must be text.`,
  boolean: (label) => t`${label} must be yes or no.`,
  integer: (label) => t`${label} must be a whole number.`,
  number: (label) => t`${label} must be a number.`,
  array: (label) => t`${label} must be a list.`,
  object: (label) => t`${label} has a part that is missing or too much.`,
};

/** Sentences about a value that a rule of `meta` refuses; the first that fits is shown. */
const RULES: readonly ((meta: Meta, label: string) => string | undefined)[] = [
  ({ minimum, maximum }, label) =>
    isNumber(minimum) && isNumber(maximum)
      ? t`${label} must be from ${formatNumber(minimum)} to ${formatNumber(maximum)}.`
      : undefined,
  ({ maximum }, label) =>
    isNumber(maximum) ? t`${label} can be ${formatNumber(maximum)} at most.` : undefined,
  ({ minimum }, label) =>
    isNumber(minimum) ? t`${label} must be at least ${formatNumber(minimum)}.` : undefined,
  ({ format }, label) => (typeof format === 'string' ? getOwn(FORMATS, format)?.(label) : undefined),
  ({ minLength, maxLength }, label) =>
    isNumber(minLength) && isNumber(maxLength)
      ? t`${label} must have ${formatNumber(minLength)} to ${formatNumber(maxLength)} characters.`
      : undefined,
  ({ maxLength }, label) =>
    isNumber(maxLength) ? t`${label} can have ${formatNumber(maxLength)} characters at most.` : undefined,
  ({ precision }, label) =>
    isNumber(precision) ? t`${label} can have ${formatNumber(precision)} digits at most.` : undefined,
  ({ minItems }, label) => (minItems === 1 ? t`${label} cannot be empty.` : undefined),
  ({ maxItems }, label) => (isNumber(maxItems) ? formatMaxItems(label, maxItems) : undefined),
  ({ uniqueItems }, label) => (uniqueItems === true ? t`${label} has the same twice.` : undefined),
  ({ enum: values }, label) => (Array.isArray(values) ? formatEnum(label, values) : undefined),
  ({ const: value }, label) => (value === true ? t`${label} must be switched on.` : undefined),
  ({ not }, label) => (typeof not === 'object' ? t`${label} cannot have this value.` : undefined),
  ({ required }, label) => (required === true ? t`${label} is required.` : undefined),
  ({ required, properties }, label) =>
    Array.isArray(required) || Array.isArray(properties) ? TYPES['object']?.(label) : undefined,
  ({ startsAt }, label) =>
    typeof startsAt === 'string' ? t`${label} cannot end before it begins.` : undefined,
  ({ formatMinimum }, label) =>
    typeof formatMinimum === 'string' ? t`${label} cannot be before the beginning.` : undefined,
  ({ processedMaximum }, label) =>
    isNumber(processedMaximum)
      ? t`${label} is too long as HTML: use fewer line ends and signs, or several fields.`
      : undefined,
  ({ nestingMaximum }, label) =>
    isNumber(nestingMaximum)
      ? t`${label} has elements in more than ${formatNumber(nestingMaximum)} others. Is every element closed?`
      : undefined,
  ({ type }, label) => (typeof type === 'string' ? getOwn(TYPES, type)?.(label) : undefined),
];

/** The sentence about the rule of `meta` that a value breaks; `undefined` for a rule without words here. */
export function formatBrokenRule(meta: Meta, label: string): string | undefined {
  return RULES.map((rule) => rule(meta, label)).find((sentence) => sentence !== undefined);
}

function formatMaxItems(label: string, maximum: number): string {
  if (maximum === 0) return t`${label} must be empty here.`;
  return maximum === 1
    ? t`${label} can have one value only.`
    : t`${label} can have ${formatNumber(maximum)} values at most.`;
}

/** More choices would not be read. */
const NAMED_CHOICES_MAXIMUM = 12;

function formatEnum(label: string, values: readonly unknown[]): string {
  return values.length > NAMED_CHOICES_MAXIMUM
    ? t`${label} cannot have this value.`
    : t`${label} must be ${formatChoices(values)}.`;
}

/** Such as `red, green, or blue`. */
function formatChoices(values: readonly unknown[]): string {
  const texts = values.filter((value) => value !== null).map(String);
  return new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(texts);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function formatNumber(value: number): string {
  return i18n.number(value, { maximumFractionDigits: 20 });
}

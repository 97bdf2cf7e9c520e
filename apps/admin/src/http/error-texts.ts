import { plural, t } from '@lingui/core/macro';
import type { ApiError, FieldError } from './api-error.js';
import { getOwn } from '../own-members.js';
import { formatBrokenRule } from './rule-texts.js';

/** Sentences about errors whose code says everything. */
const CODES: Readonly<Record<string, (label: string) => string>> = {
  value_missing: (label) => t`${label} is required.`,
  alternative_text_missing: (label) => t`${label} has a picture without an alternative text.`,
  target_missing: (label) => t`${label} has an entry that does not exist any more.`,
  invalid_identifier: (label) => t`${label} has an entry that does not exist.`,
  cursor_expired: (label) => t`${label} is before the oldest event of the log.`,
  alias_taken: (label) => t`${label} is the path of another entry already.`,
  field_read_only: (label) => t`${label} is set by the service and cannot be changed.`,
  unknown_field: (label) => t`${label} is no longer a field of this type.`,
  user_name_taken: (label) => t`${label} is taken: another user has it.`,
  role_name_taken: (label) => t`${label} is taken: another role has it.`,
  bundle_exists: (label) => t`${label} is taken: another type has it.`,
  field_exists: (label) => t`${label} is taken: another field has it.`,
};

/**
 * The message about a value in the words of the administration, such as `Rating can be 5 at most.`; for an error without
 * words here the `detail` of the service.
 *
 * @param label the label of the input
 */
export function formatFieldError(error: FieldError, label: string): string {
  const { code = '', meta } = error;
  return getOwn(CODES, code)?.(label) ?? formatBrokenRule(meta, label) ?? withLabel(error, label);
}

/**
 * The message about a member of the request that has no input: its name in the body is its label, such as `Page limit
 * maximum` for `/pageLimitMaximum` and `When` for `field_when`.
 */
export function formatErrorWithoutInput(error: FieldError): string {
  const name = findMemberName(error);
  return name === undefined ? error.detail : formatFieldError(error, toLabel(name));
}

/** The message about a request as a whole; for an error without words here the `detail` of the service. */
export function formatRequestError({ detail, more: { code, entries } }: ApiError): string {
  if (code !== 'field_in_use' || typeof entries !== 'number') return detail;
  return plural(entries, {
    one: '# entry has a value that this would not allow.',
    other: '# entries have a value that this would not allow.',
  });
}

/** The last name of the pointer that is not an index; that of a missing member is in `meta`. */
function findMemberName({ pointer, meta: { field } }: FieldError): string | undefined {
  if (typeof field === 'string') return field;
  return pointer?.split('/').findLast((name) => name !== '' && !/^\d+$/.test(name));
}

function toLabel(name: string): string {
  const words = name
    .replace(/^field_/, '')
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The detail of the service with the label in place of the member's name at its beginning. */
function withLabel({ detail, pointer = '', meta }: FieldError, label: string): string {
  const names = [...pointer.split('/'), meta['field']];
  const [first = '', ...rest] = detail.split(' ');
  return names.includes(first) ? [label, ...rest].join(' ') : detail;
}

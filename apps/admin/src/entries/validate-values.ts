import { t } from '@lingui/core/macro';
import { type FieldError, toValidationError } from '../http/api-error.js';
import type { Json } from '../jsonapi/document.js';
import type { Field } from '../management-api/resources.js';
import { hasUndescribedPicture } from './formatted-text/picture-attributes.js';
import { getFieldLabel } from './field-label.js';
import type { ResourceType } from './resource-type.js';
import { formatPointer, isObject, type Values } from './values.js';

/** Checks values before they are sent. @throws ApiError like the one of the service, for every error that is found */
export function assertValid(values: Values, fields: readonly Field[]): void {
  const errors = fields.flatMap((field) => {
    const value = values[field.name];
    const error = value === undefined ? undefined : validateValue(value, field);
    return error === undefined ? [] : [error];
  });
  if (errors.length > 0) throw toValidationError(errors);
}

/** The fields of a type as an entry has to fill them that is not published: most types need its label alone then. */
export function getDraftFields({
  allFields,
  entity,
  labelField,
}: Pick<ResourceType, 'allFields' | 'entity' | 'labelField'>): readonly Field[] {
  if (!entity.unfinishedDrafts) return allFields;
  return allFields.map((field) => (field.name === labelField.name ? field : { ...field, required: false }));
}

/** The values that are empty: an unfinished draft that is published may lack required ones. */
export function selectEmpty(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isEmpty(value)));
}

function isEmpty(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.every((item) => item === null));
}

/**
 * The error of a field: a missing required value, an image that is not described, a number out of its bounds, or a range that
 * ends before it begins.
 */
export function validateValue(value: Json, field: Field): FieldError | undefined {
  const isList = field.cardinality !== 1 && Array.isArray(value);
  const items = (isList ? (value as readonly Json[]) : [value]).filter((item) => item !== null);
  const pointer = formatPointer(field);
  if (items.length === 0) {
    if (!field.required) return undefined;
    return {
      code: 'value_missing',
      detail: t`${getFieldLabel(field)} is required.`,
      pointer,
      meta: { field: field.name },
    };
  }
  const isDescribed =
    field.type === 'image' ? items.every(hasAlternativeText) : !items.some(hasTextWithPicture);
  if (!isDescribed)
    return {
      code: 'alternative_text_missing',
      detail: t`${getFieldLabel(field)} has no alternative text.`,
      pointer,
      meta: {},
    };
  const meta = items.map((item) => findBrokenRule(item, field)).find((rule) => rule !== undefined);
  return (
    meta && {
      code: 'invalid_field_value',
      detail: t`${getFieldLabel(field)} is not accepted.`,
      pointer,
      meta,
    }
  );
}

/** Whether an image has an alternative text; it is empty for a decorative one. */
function hasAlternativeText(item: Json): boolean {
  const meta = isObject(item) ? item['meta'] : undefined;
  return meta !== undefined && isObject(meta) && typeof meta['alt'] === 'string';
}

/** Tells whether a value is HTML with a picture that is not described. */
function hasTextWithPicture(item: Json): boolean {
  if (!isObject(item)) return false;
  const { value = null, format = null } = item;
  return (
    typeof value === 'string' &&
    typeof format === 'string' &&
    format.endsWith('_html') &&
    hasUndescribedPicture(value)
  );
}

const NUMBERS = ['integer', 'decimal', 'float'];

/** The rule that a value breaks, as `meta` of the service's error. */
function findBrokenRule(item: Json, { type, settings: { min, max } }: Field): FieldError['meta'] | undefined {
  if (NUMBERS.includes(type)) {
    if (min !== undefined && Number(item) < min) return toBounds(min, max);
    if (max !== undefined && Number(item) > max) return toBounds(min, max);
  }
  if (type !== 'daterange' || !isObject(item)) return undefined;
  const [start, end] = [item['value'], item['end_value']];
  if (typeof start !== 'string' || typeof end !== 'string') return undefined;
  return Date.parse(end) < Date.parse(start) ? { startsAt: start } : undefined;
}

function toBounds(minimum?: number, maximum?: number): FieldError['meta'] {
  return { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
}

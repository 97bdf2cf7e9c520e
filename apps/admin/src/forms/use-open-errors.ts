import { useState } from 'react';
import { ApiError, type FieldError } from '../http/api-error.js';
import { isSame } from './is-same.js';

/**
 * The error of the last save without the errors of members that were changed since; `null` when none is left.
 *
 * @param failure the error of the mutation
 * @param values the values of the form by member name
 */
export function useOpenErrors(failure: Error | null, values: object): Error | null {
  const [refused, setRefused] = useState({ failure, values });
  if (refused.failure !== failure) setRefused({ failure, values });
  if (!(failure instanceof ApiError) || failure.fieldErrors.length === 0) return failure;
  const before = (refused.failure === failure ? refused.values : values) as Readonly<Record<string, unknown>>;
  const now = values as Readonly<Record<string, unknown>>;
  const open = failure.fieldErrors.filter((error) => {
    const name = getMemberName(error);
    return name === undefined || isSame(before[name], now[name]);
  });
  if (open.length === failure.fieldErrors.length) return failure;
  return open.length === 0 ? null : failure.withFieldErrors(open);
}

/** The member of the form that an error is about: the first token of its pointer, in JSON:API the one below `attributes`. */
function getMemberName({ pointer = '', meta }: FieldError): string | undefined {
  if (typeof meta['field'] === 'string') return meta['field'];
  const [, first, , third] = pointer.split('/');
  return first === 'data' ? third : first;
}

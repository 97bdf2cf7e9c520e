import { t } from '@lingui/core/macro';
import { ApiError, type FieldError } from './api-error.js';
import { formatErrorWithoutInput, formatFieldError, formatRequestError } from './error-texts.js';

/**
 * The message to show beside the input for a member of the request body; `undefined` without errors.
 *
 * @param failure the error of a mutation
 * @param pointer such as `/label`
 * @param label the label of the input
 */
export function findFieldError(failure: unknown, pointer: string, label: string): string | undefined {
  if (!(failure instanceof ApiError)) return undefined;
  const messages = failure.fieldErrors
    .filter((error) => isAbout(error, pointer))
    .map((error) => formatFieldError(error, label));
  return messages.length === 0 ? undefined : [...new Set(messages)].join(' ');
}

/** Whether an error is about a member of the request body. @param pointer such as `/label` */
export function hasFieldError(failure: unknown, pointer: string): boolean {
  return failure instanceof ApiError && failure.fieldErrors.some((error) => isAbout(error, pointer));
}

/**
 * The messages that no input of a form shows.
 *
 * @param inputPointers JSON pointers of the inputs
 */
export function findOtherErrors(failure: unknown, inputPointers: readonly string[]): readonly string[] {
  if (failure === null || failure === undefined) return [];
  if (!(failure instanceof ApiError))
    return [failure instanceof Error ? failure.message : t`Something went wrong.`];
  if (failure.fieldErrors.length === 0) return [formatRequestError(failure)];
  const others = failure.fieldErrors.filter(
    (error) => !inputPointers.some((pointer) => isAbout(error, pointer)),
  );
  return [...new Set(others.map(formatErrorWithoutInput))];
}

/** Whether an error is about the member at a pointer, about a descendant of it, or about its absence. */
function isAbout({ pointer, meta }: FieldError, inputPointer: string): boolean {
  if (pointer === undefined) return false;
  // The pointer of an absent member leads to its nearest ancestor in the body (JSON:API 1.1 «Error Objects»).
  if (inputPointer.startsWith(`${pointer}/`) && inputPointer.endsWith(`/${String(meta['field'])}`))
    return true;
  return pointer === inputPointer || pointer.startsWith(`${inputPointer}/`);
}

import { ApiError } from './api-error.js';

/** The messages about the member at a JSON pointer and about its descendants. */
function findFieldErrors(failure: unknown, pointer: string): readonly string[] {
  if (!(failure instanceof ApiError)) return [];
  return failure.fieldErrors
    .filter((error) => error.pointer === pointer || error.pointer?.startsWith(`${pointer}/`) === true)
    .map(({ detail }) => detail);
}

/**
 * The message to show beside the input for a member of the request body; `undefined` without errors.
 *
 * @param failure the error of a mutation
 * @param pointer such as `/label`
 */
export function findFieldError(failure: unknown, pointer: string): string | undefined {
  const messages = findFieldErrors(failure, pointer);
  return messages.length === 0 ? undefined : [...new Set(messages)].join(' ');
}

/**
 * The messages that no input of a form shows.
 *
 * @param inputPointers JSON pointers of the inputs
 */
export function findOtherErrors(failure: unknown, inputPointers: readonly string[]): readonly string[] {
  if (failure === null || failure === undefined) return [];
  if (!(failure instanceof ApiError))
    return [failure instanceof Error ? failure.message : 'Something went wrong.'];
  if (failure.fieldErrors.length === 0) return [failure.detail];
  const others = failure.fieldErrors.filter(
    ({ pointer }) =>
      pointer === undefined ||
      !inputPointers.some((input) => pointer === input || pointer.startsWith(`${input}/`)),
  );
  return [...new Set(others.map(({ detail }) => detail))];
}

import { RequestFailed } from './request-failed.js';

/** What is wrong with one place of a body, and with the places inside it. */
function faultsAt(failure: unknown, pointer: string): readonly string[] {
  if (!(failure instanceof RequestFailed)) return [];
  return failure.faults
    .filter((fault) => fault.pointer === pointer || fault.pointer?.startsWith(`${pointer}/`) === true)
    .map(({ detail }) => detail);
}

/** The same as one text for beside an input; `undefined` when all is well. */
export function faultAt(failure: unknown, pointer: string): string | undefined {
  const faults = faultsAt(failure, pointer);
  return faults.length === 0 ? undefined : [...new Set(faults)].join(' ');
}

/**
 * What has to be said at the top of a form, because no input there stands for it.
 *
 * @param shown the places that have an input
 */
export function otherFaults(failure: unknown, shown: readonly string[]): readonly string[] {
  if (failure === null || failure === undefined) return [];
  if (!(failure instanceof RequestFailed))
    return [failure instanceof Error ? failure.message : 'Something went wrong.'];
  if (failure.faults.length === 0) return [failure.detail];
  const elsewhere = failure.faults.filter(
    ({ pointer }) =>
      pointer === undefined || !shown.some((at) => pointer === at || pointer.startsWith(`${at}/`)),
  );
  return [...new Set(elsewhere.map(({ detail }) => detail))];
}

/**
 * The ids from one to another in the order of the list, both included.
 *
 * @param from the id that was chosen before; only `to` without one, or when the list does not have it any more
 */
export function getRange(ids: readonly string[], from: string | undefined, to: string): readonly string[] {
  const first = from === undefined ? -1 : ids.indexOf(from);
  const last = ids.indexOf(to);
  return first === -1 ? [to] : ids.slice(Math.min(first, last), Math.max(first, last) + 1);
}

import { InvalidParameter } from '@content-service/jsonapi';

/** Numbers of revisions, microseconds, have at most so many digits until the year 2286. */
const DIGITS_MAXIMUM = 16;

/** The cursor behind the last revision of a page; `null` when none follows. */
export function formatRevisionCursor(number: number | undefined): string | null {
  return number === undefined ? null : String(number);
}

/** @throws InvalidParameter */
export function parseRevisionCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (/^\d+$/.test(cursor) && cursor.length <= DIGITS_MAXIMUM) return Number(cursor);
  throw new InvalidParameter('cursor', 'cursor must be the member next of the previous page.');
}

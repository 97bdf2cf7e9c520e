import { InvalidParameter } from '@content-service/jsonapi';
import { isUuid, type Uuid } from '@content-service/kernel';

/** The most entries that one request names: those of a page of a list. */
export const NAMED_ENTRIES_MAXIMUM = 100;

/** The entries that the repeated parameter `entry` names; none without it. @throws InvalidParameter */
export function parseEntryIds(query: URLSearchParams): readonly Uuid[] {
  const ids = query.getAll('entry');
  if (ids.length > NAMED_ENTRIES_MAXIMUM || !ids.every(isUuid))
    throw new InvalidParameter(
      'entry',
      `entry must be the id of an entry, a UUID in lower case, and is repeated for up to ${NAMED_ENTRIES_MAXIMUM} entries.`,
    );
  return ids;
}

import type { EntryReading } from '@content-service/entries';
import { type DocumentContext, type DocumentMembers, listText } from './document.js';
import { omissions } from './omissions.js';
import type { WriteResource } from './resource-object.js';

/** What all readings say besides their primary data. */
export type Surroundings = Pick<EntryReading, 'included' | 'omitted'>;

/**
 * The members `included` and `meta`. `included` is there whenever include was asked for, and only then.
 *
 * @param meta other members of `meta`
 */
export function surroundingMembers(
  { included, omitted }: Surroundings,
  write: WriteResource,
  { site }: DocumentContext,
  meta: object = {},
): Pick<DocumentMembers, 'included' | 'meta'> {
  const hidden = omissions(omitted, site);
  const all = hidden === undefined ? meta : { ...meta, omitted: hidden };
  return {
    included: included && listText(included, write),
    meta: Object.keys(all).length === 0 ? undefined : JSON.stringify(all),
  };
}

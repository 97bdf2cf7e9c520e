import { createHash } from 'node:crypto';
import type { Omission } from '@content-service/entries';
import { CONTENT_ADMINISTER } from '@content-service/scopes';
import { entryHref, type Site } from './links.js';

interface OmissionLink {
  readonly href: string;
  readonly meta: { readonly rel: 'item'; readonly detail: string };
}

/**
 * The value of `meta.omitted`: which entries were left out, and nothing of what is in them.
 *
 * @returns `undefined` when nothing was
 */
export function omissions(omitted: readonly Omission[], site: Site): object | undefined {
  if (omitted.length === 0) return undefined;
  const links = new Map<string, OmissionLink>();
  for (const entry of omitted) {
    const href = entryHref(entry, site);
    links.set(keyOf(entry, links), { href, meta: { rel: 'item', detail: 'This entry is not published.' } });
  }
  return {
    detail: `Entries that are not published were left out; reading them needs the scope '${CONTENT_ADMINISTER}'.`,
    links: Object.fromEntries(links),
  };
}

/** Seven digits of a hash, so that a key is the same in every document; more where two entries share them. */
function keyOf({ id }: Omission, taken: ReadonlyMap<string, unknown>): string {
  const hash = createHash('sha256').update(id).digest('hex');
  let digits = 7;
  while (taken.has(`item--${hash.slice(0, digits)}`)) digits += 1;
  return `item--${hash.slice(0, digits)}`;
}

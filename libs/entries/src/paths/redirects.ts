import { isJsonObject, type Uuid } from '@content-service/kernel';
import type { Entry } from '../entry.js';
import type { EntryStore } from '../entry.store.js';
import type { Filter } from '../query/entry-query.js';
import { fold } from '../query/fold.js';
import { buildPropertyCondition } from '../query/property-condition.js';

/** The resource type of redirects. */
export const REDIRECT_TYPE = 'redirect--redirect';

/** The language of a redirect for every language (ISO 639-2 «undetermined»). */
export const EVERY_LANGUAGE = 'und';

/** An entry that leads from a path of the site to another address. */
export interface Redirect {
  readonly entry: Entry;
  readonly source: string;
  /** A URI, such as `internal:/about`, `entity:node/{id}` or `https://example.com`. */
  readonly target: string;
  readonly statusCode: number;
  readonly langcode: string;
  /** Whether the service has made it for an alias that an entry had. */
  readonly automatic: boolean;
}

interface RedirectSelection {
  readonly publishedOnly: boolean;
  readonly automaticOnly: boolean;
  readonly limit: number;
}

/** The redirects from these paths, without regard to case and accents, the first created first. */
export async function findRedirects(
  store: Pick<EntryStore, 'findIds' | 'getMany'>,
  sources: readonly string[],
  { publishedOnly, automaticOnly, limit }: RedirectSelection,
): Promise<readonly Redirect[]> {
  const folded = [...new Set(sources.map(fold))];
  const source = { type: REDIRECT_TYPE, field: 'source', kind: 'string' } as const;
  const automatic = { type: REDIRECT_TYPE, field: 'automatic', kind: 'boolean' } as const;
  const isFrom = buildPropertyCondition(source, 'IN', folded);
  const filter: Filter = automaticOnly
    ? { kind: 'group', conjunction: 'AND', members: [isFrom, buildPropertyCondition(automatic, '=', [1])] }
    : isFrom;
  const { ids } = await store.findIds({
    type: REDIRECT_TYPE,
    filter,
    publishedOnly,
    sort: [],
    offset: 0,
    limit,
  });
  if (ids.length === 0) return [];
  const entries = await store.getMany(ids);
  return ids.flatMap((id) => toRedirect(entries.get(id)) ?? []);
}

function toRedirect(entry: Entry | undefined): Redirect | undefined {
  if (entry === undefined) return undefined;
  const { source, target, status_code, langcode, automatic } = entry.attributes;
  const uri = isJsonObject(target) ? target['uri'] : undefined;
  if (typeof source !== 'string' || typeof uri !== 'string') return undefined;
  return {
    entry,
    source,
    target: uri,
    statusCode: typeof status_code === 'number' ? status_code : 301,
    langcode: typeof langcode === 'string' ? langcode : EVERY_LANGUAGE,
    automatic: automatic === true,
  };
}

/** The URI of an entry, as a target of links: `entity:node/{id}`. */
export function formatEntryUri(type: string, id: Uuid): string {
  return `entity:${type.split('--', 1)[0] ?? ''}/${id}`;
}

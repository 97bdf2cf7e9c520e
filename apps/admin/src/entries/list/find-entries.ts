import type { CollectionDocument } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import type { Query } from '../../jsonapi/query.js';
import type { ResourceType } from '../resource-type.js';
import { buildEntriesQuery, buildLabelQuery, type EntriesSearch } from './entries-search.js';
import { findScheduledIds } from './schedule-cell.js';

/** A page of a list, with the query that found it. */
export interface FoundEntries {
  readonly document: CollectionDocument;
  readonly query: Query;
  /** Whether more entries could be scheduled than were looked at. */
  readonly isPartial: boolean;
}

/**
 * Finds a page of the entries that a search stands for. When no text has the words, those whose label contains the searched text
 * within a word are found: `arbour` finds `Harbour`.
 */
export async function findEntries(
  resourceType: ResourceType,
  search: EntriesSearch,
  include: readonly string[],
): Promise<FoundEntries> {
  const { type } = resourceType;
  const scheduled = search.status === 'scheduled' ? await findScheduledIds(type) : undefined;
  const narrow = (query: Query): Query => (scheduled === undefined ? query : withIds(query, scheduled.ids));
  const isPartial = scheduled?.isPartial === true;
  const query = narrow(buildEntriesQuery(resourceType, search));
  const document = await jsonApi.find(type, { ...query, include });
  if (query.fulltext === undefined || Number(document.meta?.count ?? 0) > 0)
    return { document, query, isPartial };
  const byLabel = narrow(buildLabelQuery(resourceType, search));
  return { document: await jsonApi.find(type, { ...byLabel, include }), query: byLabel, isPartial };
}

/** No entry has it: a list of ids must not be empty. */
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

function withIds(query: Query, ids: readonly string[]): Query {
  const value = ids.length === 0 ? [NIL_UUID] : ids;
  return { ...query, filters: [...(query.filters ?? []), { path: 'id', operator: 'IN', value }] };
}

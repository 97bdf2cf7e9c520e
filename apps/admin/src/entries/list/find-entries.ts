import type { CollectionDocument } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import type { Query } from '../../jsonapi/query.js';
import type { ResourceType } from '../resource-type.js';
import { buildEntriesQuery, buildLabelQuery, type EntriesSearch } from './entries-search.js';

/** A page of a list, with the query that found it. */
export interface FoundEntries {
  readonly document: CollectionDocument;
  readonly query: Query;
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
  const query = buildEntriesQuery(resourceType, search);
  const document = await jsonApi.find(type, { ...query, include });
  if (query.fulltext === undefined || Number(document.meta?.count ?? 0) > 0) return { document, query };
  const byLabel = buildLabelQuery(resourceType, search);
  return { document: await jsonApi.find(type, { ...byLabel, include }), query: byLabel };
}

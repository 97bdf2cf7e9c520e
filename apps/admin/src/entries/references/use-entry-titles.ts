import { useQueries, useQuery } from '@tanstack/react-query';
import pMap from 'p-map';
import type { Identifier } from '../../jsonapi/document.js';
import * as queries from '../../management-api/queries.js';
import type { ContentModel } from '../../management-api/resources.js';
import { useHasScope } from '../../session/session-state.js';
import { findByIds } from './use-targets.js';

/** Types whose titles are read at the same time. */
const CONCURRENCY = 4;

/**
 * The titles of the entries that the pages of a list name, by id: one request for each page and type. Entries that are gone have
 * none, nor has any for a user who may not read content.
 */
export function useEntryTitles(pages: readonly (readonly Identifier[])[]): ReadonlyMap<string, string> {
  const canRead = useHasScope('content:administer');
  const { data: model } = useQuery({ ...queries.contentModel, enabled: canRead });
  return useQueries({
    queries: pages.map((identifiers) => ({
      queryKey: ['entries', 'titles', identifiers],
      queryFn: () => (model === undefined ? [] : findTitles(identifiers, model)),
      enabled: model !== undefined && identifiers.length > 0,
    })),
    combine: (results) => new Map(results.flatMap(({ data }) => data ?? [])),
  });
}

async function findTitles(
  identifiers: readonly Identifier[],
  model: ContentModel,
): Promise<readonly (readonly [id: string, title: string])[]> {
  // A type may have been removed since.
  const types = model.bundles.map(({ type }) => type);
  const found = await pMap(
    types.filter((name) => identifiers.some(({ type }) => type === name)),
    (name) => findByIds(name, toIds(identifiers, name), model),
    { concurrency: CONCURRENCY },
  );
  return found.flat().map(({ id, title }) => [id, title]);
}

function toIds(identifiers: readonly Identifier[], name: string): readonly string[] {
  return [...new Set(identifiers.flatMap(({ type, id }) => (type === name ? id : [])))];
}

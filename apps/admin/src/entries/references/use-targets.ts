import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Identifier, Resource } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import * as queries from '../../management-api/queries.js';
import type { ContentModel } from '../../management-api/resources.js';
import { getTitle } from '../resource-type.js';

/** A target of a reference, or a candidate. */
export interface Target extends Identifier {
  readonly title: string;
}

/** The maximum number of candidates of each type. */
const LIMIT = 20;

/** The entries of the types whose name contains a text, at most `LIMIT` of each type. */
export function useTargets(
  types: readonly string[],
  text: string,
): { readonly targets: readonly Target[]; readonly isFetching: boolean } {
  const { data: model } = useQuery(queries.contentModel);
  const { data = [], isFetching } = useQuery({
    queryKey: ['entries', 'targets', types, text],
    queryFn: async () => (await Promise.all(types.map((type) => searchTargets(type, text, model)))).flat(),
    enabled: model !== undefined,
    placeholderData: keepPreviousData,
  });
  return { targets: data, isFetching };
}

async function searchTargets(type: string, text: string, model?: ContentModel): Promise<readonly Target[]> {
  const entity = model?.entityTypes.find(({ name }) => type.startsWith(`${name}--`));
  if (model === undefined || entity === undefined) return [];
  const path = entity.labelField;
  const filters = text === '' ? [] : [{ path, operator: 'CONTAINS', value: text }];
  const { data } = await jsonApi.find(type, { filters, sort: path, limit: LIMIT });
  return data.map((entry) => toTarget(entry, model));
}

/** The titles of linked entries by id. */
export function useTitles(linked: readonly Identifier[]): ReadonlyMap<string, string> {
  const { data: model } = useQuery(queries.contentModel);
  const { data } = useQuery({
    queryKey: ['entries', 'titles', linked],
    queryFn: async () =>
      (await Promise.all(groupByType(linked).map(([type, ids]) => findByIds(type, ids, model)))).flat(),
    enabled: model !== undefined && linked.length > 0,
    placeholderData: keepPreviousData,
  });
  return new Map((data ?? []).map(({ id, title }) => [id, title]));
}

async function findByIds(
  type: string,
  ids: readonly string[],
  model?: ContentModel,
): Promise<readonly Target[]> {
  if (model === undefined) return [];
  const { data } = await jsonApi.find(type, { filters: [{ path: 'id', operator: 'IN', value: ids }] });
  return data.map((entry) => toTarget(entry, model));
}

function toTarget(entry: Resource, model: ContentModel): Target {
  return { type: entry.type, id: entry.id, title: getTitle(entry, model) };
}

function groupByType(linked: readonly Identifier[]): readonly (readonly [string, readonly string[]])[] {
  const types = [...new Set(linked.map(({ type }) => type))];
  return types.map((type) => [
    type,
    linked.filter((identifier) => identifier.type === type).map(({ id }) => id),
  ]);
}

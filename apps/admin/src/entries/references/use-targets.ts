import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Identifier, Resource } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import * as queries from '../../manage/queries.js';
import type { ContentModel } from '../../manage/shapes.js';
import { titleOf } from '../title-of.js';

/** An entry that a reference points at, or could. */
export interface Target extends Identifier {
  readonly title: string;
}

const MOST = 20;

/** Entries of some types whose name contains a text. */
export function useTargets(
  types: readonly string[],
  text: string,
): { readonly targets: readonly Target[]; readonly isFetching: boolean } {
  const { data: model } = useQuery(queries.contentModel);
  const { data = [], isFetching } = useQuery({
    queryKey: ['entries', 'targets', types, text],
    queryFn: async () => (await Promise.all(types.map((type) => find(type, text, model)))).flat(),
    enabled: model !== undefined,
    placeholderData: keepPreviousData,
  });
  return { targets: data, isFetching };
}

async function find(type: string, text: string, model?: ContentModel): Promise<readonly Target[]> {
  const entity = model?.entityTypes.find(({ name }) => type.startsWith(`${name}--`));
  if (model === undefined || entity === undefined) return [];
  const path = entity.labelField;
  const filters = text === '' ? [] : [{ path, operator: 'CONTAINS', value: text }];
  const { data } = await jsonApi.find(type, { filters, sort: path, limit: MOST });
  return data.map((entry) => toTarget(entry, model));
}

/** Names of entries that are linked already, by id. */
export function useTitles(linked: readonly Identifier[]): ReadonlyMap<string, string> {
  const { data: model } = useQuery(queries.contentModel);
  const { data } = useQuery({
    queryKey: ['entries', 'titles', linked],
    queryFn: async () =>
      (await Promise.all(byType(linked).map(([type, ids]) => named(type, ids, model)))).flat(),
    enabled: model !== undefined && linked.length > 0,
    placeholderData: keepPreviousData,
  });
  return new Map((data ?? []).map(({ id, title }) => [id, title]));
}

async function named(type: string, ids: readonly string[], model?: ContentModel): Promise<readonly Target[]> {
  if (model === undefined) return [];
  const { data } = await jsonApi.find(type, { filters: [{ path: 'id', operator: 'IN', value: ids }] });
  return data.map((entry) => toTarget(entry, model));
}

function toTarget(entry: Resource, model: ContentModel): Target {
  return { type: entry.type, id: entry.id, title: titleOf(entry, model) };
}

function byType(linked: readonly Identifier[]): readonly (readonly [string, readonly string[]])[] {
  const types = [...new Set(linked.map(({ type }) => type))];
  return types.map((type) => [type, linked.filter((one) => one.type === type).map(({ id }) => id)]);
}

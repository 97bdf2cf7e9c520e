import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import pMap from 'p-map';
import { COPIES_PATH } from '../entries/copies/use-copies.js';
import { getTitle, type ResourceType, STATUS, toResourceTypes } from '../entries/resource-type.js';
import type { Json } from '../jsonapi/document.js';
import { jsonApi } from '../jsonapi/json-api.js';
import * as queries from '../management-api/queries.js';
import { managementApi } from '../management-api/management-api.js';
import type { EntryCopy } from '../management-api/operations-resources.js';
import type { ActiveEntry, ContentActivity, ContentModel, List } from '../management-api/resources.js';
import type { ListedEntry } from './entry-list-card.js';

/** Entries in a list of the start screen. */
const LIST_LENGTH = 5;

/** Requests that are on their way at the same time. */
const CONCURRENCY = 4;

/** One list of the content activity, with the labels of the content model. */
export function useActivity(
  list: keyof ContentActivity,
  model: ContentModel,
): UseQueryResult<readonly ListedEntry[]> {
  return useQuery({
    ...queries.contentActivity,
    select: (activity) => activity[list].slice(0, LIST_LENGTH).map((entry) => toListedEntry(entry, model)),
  });
}

/** The unpublished entries of all types, and published ones with changes that are not published, that were changed last. */
export function useDrafts(model: ContentModel): UseQueryResult<readonly ListedEntry[]> {
  const types = toResourceTypes(model).filter(hasDrafts);
  return useQuery({
    queryKey: ['entries', 'drafts', types.map(({ type }) => type)],
    queryFn: async () => {
      const [copies, drafts] = await Promise.all([
        findCopies(model),
        pMap(types, (type) => findDrafts(type, model), { concurrency: CONCURRENCY }),
      ]);
      return [...copies, ...drafts.flat()]
        .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
        .slice(0, LIST_LENGTH);
    },
  });
}

function hasDrafts({ entity, allFields, entries }: ResourceType): boolean {
  return entity.creatable && entries > 0 && allFields.some(({ name }) => name === STATUS);
}

async function findDrafts(
  { type, label, labelField }: ResourceType,
  model: ContentModel,
): Promise<readonly ListedEntry[]> {
  const { data } = await jsonApi.find(type, {
    filters: [{ path: STATUS, operator: '=', value: '0' }],
    sort: '-changed',
    fields: { [type]: [labelField.name, 'changed'] },
    limit: LIST_LENGTH,
  });
  return data.map((entry) => ({
    type,
    typeLabel: label,
    id: entry.id,
    title: getTitle(entry, model),
    published: false,
    at: formatTime(entry.attributes['changed']),
  }));
}

/** Those of published entries: others are drafts in any case. */
async function findCopies({ bundles }: ContentModel): Promise<readonly ListedEntry[]> {
  const { body } = await managementApi.get<List<EntryCopy>>(`${COPIES_PATH}?limit=${LIST_LENGTH}`);
  return body.items
    .filter(({ published }) => published)
    .map(({ entry: { type, id, label }, savedAt, by }) => ({
      ...{ type, id, published: true, isChanged: true, at: savedAt, by: by?.name ?? null },
      typeLabel: bundles.find((bundle) => bundle.type === type)?.label ?? type,
      title: label ?? id,
    }));
}

function formatTime(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function toListedEntry(
  { type, id, label, published, at, by }: ActiveEntry,
  { bundles }: ContentModel,
): ListedEntry {
  const typeLabel = bundles.find((bundle) => bundle.type === type)?.label ?? type;
  const title = label === null || label.trim() === '' ? id : label;
  return { type, typeLabel, id, title, published, at, by };
}

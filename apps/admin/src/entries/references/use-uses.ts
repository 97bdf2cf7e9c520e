import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import pMap from 'p-map';
import type { Resource } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import type { ContentModel } from '../../management-api/resources.js';
import { getFieldLabel, getTargetTypes } from '../resource-type.js';
import { isReference } from '../values.js';

/** Entries of one field that are read. */
const LIMIT = 5;

/** Entries whose uses are read at once: their ids stand twice in an address. */
export const USES_OF_MAXIMUM = 40;

/** The entries that link others by one field. */
export interface Use {
  /** The type and the field, such as `Article · Tags`. */
  readonly label: string;
  /** The first of them. */
  readonly entries: readonly Resource[];
  /** How many they are. */
  readonly count: number;
}

/**
 * The entries that link some entries of a type, by type and field; without those that are among them.
 *
 * @param ids at most `USES_OF_MAXIMUM`
 */
export function useUses(
  type: string,
  ids: readonly string[],
  model: ContentModel | undefined,
): UseQueryResult<readonly Use[]> {
  return useQuery({
    queryKey: ['entries', 'uses', type, ids],
    queryFn: () => (model === undefined ? [] : findUses(type, ids, model)),
    enabled: model !== undefined,
  });
}

/** One read for each field that can link entries of the type. */
async function findUses(type: string, ids: readonly string[], model: ContentModel): Promise<readonly Use[]> {
  const fields = model.bundles.flatMap((bundle) =>
    [...bundle.baseFields, ...bundle.fields]
      .filter((field) => isReference(field) && getTargetTypes(field, bundle.type).includes(type))
      .map((field) => ({ bundle, field })),
  );
  const uses = await pMap(
    fields,
    async ({ bundle, field }) => {
      const isLinked = { path: `${field.name}.id`, operator: 'IN', value: ids };
      const isOther = { path: 'id', operator: 'NOT IN', value: ids };
      const filters = bundle.type === type ? [isLinked, isOther] : [isLinked];
      const { data, meta } = await jsonApi.find(bundle.type, { filters, limit: LIMIT });
      return {
        label: `${bundle.label} · ${getFieldLabel(field)}`,
        entries: data,
        count: Number(meta?.count ?? data.length),
      };
    },
    { concurrency: 4 },
  );
  return uses.filter(({ entries }) => entries.length > 0);
}

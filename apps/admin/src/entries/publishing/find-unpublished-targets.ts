import type { QueryClient } from '@tanstack/react-query';
import type { Identifier } from '../../jsonapi/document.js';
import { split } from '../../jsonapi/query.js';
import { managementApi } from '../../management-api/management-api.js';
import type { EntrySchedule } from '../../management-api/operations-resources.js';
import * as queries from '../../management-api/queries.js';
import type { Field, List } from '../../management-api/resources.js';
import { SCHEDULES_PATH } from '../../schedules/cancel-schedule.js';
import { findByIds, groupByType, type Target } from '../references/use-targets.js';
import { toResourceTypes } from '../resource-type.js';
import { isReference, type Values } from '../values.js';

/** Entries of a request, each with two times. */
const IDS_MAXIMUM = 50;

/** An entry that readers do not see. */
export interface UnpublishedTarget extends Target {
  /** When it will be published, in RFC 3339. */
  readonly publishOn: string | undefined;
}

/**
 * The entries that the values of a form link and that readers do not see. Users and files are none: they are published otherwise.
 *
 * @param fields of the form
 */
export async function findUnpublishedTargets(
  values: Values,
  fields: readonly Field[],
  queryClient: QueryClient,
): Promise<readonly UnpublishedTarget[]> {
  const linked = fields
    .filter(isReference)
    .flatMap(({ name }) => [values[name] ?? []].flat() as unknown as Identifier[]);
  if (linked.length === 0) return [];
  const model = await queryClient.query({ ...queries.contentModel, staleTime: 'static' });
  const writable = new Set(
    toResourceTypes(model).flatMap(({ type, entity }) => (entity.writable && entity.creatable ? [type] : [])),
  );
  const found = await Promise.all(
    groupByType(linked.filter(({ type }) => writable.has(type))).map(([type, ids]) =>
      findByIds(type, ids, model),
    ),
  );
  const unpublished = found.flat().filter(({ isPublished }) => !isPublished);
  const times = await findPublications(unpublished.map(({ id }) => id));
  return unpublished.map((target) => ({ ...target, publishOn: times.get(target.id) }));
}

/** The times at which entries will be published, by id. */
async function findPublications(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const pages = await Promise.all(
    split(ids, IDS_MAXIMUM).map((part) => {
      const query = new URLSearchParams(part.map((id) => ['entry', id])).toString();
      return managementApi.get<List<EntrySchedule>>(`${SCHEDULES_PATH}?${query}&limit=100`);
    }),
  );
  const schedules = pages.flatMap(({ body }) => body.items).filter(({ action }) => action === 'publish');
  return new Map(schedules.map(({ entry, dueAt }) => [entry.id, dueAt]));
}

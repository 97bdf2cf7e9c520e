import type { QueryClient } from '@tanstack/react-query';
import type { Identifier } from '../../jsonapi/document.js';
import * as queries from '../../management-api/queries.js';
import type { Field } from '../../management-api/resources.js';
import { findByIds, groupByType, type Target } from '../references/use-targets.js';
import { toResourceTypes } from '../resource-type.js';
import { isReference, type Values } from '../values.js';

/**
 * The entries that the values of a form link and that readers do not see. Users and files are none: they are published otherwise.
 *
 * @param fields of the form
 */
export async function findUnpublishedTargets(
  values: Values,
  fields: readonly Field[],
  queryClient: QueryClient,
): Promise<readonly Target[]> {
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
  return found.flat().filter(({ isPublished }) => !isPublished);
}

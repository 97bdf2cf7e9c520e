import { toResourceTypes } from '../../entries/resource-type.js';
import type { ContentModel } from '../../management-api/resources.js';
import type { QueryTarget } from './frameworks.js';

/** The type with the most entries, content before terms and media; `undefined` without types. */
export function findQueryTarget(model: ContentModel): QueryTarget | undefined {
  const isContent = (entityType: string): number => Number(entityType === 'node');
  const [first] = toResourceTypes(model)
    .filter(({ entity }) => entity.creatable)
    .sort(
      (one, other) => isContent(other.entityType) - isContent(one.entityType) || other.entries - one.entries,
    );
  return first && { type: first.type, labelField: first.labelField.name };
}

import type { Resource } from '../jsonapi/document.js';
import type { ContentModel } from '../manage/shapes.js';

/** What people call an entry; its id when it has no name. */
export function titleOf({ type, id, attributes }: Resource, { entityTypes }: ContentModel): string {
  const entity = entityTypes.find(({ name }) => type.startsWith(`${name}--`));
  const title = entity === undefined ? undefined : attributes[entity.labelField];
  return typeof title === 'string' && title.trim() !== '' ? title : id;
}

import type { ContentModel } from '@content-service/bundles';
import type { Entry } from '@content-service/entries';

/** The title or name of an entry; `null` without one. */
export function getEntryLabel({ type, attributes }: Entry, model: ContentModel): string | null {
  const labelField = model.find(type)?.entityType.labelField;
  const label = labelField === undefined ? undefined : attributes[labelField];
  return typeof label === 'string' ? label : null;
}

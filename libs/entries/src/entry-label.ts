import type { ContentModel } from '@content-service/bundles';
import type { Entry } from './entry.js';

/** The title or name of an entry; `null` without one. */
export function getEntryLabel(
  { type, attributes }: Pick<Entry, 'type' | 'attributes'>,
  model: ContentModel,
): string | null {
  const labelField = model.find(type)?.entityType.labelField;
  const label = labelField === undefined ? undefined : attributes[labelField];
  return typeof label === 'string' ? label : null;
}

import { getAbsentValue, isReference, type ResourceType } from '@content-service/bundles';
import { findDifferences } from '../differences.js';
import type { Entry } from '../entry.js';
import type { EntryDraft } from '../entry-draft.js';
import { toValuesDraft } from '../entry-edit.js';

/**
 * The draft that brings the values of an earlier state back into an entry, by an ordinary update: those that differ now and that
 * clients may write, in the fields of today's content model.
 */
export function toStateDraft(state: Entry, present: Entry, type: ResourceType): EntryDraft {
  const names = new Set(findDifferences(present, state));
  const isBroughtBack = ({ name, readOnly, hidden }: ResourceType['attributes'][number]): boolean =>
    names.has(name) && readOnly !== true && hidden !== true;
  const attributes = type.attributes.filter((field) => isBroughtBack(field) && !isReference(field));
  const relationships = type.relationships.filter(isBroughtBack);
  const values = {
    attributes: Object.fromEntries(
      attributes.map((field) => [field.name, state.attributes[field.name] ?? getAbsentValue(field)]),
    ),
    relationships: Object.fromEntries(
      relationships.map(({ name }) => [name, state.relationships[name] ?? []]),
    ),
  };
  return toValuesDraft(values, type);
}

import type { Identifier, Linkage, Resource } from '../../jsonapi/document.js';
import type { TreeType } from '../../trees/save-tree.js';

/** The entity type whose entries are the terms of vocabularies. */
export const TERM_ENTITY = 'taxonomy_term';

/** In place of the id of a parent: the first level. */
export const FIRST_LEVEL = '';

/** A term as the tree shows it. */
export interface Term {
  readonly id: string;
  readonly title: string;
  readonly weight: number;
  /** The ids of the terms above it; none at the first level. */
  readonly parents: readonly string[];
  readonly isPublished: boolean;
}

/** What `saveTree` has to know of the terms of a vocabulary. */
export function getTermType(type: string): TreeType<Term> {
  return { type, toStored: toTerm };
}

export function toTerm({ id, attributes, relationships }: Resource): Term {
  const { name, weight, status } = attributes;
  return {
    id,
    title: typeof name === 'string' && name.trim() !== '' ? name : id,
    weight: Number(weight),
    parents: toIds(relationships?.['parent']?.data ?? []),
    isPublished: status !== false,
  };
}

function toIds(linkage: Linkage): readonly string[] {
  const targets = (Array.isArray(linkage) ? linkage : [linkage]) as readonly Identifier[];
  return targets.map(({ id }) => id);
}

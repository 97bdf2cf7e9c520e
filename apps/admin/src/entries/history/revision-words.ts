import { t } from '@lingui/core/macro';
import type { EntryRevision } from '../../management-api/operations-resources.js';
import { ACTOR_KIND_NAMES } from '../../users/use-actor-name.js';
import { getFieldLabel, type ResourceType, STATUS } from '../resource-type.js';

/** Members whose change says no more than the change itself: the service sets `changed` at every change. */
const TOLD_BY_CHANGE: readonly string[] = ['changed', STATUS];

/**
 * Whether a change left every field as it was, as setting a time of the schedule does: such times are no part of the entry, which
 * has only its time of change changed.
 */
export function isWithoutFields({ track, changed }: EntryRevision): boolean {
  return track === 'live' && changed.every((name) => name === 'changed');
}

/** What a change did, such as «Published». */
export function formatRevision(revision: EntryRevision): string {
  const { track, changed, published, minor } = revision;
  if (track === 'deleted') return t`Deleted`;
  if (track === 'copy') return changed.length === 0 ? t`Changes discarded` : t`Changes saved, not published`;
  if (isWithoutFields(revision)) return t`Saved without changes, or scheduled`;
  if (!changed.includes(STATUS)) return minor ? t`Saved automatically` : t`Changed`;
  return published ? t`Unpublished` : t`Published`;
}

/** The colour of a change in a timeline. */
export function getRevisionColor({ track, changed, published }: EntryRevision): string {
  if (track === 'deleted') return 'red.8';
  if (!changed.includes(STATUS)) return 'gray.7';
  return published ? 'orange.8' : 'green.8';
}

/** Who did it, such as «ada»; a kind of actor where there is no name (any more). */
export function formatActor({ by, cause }: Pick<EntryRevision, 'by' | 'cause'>): string {
  if (cause === 'schedule') return t`A schedule`;
  if (by === null) return ACTOR_KIND_NAMES.service;
  return by.name ?? ACTOR_KIND_NAMES[by.kind];
}

/** The labels of changed fields, such as «Title, Tags»; empty where the change itself says everything. */
export function formatFields(names: readonly string[], { allFields }: ResourceType): string {
  const labels = new Map(allFields.map((field) => [field.name, getFieldLabel(field)]));
  return names
    .filter((name) => !TOLD_BY_CHANGE.includes(name))
    .map((name) => labels.get(name) ?? name)
    .join(', ');
}

import type { LoggedEvent } from '../management-api/operations-resources.js';

const TYPES: Readonly<Record<string, string>> = {
  'entry.created': 'Created',
  'entry.updated': 'Changed',
  'entry.published': 'Published',
  'entry.unpublished': 'Unpublished',
  'entry.deleted': 'Deleted',
};

const COLORS: Readonly<Record<string, string>> = {
  'entry.created': 'blue.8',
  'entry.published': 'green.8',
  'entry.unpublished': 'orange.8',
  'entry.deleted': 'red.8',
};

const CAUSES: Readonly<Record<string, string>> = {
  import: 'by an import',
  target_deleted: 'because an entry that it refers to was deleted',
};

/** Causes that the actor tells already. */
const USUAL_CAUSES: readonly string[] = ['request', 'internal'];

/** Attributes whose change says no more than the event itself: the service sets `changed` at every change. */
const TOLD_BY_EVENT: readonly string[] = ['changed', 'status'];

/** What happened, such as «Published»; the name of a type that has no word here. */
export function formatEventType({ type }: Pick<LoggedEvent, 'type'>): string {
  return TYPES[type] ?? type;
}

/** The colour of an event in a timeline. */
export function getEventColor({ type }: Pick<LoggedEvent, 'type'>): string {
  return COLORS[type] ?? 'gray.7';
}

/** Why it happened, such as «by an import»; `undefined` where the actor says enough. */
export function formatCause({ cause }: Pick<LoggedEvent, 'cause'>): string | undefined {
  return USUAL_CAUSES.includes(cause) ? undefined : (CAUSES[cause] ?? `cause: ${cause}`);
}

/** The names of the attributes and relationships whose change the type of the event does not tell. */
export function getChangedFields({ changed }: Pick<LoggedEvent, 'changed'>): readonly string[] {
  return changed.filter((name) => !TOLD_BY_EVENT.includes(name));
}

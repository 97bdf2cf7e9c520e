import { t } from '@lingui/core/macro';
import { formatDetails } from '../audit/format-details.js';
import { getOwn } from '../own-members.js';
import type { EntryEvent, EventType, LoggedEvent } from '../management-api/operations-resources.js';

const TYPES: Readonly<Record<string, string>> = {
  'entry.created': t`Created`,
  'entry.updated': t`Changed`,
  'entry.published': t`Published`,
  'entry.unpublished': t`Unpublished`,
  'entry.deleted': t`Deleted`,
  'user.created': t`User created`,
  'user.renamed': t`User renamed`,
  'user.role_assigned': t`Role of a user changed`,
  'user.password_changed': t`Password changed`,
  'user.enabled': t`User enabled`,
  'user.disabled': t`User disabled`,
  'user.unlocked': t`User unlocked`,
  'user.deleted': t`User deleted`,
  'role.created': t`Role created`,
  'role.changed': t`Role changed`,
  'role.deleted': t`Role deleted`,
  'client.created': t`API client created`,
  'client.changed': t`API client changed`,
  'client.secret_rotated': t`Secret of an API client renewed`,
  'client.tokens_revoked': t`Tokens of an API client revoked`,
  'client.deleted': t`API client deleted`,
  'consent.revoked': t`Consents to an API client revoked`,
  'key.rotated': t`Signing key rotated`,
  'key.revoked': t`Signing keys revoked`,
  'site.imported': t`Site package imported`,
  'job.finished': t`Job finished`,
  'webhook.endpoint_disabled': t`Webhook disabled`,
  'webhook.gap': t`Deliveries to webhooks missing`,
  'setting.changed': t`Setting changed`,
  'bundle.created': t`Type created`,
  'bundle.changed': t`Type changed`,
  'bundle.removed': t`Type removed`,
  'field.added': t`Field added`,
  'field.changed': t`Field changed`,
  'field.removed': t`Field removed`,
};

const CAUSES: Readonly<Record<string, string>> = {
  bulk_action: t`by a bulk action`,
  import: t`by an import`,
  target_deleted: t`because an entry that it refers to was deleted`,
};

/** Causes that the actor tells already. */
const USUAL_CAUSES: readonly string[] = ['request', 'internal'];

/** Attributes whose change says no more than the event itself: the service sets `changed` at every change. */
const TOLD_BY_EVENT: readonly string[] = ['changed', 'status'];

/** What happened, such as «Published» or «Role created»; for a type without words here the sentence of the service. */
export function formatEventType(
  { type }: Pick<LoggedEvent, 'type'>,
  eventTypes: readonly EventType[] = [],
): string {
  return getOwn(TYPES, type) ?? eventTypes.find((known) => known.type === type)?.sentence ?? type;
}

/** Why it happened, such as «by an import»; `undefined` where the actor says enough. */
export function formatCause({ cause }: Pick<EntryEvent, 'cause'>): string | undefined {
  return USUAL_CAUSES.includes(cause) ? undefined : (getOwn(CAUSES, cause) ?? t`cause: ${cause}`);
}

/** The names of the attributes and relationships whose change the type of the event does not tell. */
function getChangedFields({ changed }: Pick<EntryEvent, 'changed'>): readonly string[] {
  return changed.filter((name) => !TOLD_BY_EVENT.includes(name));
}

export function isEntryEvent(event: LoggedEvent): event is EntryEvent {
  return event.visibility !== 'management';
}

/** What was changed: the fields of an entry, or the details of a change of management data. */
export function formatChange(event: LoggedEvent): string {
  return isEntryEvent(event) ? getChangedFields(event).join(', ') : formatDetails(event.details);
}

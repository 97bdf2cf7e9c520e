import { AUDIT_ACTIONS, type AuditEvent } from '@content-service/audit';
import { formatDateTime } from '@content-service/kernel';

/** An event as administrators see it. @param name of whoever did it */
export function eventResource(event: AuditEvent, name: string | undefined): object {
  const { id, at, who, from = null, action, subject = null, details } = event;
  return {
    id,
    at: formatDateTime(at),
    who: { kind: who.kind, userId: who.userId ?? null, clientId: who.clientId ?? null, name: name ?? null },
    from,
    action,
    says: saysOf(action),
    subject,
    details,
  };
}

/** The log outlives the table of actions. */
function saysOf(action: string): string {
  const actions: Readonly<Record<string, { readonly says: string } | undefined>> = AUDIT_ACTIONS;
  return Object.hasOwn(actions, action) ? (actions[action]?.says ?? action) : action;
}

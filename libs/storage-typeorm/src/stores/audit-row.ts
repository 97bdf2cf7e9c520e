import type { AuditEvent } from '@content-service/audit';
import type { Row } from '../database/statements.js';

export interface AuditRow {
  readonly id: string;
  readonly happened_at: number;
  readonly action: string;
  readonly actor_kind: AuditEvent['who']['kind'];
  readonly user_id: string | null;
  readonly client_id: string | null;
  readonly address: string | null;
  readonly subject_kind: string | null;
  readonly subject_id: string | null;
  readonly details: string;
}

export function toAuditRow({ id, at, who, from, action, subject, details }: AuditEvent): Row & AuditRow {
  return {
    id,
    happened_at: at,
    action,
    actor_kind: who.kind,
    user_id: who.userId ?? null,
    client_id: who.clientId ?? null,
    address: from ?? null,
    subject_kind: subject?.kind ?? null,
    subject_id: subject?.id ?? null,
    details: JSON.stringify(details),
  };
}

export function toAuditEvent(row: AuditRow): AuditEvent {
  const { id, happened_at: at, action, user_id, client_id, address, subject_kind, subject_id } = row;
  return {
    id,
    at,
    who: {
      kind: row.actor_kind,
      ...(user_id === null ? {} : { userId: user_id }),
      ...(client_id === null ? {} : { clientId: client_id }),
    },
    ...(address === null ? {} : { from: address }),
    action,
    ...(subject_kind === null || subject_id === null
      ? {}
      : { subject: { kind: subject_kind, id: subject_id } }),
    details: JSON.parse(row.details) as AuditEvent['details'],
  };
}

import type { Uuid } from '@content-service/kernel';
import type { AuditDetail } from './audit-action.js';

/** The kinds of `AuditActor`. */
export const ACTOR_KINDS = ['anonymous', 'client', 'user', 'operator', 'service'] as const;

/**
 * The actor of an event: a principal (anonymous, an API client for itself, or a user by way of a client or a
 * browser), the operator, by command line and environment of the process, or the service by itself.
 */
export interface AuditActor {
  readonly kind: (typeof ACTOR_KINDS)[number];
  readonly userId?: Uuid;
  readonly clientId?: string;
}

/** The actor and the IP address of a use case, for its audit events. */
export interface AuditContext {
  readonly actor: AuditActor;
  /** The IP address, as forwarded by a trusted proxy; absent for the operator. */
  readonly ipAddress?: string;
}

/** For what the service does by itself, such as disabling a webhook or publishing an entry at its time. */
export const SERVICE_CONTEXT: AuditContext = { actor: { kind: 'service' } };

/** One event of the log: actor, action, subject, time and IP address. */
export interface AuditEvent {
  readonly id: Uuid;
  /** UNIX seconds. */
  readonly occurredAt: number;
  readonly actor: AuditActor;
  readonly ipAddress?: string;
  /** A name of `AUDIT_ACTIONS`, or of a former version of it. */
  readonly action: string;
  /** The changed object; absent when there is none, as for a login with an unknown name. */
  readonly subject?: AuditSubject;
  /** Must not contain a secret, password or token, or a hash of one. */
  readonly details: Readonly<Record<string, AuditDetail>>;
}

export interface AuditSubject {
  /** As in `AUDIT_ACTIONS`: `user`, `client`, `role`, … */
  readonly kind: string;
  readonly id: string;
}

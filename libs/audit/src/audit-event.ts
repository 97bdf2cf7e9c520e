import type { Uuid } from '@content-service/kernel';
import type { AuditDetail } from './audit-action.js';

/**
 * Who did it. Every principal is one: somebody without a token, an API client for itself, a user (through a client or
 * in the browser). The operator is whoever runs the process: its command line and its environment.
 */
export interface Actor {
  readonly kind: 'anonymous' | 'client' | 'user' | 'operator';
  readonly userId?: Uuid;
  readonly clientId?: string;
}

/** Who, and from where: what a use case must be told so that it can leave a trace. */
export interface Origin {
  readonly who: Actor;
  /** The IP address, as a trusted proxy tells it; the operator has none. */
  readonly from?: string;
}

/** One line of the log: who did what to whom, when, from where. */
export interface AuditEvent {
  readonly id: Uuid;
  /** UNIX seconds. */
  readonly at: number;
  readonly who: Actor;
  readonly from?: string;
  /** A name of `AUDIT_ACTIONS`, or one that once was: the log outlives the table. */
  readonly action: string;
  /** What it was done to; absent when there is no such thing, as with a login under an unknown name. */
  readonly subject?: AuditSubject;
  /** Never a secret, a password, a token or a hash of one. */
  readonly details: Readonly<Record<string, AuditDetail>>;
}

export interface AuditSubject {
  /** As in `AUDIT_ACTIONS`: `user`, `client`, `role`, … */
  readonly kind: string;
  readonly id: string;
}

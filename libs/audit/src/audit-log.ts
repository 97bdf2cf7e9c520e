import type { AuditEvent, AuditSubject } from './audit-event.js';

/** Selects events; all given members must match. */
export interface AuditFilter {
  readonly action?: string;
  /** Events of this action are omitted. */
  readonly exceptAction?: string;
  /** The id of a user or API client; actions of a user by way of a client match both ids. */
  readonly actor?: string;
  readonly subject?: AuditSubject;
  /** UNIX seconds: inclusive. */
  readonly since?: number;
  /** UNIX seconds: exclusive. */
  readonly until?: number;
}

/** A position in the log. */
export type AuditPosition = Pick<AuditEvent, 'occurredAt' | 'id'>;

export interface AuditWindow {
  /** The position of the last event of the previous page; without it the window begins at the newest event. */
  readonly before?: AuditPosition;
  readonly limit: number;
}

export interface AuditPage {
  readonly events: readonly AuditEvent[];
  /** Whether older events follow. */
  readonly more: boolean;
}

/**
 * Port: stores audit events. Every method is atomic. Events do not change; ids are compared and ordered as lower-case
 * text.
 */
export abstract class AuditLog {
  /**
   * Appends events, all or none. Events with a stored id are ignored, so that an append with an unknown outcome can
   * be repeated. Concurrent appends do not affect each other.
   */
  abstract append(events: readonly AuditEvent[]): Promise<void>;

  /**
   * Returns events ordered by `occurredAt`, then by `id`, both descending. The page after `before` contains only
   * events that follow that position, which need not be stored any more; concurrent appends repeat no event.
   */
  abstract page(filter: AuditFilter, window: AuditWindow): Promise<AuditPage>;

  /**
   * Deletes events before a time (UNIX seconds, exclusive), of one action or of all.
   *
   * @returns how many were deleted; fewer than `limit` when none is left
   */
  abstract prune(before: number, limit: number, action?: string): Promise<number>;
}

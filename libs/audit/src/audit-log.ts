import type { AuditEvent, AuditSubject } from './audit-event.js';

/** Which events are wanted; every member that is given must hold. */
export interface AuditSelection {
  readonly action?: string;
  /** The id of the user or API client that did it; a user's acts through a client are found under both. */
  readonly actor?: string;
  readonly subject?: AuditSubject;
  /** UNIX seconds: from this second on. */
  readonly since?: number;
  /** UNIX seconds: before this second. */
  readonly until?: number;
}

/** A place in the log. */
export type AuditPosition = Pick<AuditEvent, 'at' | 'id'>;

export interface AuditWindow {
  /** The last event that was seen; without it the window begins at the newest. */
  readonly before?: AuditPosition;
  readonly limit: number;
}

export interface AuditPage {
  readonly events: readonly AuditEvent[];
  /** Whether older ones follow. */
  readonly more: boolean;
}

/**
 * Where audit events are kept. Every method is one atomic act. No event ever changes; ids are compared and ordered as
 * lower-case text.
 */
export abstract class AuditLog {
  /**
   * Adds events, all or none. One whose id is there already is left as it is: who did not learn whether an append
   * succeeded can repeat it. Events that others append at the same moment all stay.
   */
  abstract append(events: readonly AuditEvent[]): Promise<void>;

  /**
   * The newest events first: by `at`, those of one second by `id`, both falling. The page behind `before` has only
   * events that come after it in this order, whether that event itself is still there or not; so nothing is shown twice
   * while others append.
   */
  abstract page(selection: AuditSelection, window: AuditWindow): Promise<AuditPage>;

  /** Forgets events older than `before` (UNIX seconds, exclusive). */
  abstract prune(before: number): Promise<void>;
}

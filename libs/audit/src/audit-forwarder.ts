import type { AuditAction } from './audit-action.js';
import type { AuditEvent } from './audit-event.js';

/** Copies stored audit events to receivers outside the database, such as a log collector. */
export abstract class AuditForwarder {
  /** Accepts the events at once. Neither throws nor waits: they are delivered in the background. */
  abstract forward(events: readonly AuditEvent[]): void;

  /** Accepts, as `forward` does, an event that could not be stored because the storage is full. */
  abstract forwardUnstored(event: AuditEvent): void;

  /** Counts an event that is neither stored nor forwarded, since anonymous actors caused too many. */
  abstract countOmitted(action: AuditAction): void;
}

import type { Clock, IdGenerator } from '@content-service/kernel';
import { AUDIT_ACTIONS, type AuditAction, type AuditDetail, type DetailsOf } from './audit-action.js';
import { formatCursor, parseCursor } from './audit-cursor.js';
import type { Actor, AuditEvent, Origin } from './audit-event.js';
import type { AuditLog, AuditSelection } from './audit-log.js';

export interface TrailPage {
  /** The newest first. */
  readonly events: readonly AuditEvent[];
  /** Leads to the next page; absent on the last. */
  readonly next?: string;
}

/** Leaves traces in the audit log, and reads them. */
export class AuditTrail {
  constructor(
    private readonly log: AuditLog,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /**
   * Notes that something was done. Call it after the act has succeeded (or, for refusals, was refused).
   *
   * @param subjectId what it was done to, of the kind that the action's row says
   */
  async record<Action extends AuditAction>(
    action: Action,
    { who, from }: Origin,
    subjectId: string | undefined,
    details: DetailsOf<Action>,
  ): Promise<void> {
    const event: AuditEvent = {
      id: this.ids.next(),
      at: this.clock.now(),
      who: toActor(who),
      ...(from === undefined ? {} : { from }),
      action,
      ...(subjectId === undefined ? {} : { subject: { kind: AUDIT_ACTIONS[action].subject, id: subjectId } }),
      details: toDetails(action, details),
    };
    await this.log.append([event]);
  }

  /**
   * @param cursor `next` of the page before
   * @throws InvalidCursor
   */
  async page(selection: AuditSelection, limit: number, cursor?: string): Promise<TrailPage> {
    const before = cursor === undefined ? undefined : parseCursor(cursor);
    const { events, more } = await this.log.page(selection, { before, limit });
    const last = events.at(-1);
    return more && last !== undefined ? { events, next: formatCursor(last) } : { events };
  }
}

/** A principal carries more than belongs into the log. */
function toActor({ kind, userId, clientId }: Actor): Actor {
  return {
    kind,
    ...(userId === undefined ? {} : { userId }),
    ...(clientId === undefined ? {} : { clientId }),
  };
}

/** Only what the action's row names: whatever else an object carries may be a secret. */
function toDetails(
  action: AuditAction,
  details: Readonly<Record<string, AuditDetail | undefined>>,
): AuditEvent['details'] {
  const named: readonly string[] = AUDIT_ACTIONS[action].details;
  return Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) =>
      value !== undefined && named.includes(name) ? [[name, value]] : [],
    ),
  );
}

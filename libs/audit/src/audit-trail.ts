import { type Clock, type IdGenerator, isStorageFull } from '@content-service/kernel';
import { AUDIT_ACTIONS, type AuditAction, type AuditDetail, type AuditDetailsFor } from './audit-action.js';
import { AnonymousEventLimit } from './anonymous-event-limit.js';
import { formatAuditCursor, parseAuditCursor } from './audit-cursor.js';
import type { AuditActor, AuditEvent, AuditContext } from './audit-event.js';
import type { AuditForwarder } from './audit-forwarder.js';
import type { AuditLog, AuditFilter } from './audit-log.js';
import { GroupCommit } from './group-commit.js';
import { isNotFalse, type AuditLines } from './audit-lines.js';

export interface AuditTrailPage {
  /** Newest first. */
  readonly events: readonly AuditEvent[];
  /** The cursor of the next page; absent on the last. */
  readonly next?: string;
}

/** Writes and reads the audit log. */
export class AuditTrail {
  private readonly groupCommit: GroupCommit;
  private readonly anonymousEvents: AnonymousEventLimit;

  constructor(
    private readonly log: AuditLog,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly forwarder?: AuditForwarder,
  ) {
    this.groupCommit = new GroupCommit(log);
    this.anonymousEvents = new AnonymousEventLimit(clock);
  }

  /**
   * Appends an event of its own: of a refusal, after it was refused, or of an act that stores nothing. A change is recorded by
   * `commit` instead.
   *
   * A full storage fails neither: without tokens there are no reads, and without revocations access would go on. The event is
   * copied to the configured receivers alone then.
   *
   * Events of anonymous actors above `AnonymousEventLimit` are counted and left out.
   *
   * @param subjectId the id of the changed object; its kind is that of the action
   */
  async record<Action extends AuditAction>(
    action: Action,
    context: AuditContext,
    subjectId: string | undefined,
    details: AuditDetailsFor<Action>,
  ): Promise<void> {
    if (context.actor.kind === 'anonymous' && !this.anonymousEvents.admits(action, subjectId)) {
      this.forwarder?.countOmitted(action);
      return;
    }
    const event = this.createEvent(action, context, subjectId, details);
    try {
      await this.groupCommit.append(event);
    } catch (error) {
      if (!isStorageFull(error)) throw error;
      this.forwarder?.forwardUnstored(event);
      return;
    }
    this.forward([event]);
  }

  /**
   * Creates an event that is stored in the transaction of a change, by `commit`, or by a caller that calls `forward` after
   * the commit.
   */
  createEvent<Action extends AuditAction>(
    action: Action,
    { actor, ipAddress }: AuditContext,
    subjectId: string | undefined,
    details: AuditDetailsFor<Action>,
  ): AuditEvent {
    return {
      id: this.ids.next(),
      occurredAt: this.clock.now(),
      actor: toAuditActor(actor),
      ...(ipAddress === undefined ? {} : { ipAddress }),
      action,
      ...(subjectId === undefined ? {} : { subject: { kind: AUDIT_ACTIONS[action].subject, id: subjectId } }),
      details: pickDeclaredDetails(action, details),
    };
  }

  /**
   * Makes a change with its events: the store stores both in one transaction. Afterwards the events are copied to the
   * configured receivers.
   *
   * @param store calls a method of a store with the lines
   * @param isStored whether the result says that the change was made; without it every result but `false`
   * @returns the result of the store
   */
  async commit<Result>(
    events: readonly AuditEvent[],
    store: (auditLines: AuditLines) => Promise<Result>,
    isStored: (result: Result) => boolean = isNotFalse,
  ): Promise<Result> {
    const result = await store({ audit: events });
    if (isStored(result)) this.forward(events);
    return result;
  }

  /** Copies stored events to the configured receivers. */
  forward(events: readonly AuditEvent[]): void {
    this.forwarder?.forward(events);
  }

  /**
   * @param cursor `next` of the previous page
   * @throws InvalidCursor
   */
  async getPage(filter: AuditFilter, limit: number, cursor?: string): Promise<AuditTrailPage> {
    const before = cursor === undefined ? undefined : parseAuditCursor(cursor);
    const { events, more } = await this.log.page(filter, { before, limit });
    const last = events.at(-1);
    return more && last !== undefined ? { events, next: formatAuditCursor(last) } : { events };
  }
}

/** Picks the members of an actor; principals have others, such as scopes. */
export function toAuditActor({ kind, userId, clientId }: AuditActor): AuditActor {
  return {
    kind,
    ...(userId === undefined ? {} : { userId }),
    ...(clientId === undefined ? {} : { clientId }),
  };
}

/** Picks the details that the action declares; other members of the object may be secrets. */
function pickDeclaredDetails(
  action: AuditAction,
  details: Readonly<Record<string, AuditDetail | undefined>>,
): AuditEvent['details'] {
  const declared: readonly string[] = AUDIT_ACTIONS[action].details;
  return Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) =>
      value !== undefined && declared.includes(name) ? [[name, value]] : [],
    ),
  );
}

import type { AuditContext, AuditEvent, AuditTrail } from '@content-service/audit';
import { type ContentModel, FILE_TYPE, ModelOutdated } from '@content-service/bundles';
import type { Uuid } from '@content-service/kernel';
import { ChangedEntries, type ChangedEntry } from './changed-entries.js';
import {
  DuplicateEntry,
  StoredTargetsNotFound,
  EntryWriteContended,
  RevisionsNotSupported,
  VersionConflict,
} from './entry.errors.js';
import type { EntryCopy } from './copies/entry-copy.js';
import { type Entry, projectWithoutTargets } from './entry.js';
import type { ScheduleChange } from './entry-schedule.js';
import type {
  CopySupersession,
  EntryRevisionStore,
  RevisionMetadata,
  Supersession,
} from './history/entry-revision.js';
import type { HistoryOptions } from './history/revision-recorder.js';
import type { ChangeOrigin } from './change-origin.js';
import {
  type AttachedWrites,
  type EntryChange,
  type EntryStatus,
  type EntryStore,
  type SaveCopy,
} from './entry.store.js';

export interface WriteContext {
  /** The cached content model. */
  readonly model: () => ContentModel;
  /** Reloads the model after the store reported a newer one. */
  readonly reloadModel: () => Promise<ContentModel>;
  /** The author of a new entry whose draft names none; without it the first user of the site. */
  readonly author?: Uuid;
  /**
   * Called with each entry before it is stored; an exception stops the write. It detects responses that cannot be built
   * (an include that is too large) before anything is stored.
   */
  readonly beforeStore?: (entry: Entry) => Promise<void>;
  /** Called after a deletion that left referrers to be rewritten by `EntryStore.unlinkDeleted`; must not throw. */
  readonly unlinkLater?: (deleted: readonly Uuid[]) => Promise<void>;
  /** Called with the files that a write has deleted, whose bytes nothing needs any more; must not throw. */
  readonly removeFiles?: (deleted: readonly Uuid[]) => Promise<void>;
  /** Records the changes in the audit log, in their transaction; without it they are not recorded. */
  readonly audit?: EntryAudit;
  /** Why, by whom and in which request the changes are made, as their events and revisions name it. */
  readonly origin?: ChangeOrigin;
  /** Whether aliases that published entries give up lead to them by redirects (site setting `redirectOldAliases`). */
  readonly redirectsOldAliases?: boolean;
  /** What is kept of replaced and deleted states; without it nothing. */
  readonly history?: HistoryOptions;
  /** The names of the menus that links may be in; without it every name is accepted. */
  readonly menus?: readonly string[];
}

/** The inputs of one attempt. */
export interface AttemptContext {
  readonly model: ContentModel;
  /** Whether to look up every target, because the last attempt failed with missing targets: the error then names them. */
  readonly verifyTargets: boolean;
}

/** The changes of one attempt, computed from one state of the store, and its result. */
export interface AttemptResult<Result> {
  readonly changes: readonly EntryChange[];
  /** The entries that the response may show, as they will be stored: written entries, and entries as saved working copies show them. */
  readonly shown: readonly Entry[];
  readonly transitions: readonly EntryTransition[];
  readonly superseded: readonly Supersession[];
  readonly restored?: AttachedWrites['restored'];
  readonly result: Result;
}

/** Enough for twenty concurrent writers of the same entry. */
const ATTEMPTS = 25;

/**
 * Computes changes and stores them in one transaction; repeats both when the state they were computed from has changed.
 *
 * @throws EntryWriteContended, and whatever the attempt or the store throws
 */
export async function commitWithRetry<Result>(
  store: EntryStore,
  context: WriteContext,
  attempt: (context: AttemptContext) => Promise<AttemptResult<Result>>,
  attached: AttachedWrites = {},
): Promise<Result> {
  let model = context.model();
  let verifyTargets = false;
  let conflict: unknown;
  for (let n = 0; n < ATTEMPTS; n += 1) {
    const { changes, shown, transitions, superseded, restored, result } = await attempt({
      model,
      verifyTargets,
    });
    for (const entry of shown) await context.beforeStore?.(entry);
    try {
      const audit = context.audit?.createAuditEvents(transitions) ?? [];
      const { origin } = context;
      const { pendingUnlinks } = await store.apply(changes, {
        ...attached,
        ...{ audit, origin, superseded, restored },
      });
      context.audit?.forward(audit);
      if (pendingUnlinks.length > 0) await context.unlinkLater?.(pendingUnlinks);
      const files = transitions.filter(({ kind, type }) => kind === 'deleted' && type === FILE_TYPE);
      if (files.length > 0) await context.removeFiles?.(files.map(({ id }) => id));
      return result;
    } catch (error) {
      if (error instanceof ModelOutdated) model = await context.reloadModel();
      else if (error instanceof StoredTargetsNotFound) verifyTargets = true;
      else if (!(error instanceof VersionConflict)) throw error;
      conflict = error;
    }
    await sleepWithJitter(Math.min(2 * n, 20));
  }
  throw new EntryWriteContended(conflict);
}

/** Waits for a random time before a retry, so that concurrent writers do not collide again. */
export function sleepWithJitter(maximumMilliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * maximumMilliseconds));
}

/**
 * The unit of work of one write: collects changes before they are stored. Reads see the stored entries as the collected
 * changes leave them.
 */
export class EntryUnitOfWork {
  readonly changes: EntryChange[] = [];
  /** The changes as the audit log names them, in their order. */
  readonly transitions: EntryTransition[] = [];
  private readonly entries = new ChangedEntries();
  private readonly loaded = new Set<Uuid>();
  private readonly deleted = new Set<Uuid>();

  /** @param pendingInserts the ids of entries that later changes of this unit insert */
  constructor(
    private readonly store: EntryStore,
    private readonly revisions: Pick<EntryRevisionStore, 'findCopies' | 'page'>,
    private readonly pendingInserts: ReadonlySet<Uuid> = new Set(),
  ) {}

  /** The entries that the changes have made others, before and after them. */
  get changedEntries(): readonly ChangedEntry[] {
    return this.entries.changed;
  }

  isChanged(id: Uuid): boolean {
    return this.entries.isChanged(id);
  }

  /** Reads entries that `find` will need, in one store call. */
  async load(ids: readonly Uuid[]): Promise<void> {
    const missing = ids.filter((id) => !this.loaded.has(id));
    if (missing.length === 0) return;
    this.entries.addStored((await this.store.getMany(missing)).values());
    for (const id of missing) this.loaded.add(id);
  }

  async find(id: Uuid): Promise<Entry | undefined> {
    if (!this.entries.isChanged(id)) await this.load([id]);
    const entry = this.entries.find(id);
    // The store removes deleted targets from all linkage when it applies the changes; reads must not see them either.
    return entry === undefined || this.deleted.size === 0
      ? entry
      : projectWithoutTargets(entry, this.deleted);
  }

  async findStatuses(ids: readonly Uuid[]): Promise<Map<Uuid, EntryStatus>> {
    const unchanged = ids.filter((id) => !this.entries.isChanged(id));
    const statuses =
      unchanged.length === 0 ? new Map<Uuid, EntryStatus>() : await this.store.findStatuses(unchanged);
    for (const id of ids) {
      const entry = this.entries.isChanged(id) ? this.entries.find(id) : undefined;
      if (entry !== undefined) statuses.set(id, { type: entry.type, published: entry.published });
    }
    return statuses;
  }

  /**
   * Whether targets must be looked up now, because the check of the store after the last change would accept them: a target
   * that a later change inserts, or that an earlier change deleted.
   */
  requiresTargetCheck(ids: readonly Uuid[]): boolean {
    return ids.some(
      (id) => this.deleted.has(id) || (this.pendingInserts.has(id) && !this.entries.isChanged(id)),
    );
  }

  /** The id of an entry that was deleted in this unit cannot be used again in it. @throws DuplicateEntry */
  insert(entry: Entry, schedule?: ScheduleChange): void {
    if (this.entries.isChanged(entry.id)) throw new DuplicateEntry(entry.id);
    this.add({ kind: 'insert', entry, schedule }, { ...getIdentity(entry), kind: 'created' });
  }

  /** @param entry the next version of the entry that `find` returned */
  update(entry: Entry, schedule?: ScheduleChange): void {
    const previous = this.entries.find(entry.id);
    const isFlipped = previous !== undefined && previous.published !== entry.published;
    const kind = isFlipped ? (entry.published ? 'published' : 'unpublished') : 'changed';
    const expectedVersion = entry.version - 1;
    const change: EntryChange = { kind: 'update', entry, expectedVersion, previous, schedule };
    this.add(change, { ...getIdentity(entry), kind });
  }

  delete(entry: Entry): void {
    const { id, version } = entry;
    this.add({ kind: 'delete', id, expectedVersion: version }, { ...getIdentity(entry), kind: 'deleted' });
    this.deleted.add(id);
  }

  /** The stored working copy of an entry. */
  async findCopy(id: Uuid): Promise<EntryCopy | undefined> {
    return (await this.revisions.findCopies([id])).get(id);
  }

  async findNewestRevision(id: Uuid): Promise<RevisionMetadata | undefined> {
    return (await this.revisions.page(id, { limit: 1 })).revisions[0];
  }

  /**
   * @param saved `copy` is the next version of the stored copy
   * @throws RevisionsNotSupported
   */
  saveCopy(saved: Omit<SaveCopy, 'kind' | 'expectedVersion'>): void {
    if (this.store.capabilities.revisions !== true) throw new RevisionsNotSupported();
    const { entryId: id, type, version } = saved.copy;
    const change: EntryChange = { kind: 'saveCopy', expectedVersion: version - 1, ...saved };
    // Minor saves, of which somebody who types makes many, are not in the audit log.
    if (saved.copy.head.minor === true) this.changes.push(change);
    else this.add(change, { kind: 'copy_saved', type, id, version });
  }

  discardCopy({ entryId: id, type, version }: EntryCopy, supersede: CopySupersession | undefined): void {
    const change: EntryChange = { kind: 'discardCopy', id, expectedVersion: version, supersede };
    this.add(change, { kind: 'copy_discarded', type, id, version });
  }

  /** Ends a copy whose members are in a change of its entry; that change is the transition. */
  promoteCopy({ entryId: id, version }: EntryCopy): void {
    this.changes.push({ kind: 'discardCopy', id, expectedVersion: version });
  }

  private add(change: EntryChange, transition: EntryTransition): void {
    this.entries.applyChange(change);
    this.changes.push(change);
    this.transitions.push(transition);
  }
}

function getIdentity({ type, id, version }: Entry): Omit<EntryTransition, 'kind'> {
  return { type, id, version };
}

/** One write of one entry, as the audit log names it. */
export interface EntryTransition {
  readonly kind:
    | 'created'
    | 'changed'
    | 'published'
    | 'unpublished'
    | 'deleted'
    | 'copy_saved'
    | 'copy_discarded';
  /** The resource type, such as `node--article`. */
  readonly type: string;
  readonly id: Uuid;
  /** The version after the write; of a deleted entry its last one, and of a working copy that of the copy. */
  readonly version: number;
}

/** The audit events of one request that writes entries; they are stored in the transaction of the entries. */
export class EntryAudit {
  /** @param cause why the entries are written, when it is not the request of the actor */
  constructor(
    private readonly trail: AuditTrail,
    private readonly context: AuditContext,
    private readonly cause?: ChangeOrigin['cause'],
  ) {}

  createAuditEvents(transitions: readonly EntryTransition[]): readonly AuditEvent[] {
    const cause = this.cause === undefined ? {} : { cause: this.cause };
    return transitions.map(({ kind, type, id, version }) =>
      this.trail.createEvent(`entry.${kind}`, this.context, id, { type, version, ...cause }),
    );
  }

  /** Hands events on after their transaction was committed. */
  forward(events: readonly AuditEvent[]): void {
    this.trail.forward(events);
  }
}

import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import type { AuditContext, AuditTrail } from '@content-service/audit';
import type { ContentModelService } from '@content-service/bundles';
import { isFinished, type Job, type JobHandler, JobRunning, type NewJob } from '@content-service/jobs';
import { DomainError, type JsonObject, type ProgressMonitor, type Uuid } from '@content-service/kernel';
import {
  EntryAudit,
  type EntryEditor,
  type EntryOperation,
  type EntryStore,
  type KeysetPosition,
  type PendingUnlinks,
  unlinkSome,
  type WriteContext,
} from '@content-service/entries';
import { type SiteSettingsService, toHistoryOptions } from '@content-service/site-settings';
import { type BulkAction, type BulkActionRules, type BulkRequest, toEdit } from './bulk-action.js';
import type { BulkEdits } from './bulk-edit.js';
import { findStatusField, type Outcome, toResult, WANTED } from './bulk-outcome.js';
import type { BulkUndo, ChangedIds } from './bulk-undo.js';
import { performBatch } from './perform-batch.js';

export const BULK_ACTION_KIND = 'entries.bulk-action';

/** Entries written in one transaction: other writers of these entries wait for it. */
const BATCH = 50;

interface BulkActionParameters extends BulkRequest {
  /** The position that an entry created with the request would have: those created later are left out. */
  readonly until: number;
  /** The job whose changes are set back; then the filter and `until` have no meaning. */
  readonly undoes?: Uuid;
  /** How many parts the ids of these changes have. */
  readonly parts?: number;
}

interface Checkpoint extends Outcome {
  readonly total: number;
  /** How many batches have changed entries; their ids are kept for an undo. */
  readonly parts: number;
  readonly last?: { readonly position: number; readonly id: Uuid };
}

interface ChangedBatch extends Omit<Checkpoint, 'total' | 'last'> {
  /** How many of the entries of the batch it has looked at; the next batch begins with the others. */
  readonly taken: number;
}

/**
 * Publishes, unpublishes, deletes or edits all entries that match a filter, in the order of their creation. Each is written and
 * recorded as by a request of its own; one that a rule refuses is counted and does not stop the others.
 */
export class BulkActionJob implements JobHandler {
  readonly kind = BULK_ACTION_KIND;

  /** @param getUnlinks called late, since its jobs are queued by the service that runs this one */
  constructor(
    private readonly entries: EntryStore,
    private readonly editor: EntryEditor,
    private readonly rules: BulkActionRules,
    private readonly models: ContentModelService,
    private readonly settings: SiteSettingsService,
    private readonly trail: AuditTrail,
    private readonly changedIds: ChangedIds,
    private readonly undo: BulkUndo,
    private readonly edits: BulkEdits,
    private readonly getUnlinks: () => Pick<PendingUnlinks, 'queueAll'>,
  ) {}

  /** @throws RequesterNotPermitted, WritesNotAllowed, TypeNotFound, and the errors of a filter that the model no longer has */
  async run({ id, parameters, context }: Job, monitor: ProgressMonitor): Promise<JsonObject> {
    const request = parameters as unknown as BulkActionParameters;
    if (request.undoes !== undefined)
      return this.undo.run(
        { ...request, undoes: request.undoes, parts: request.parts ?? 0 },
        monitor,
        context.actor,
        () => this.createWriteContext(context),
      );
    let state = (monitor.checkpoint as Checkpoint | undefined) ?? (await this.begin(request, context));
    for (let more = true; more;) {
      // Permissions, settings and model may change while the job runs.
      const selection = await this.rules.selectFor(context.actor, request);
      const page = await this.entries.findPositions({
        ...selection,
        sort: [],
        limit: BATCH,
        ...(state.last === undefined
          ? {}
          : { bound: { direction: 'after', position: { keys: [], ...state.last } } }),
      });
      const positions = page.positions.filter(({ position }) => position <= request.until);
      const { total } = state;
      const { taken, ...outcome } = await this.changeBatch(id, positions, request, state, context);
      const last = positions[taken - 1] ?? state.last;
      state = {
        ...outcome,
        total,
        ...(last === undefined ? {} : { last: { position: last.position, id: last.id } }),
      };
      const done = outcome.changed + outcome.unchanged + outcome.failed;
      const checkpoint = JSON.parse(JSON.stringify(state)) as JsonObject;
      await monitor.report({ phase: request.action, done, total: Math.max(done, total), checkpoint });
      more = taken < positions.length || (page.more && positions.length === page.positions.length);
      // Before the next batch, so that the number of deleted entries that are still in linkage stays small.
      if (request.action === 'delete')
        await unlinkSome(this.entries, () =>
          monitor.report({ phase: request.action, done, total: Math.max(done, total), checkpoint }),
        );
      // A store with a synchronous driver does not yield by itself.
      await nextEventLoopTurn();
    }
    return { ...toResult(state), undoable: this.isUndoable(request, state) };
  }

  /** Deleted entries come back from the trash only. */
  private isUndoable({ resourceType, action }: BulkRequest, { parts }: Checkpoint): boolean {
    if (parts === 0 || action !== 'delete') return parts > 0;
    const isVersioned = this.models.current().find(resourceType)?.entityType.versioned === true;
    return isVersioned && toHistoryOptions(this.settings.current()).trash;
  }

  private async begin(request: BulkActionParameters, { actor }: AuditContext): Promise<Checkpoint> {
    const total = await this.entries.count(await this.rules.selectFor(actor, request));
    return { changed: 0, unchanged: 0, failed: 0, failures: [], total, parts: 0 };
  }

  /** Changes one batch. An attempt that follows a crash meets the entries of its last batch as `unchanged` or not at all. */
  private async changeBatch(
    job: Uuid,
    positions: readonly KeysetPosition[],
    request: BulkRequest,
    before: Checkpoint,
    context: AuditContext,
  ): Promise<ChangedBatch> {
    const { resourceType, action } = request;
    const createContext = (): WriteContext => this.createWriteContext(context);
    if (action === 'update') {
      const part = { job, part: before.parts };
      const all = positions.map(({ id }) => id);
      const edited = await this.edits.change(part, all, toEdit(request), before, createContext);
      return { ...edited.outcome, taken: edited.taken, parts: before.parts + (edited.kept === 0 ? 0 : 1) };
    }
    const statuses = await this.entries.findStatuses(positions.map(({ id }) => id));
    const present = positions.filter(({ id }) => statuses.has(id));
    const pending = present.filter(({ id }) => statuses.get(id)?.published !== WANTED[action]);
    const ids = pending.map(({ id }) => id);
    // Before they are changed: an attempt that follows a crash would find only the others.
    const kept = await this.changedIds.add(job, before.parts, ids);
    const statusField = findStatusField(resourceType, this.models);
    const outcome = await performBatch(
      ids.map((id) => toOperation(action, resourceType, id, statusField)),
      { ...before, unchanged: before.unchanged + present.length - pending.length },
      this.editor,
      this.models,
      createContext,
    );
    return { ...outcome, taken: positions.length, parts: before.parts + (kept === 0 ? 0 : 1) };
  }

  private createWriteContext(context: AuditContext): WriteContext {
    const settings = this.settings.current();
    return {
      model: () => this.models.current(),
      reloadModel: () => this.models.refresh(),
      audit: new EntryAudit(this.trail, context, 'bulk_action'),
      origin: { cause: 'bulk_action', actor: context.actor },
      history: toHistoryOptions(settings),
      redirectsOldAliases: settings.redirectOldAliases,
      menus: settings.menus.map(({ name }) => name),
      // One job finishes what this one leaves when it is cancelled or fails.
      unlinkLater: () => this.getUnlinks().queueAll(context),
    };
  }
}

function toOperation(action: BulkAction, type: string, id: Uuid, statusField: string): EntryOperation {
  return action === 'delete'
    ? { kind: 'delete', type, id }
    : { kind: 'update', type, id, draft: { attributes: { [statusField]: WANTED[action] === true } } };
}

/** @param until the position of the request, see `BulkActionParameters` */
export function createBulkActionJob(request: BulkRequest, until: number): NewJob {
  const { resourceType, filter, action } = request;
  return {
    kind: BULK_ACTION_KIND,
    dedupKey: `${BULK_ACTION_KIND}:${resourceType}`,
    parameters: { resourceType, filter, action, ...toEditParameters(request), until },
  };
}

/** The parameters of a job that say what an update changes; none for other actions. */
function toEditParameters(request: Omit<BulkRequest, 'filter'>): JsonObject {
  if (request.action !== 'update') return {};
  const { data, mode } = toEdit(request);
  return { data, mode };
}

/** @throws BulkActionNotUndoable, JobRunning */
export async function createBulkUndoJob(undone: Job, changedIds: ChangedIds): Promise<NewJob> {
  if (undone.kind !== BULK_ACTION_KIND) throw new BulkActionNotUndoable(undone.id);
  if (!isFinished(undone)) throw new JobRunning(undone);
  const parameters = undone.parameters as unknown as BulkActionParameters;
  const { resourceType, action, undoes } = parameters;
  const { parts = 0 } = (undone.progress.checkpoint ?? {}) as Partial<Checkpoint>;
  const isKept = parts > 0 && (await changedIds.find(undone.id, 0)) !== undefined;
  if (undoes !== undefined || !isKept || undone.result?.['undoable'] === false)
    throw new BulkActionNotUndoable(undone.id);
  return {
    kind: BULK_ACTION_KIND,
    dedupKey: `${BULK_ACTION_KIND}:${resourceType}`,
    parameters: {
      ...{ resourceType, filter: '', action, ...toEditParameters(parameters) },
      ...{ undoes: undone.id, parts },
    },
  };
}

/** The job is no bulk action, has changed nothing, was undone already, or nothing is kept of what it has changed. */
class BulkActionNotUndoable extends DomainError {
  constructor(job: Uuid) {
    super('bulk_action_not_undoable', `The job ${job} cannot be undone.`);
  }
}

import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import type { AuditActor } from '@content-service/audit';
import type { ContentModelService } from '@content-service/bundles';
import type { SpoolStore } from '@content-service/jobs';
import {
  type Clock,
  DomainError,
  type JsonObject,
  type ProgressMonitor,
  type Uuid,
} from '@content-service/kernel';
import {
  DuplicateEntry,
  type EntryEditor,
  type EntryStore,
  isStoreFault,
  type Trash,
  type WriteContext,
} from '@content-service/entries';
import { type BulkActionRules, type BulkRequest, toEdit } from './bulk-action.js';
import type { BulkEdits } from './bulk-edit.js';
import { performBatch } from './perform-batch.js';
import { addFailures, findStatusField, type Outcome, toFailure, toResult, WANTED } from './bulk-outcome.js';

/** The ids of the entries that a bulk action changes, in parts of one batch. They are deleted with old spools. */
export class ChangedIds {
  constructor(
    private readonly spools: SpoolStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds ids to a part, which an earlier attempt at the batch may have stored.
   *
   * @returns how many the part has
   */
  async add(job: Uuid, part: number, ids: readonly Uuid[]): Promise<number> {
    const known = (await this.find(job, part)) ?? [];
    const all = [...new Set([...known, ...ids])];
    if (all.length > known.length)
      await this.spools.put({ spool: job, part, text: JSON.stringify(all), storedAt: this.clock.now() });
    return all.length;
  }

  async find(job: Uuid, part: number): Promise<readonly Uuid[] | undefined> {
    const text = await this.spools.find(job, part);
    return text === undefined ? undefined : (JSON.parse(text) as Uuid[]);
  }

  /** Forgets the ids of a job, so that it cannot be undone once more: its entries may have been changed again since. */
  forget(job: Uuid): Promise<void> {
    return this.spools.delete(job);
  }
}

interface UndoRequest extends BulkRequest {
  readonly undoes: Uuid;
  /** How many parts its ids have. */
  readonly parts: number;
}

interface Checkpoint extends Outcome {
  readonly left: number;
}

/**
 * Sets back what a bulk action has changed, its last batch first: it restores deleted entries with the references to them, and sets
 * back the publication, or the values, of entries that still have them. Each is written and recorded as by a request of its own.
 */
export class BulkUndo {
  constructor(
    private readonly entries: EntryStore,
    private readonly editor: EntryEditor,
    private readonly trash: Trash,
    private readonly rules: BulkActionRules,
    private readonly models: ContentModelService,
    private readonly changedIds: ChangedIds,
    private readonly edits: BulkEdits,
  ) {}

  /** @throws RequesterNotPermitted, WritesNotAllowed, TypeNotFound */
  async run(
    request: UndoRequest,
    monitor: ProgressMonitor,
    actor: AuditActor,
    createContext: () => WriteContext,
  ): Promise<JsonObject> {
    const start: Checkpoint = { changed: 0, unchanged: 0, failed: 0, failures: [], left: request.parts };
    let state = (monitor.checkpoint as unknown as Checkpoint | undefined) ?? start;
    while (state.left > 0) {
      // Permissions, settings and model may change while the job runs.
      await this.rules.selectFor(actor, request);
      const outcome = await this.undoPart(request, state, createContext);
      state = { ...outcome, left: state.left - 1 };
      const done = outcome.changed + outcome.unchanged + outcome.failed;
      await monitor.report({
        phase: 'undo',
        done,
        checkpoint: JSON.parse(JSON.stringify(state)) as JsonObject,
      });
      // A store with a synchronous driver does not yield by itself.
      await nextEventLoopTurn();
    }
    await this.changedIds.forget(request.undoes);
    return toResult(state);
  }

  private async undoPart(
    request: UndoRequest,
    state: Checkpoint,
    createContext: () => WriteContext,
  ): Promise<Outcome> {
    const part = state.left - 1;
    if (request.action === 'update')
      return this.edits.setBack({ job: request.undoes, part }, toEdit(request), state, createContext);
    const ids = (await this.changedIds.find(request.undoes, part)) ?? [];
    return request.action === 'delete'
      ? this.restore(ids.toReversed(), state, createContext())
      : this.setBack(ids, request, state, createContext);
  }

  private async restore(ids: readonly Uuid[], before: Outcome, context: WriteContext): Promise<Outcome> {
    let outcome = before;
    for (const id of ids)
      try {
        await this.trash.restore(id, context, true);
        outcome = { ...outcome, changed: outcome.changed + 1 };
      } catch (error) {
        if (!(error instanceof DomainError) || isStoreFault(error)) throw error;
        if (error instanceof DuplicateEntry) outcome = { ...outcome, unchanged: outcome.unchanged + 1 };
        else outcome = addFailures(outcome, [toFailure(id, error)]);
      }
    return outcome;
  }

  private async setBack(
    ids: readonly Uuid[],
    { resourceType, action }: BulkRequest,
    before: Outcome,
    createContext: () => WriteContext,
  ): Promise<Outcome> {
    const statuses = await this.entries.findStatuses(ids);
    const present = ids.filter((id) => statuses.has(id));
    const pending = present.filter((id) => statuses.get(id)?.published === WANTED[action]);
    const attributes = { [findStatusField(resourceType, this.models)]: WANTED[action] !== true };
    return performBatch(
      pending.map((id) => ({ kind: 'update', type: resourceType, id, draft: { attributes } }) as const),
      { ...before, unchanged: before.unchanged + present.length - pending.length },
      this.editor,
      this.models,
      createContext,
    );
  }
}

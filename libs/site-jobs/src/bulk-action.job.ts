import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import type { AuditContext, AuditTrail } from '@content-service/audit';
import type { ContentModelService } from '@content-service/bundles';
import type { Job, JobHandler, NewJob } from '@content-service/jobs';
import type { DomainError, JsonObject, ProgressMonitor, Uuid } from '@content-service/kernel';
import {
  EntryAudit,
  type EntryEditor,
  EntryNotFound,
  type EntryOperation,
  type EntryStore,
  type KeysetPosition,
  type PendingUnlinks,
  unlinkSome,
  writeBatchOrIndividually,
  type WriteContext,
} from '@content-service/entries';
import type { BulkAction, BulkActionRules, BulkRequest } from './bulk-action.js';

export const BULK_ACTION_KIND = 'entries.bulk-action';

/** Entries written in one transaction: other writers of these entries wait for it. */
const BATCH = 50;

/** Refused entries that the result names; more are counted. */
const FAILURES_SHOWN = 20;

interface BulkActionParameters extends BulkRequest {
  /** The position that an entry created with the request would have: those created later are left out. */
  readonly until: number;
}

/** The numbers of entries so far; also the result of the job. */
interface Outcome {
  readonly changed: number;
  /** Entries that were so already. */
  readonly unchanged: number;
  /** Entries that a rule refused. */
  readonly failed: number;
  /** The first of them. */
  readonly failures: readonly { readonly id: Uuid; readonly code: string; readonly detail: string }[];
}

interface Checkpoint extends Outcome {
  readonly total: number;
  readonly last?: { readonly position: number; readonly id: Uuid };
}

/**
 * Publishes, unpublishes or deletes all entries that match a filter, in the order of their creation. Each is written and
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
    private readonly trail: AuditTrail,
    private readonly getUnlinks: () => Pick<PendingUnlinks, 'queueAll'>,
  ) {}

  /** @throws RequesterNotPermitted, WritesNotAllowed, TypeNotFound, and the errors of a filter that the model no longer has */
  async run({ parameters, context }: Job, monitor: ProgressMonitor): Promise<JsonObject> {
    const request = parameters as unknown as BulkActionParameters;
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
      const outcome = await this.changeBatch(positions, request, state, context);
      const last = positions.at(-1) ?? state.last;
      state = {
        ...outcome,
        total,
        ...(last === undefined ? {} : { last: { position: last.position, id: last.id } }),
      };
      const done = outcome.changed + outcome.unchanged + outcome.failed;
      const checkpoint = JSON.parse(JSON.stringify(state)) as JsonObject;
      await monitor.report({ phase: request.action, done, total: Math.max(done, total), checkpoint });
      more = page.more && positions.length === page.positions.length;
      // Before the next batch, so that the number of deleted entries that are still in linkage stays small.
      if (request.action === 'delete')
        await unlinkSome(this.entries, () =>
          monitor.report({ phase: request.action, done, total: Math.max(done, total), checkpoint }),
        );
      // A store with a synchronous driver does not yield by itself.
      await nextEventLoopTurn();
    }
    const { changed, unchanged, failed, failures } = state;
    return { changed, unchanged, failed, failures: failures.map((failure) => ({ ...failure })) };
  }

  private async begin(request: BulkActionParameters, { actor }: AuditContext): Promise<Checkpoint> {
    const total = await this.entries.count(await this.rules.selectFor(actor, request));
    return { changed: 0, unchanged: 0, failed: 0, failures: [], total };
  }

  /** Changes one batch. An attempt that follows a crash meets the entries of its last batch as `unchanged` or not at all. */
  private async changeBatch(
    positions: readonly KeysetPosition[],
    { resourceType, action }: BulkRequest,
    before: Outcome,
    context: AuditContext,
  ): Promise<Outcome> {
    const statuses = await this.entries.findStatuses(positions.map(({ id }) => id));
    const present = positions.filter(({ id }) => statuses.has(id));
    const pending = present.filter(({ id }) => statuses.get(id)?.published !== WANTED[action]);
    const failures: Outcome['failures'][number][] = [];
    let vanished = 0;
    await writeBatchOrIndividually(
      pending.map(({ id }) => toOperation(action, resourceType, id)),
      this.models,
      async (operations) => {
        if (operations.length > 0) await this.editor.perform(operations, this.createWriteContext(context));
      },
      ({ id }, error) => {
        if (error instanceof EntryNotFound) vanished += 1;
        else failures.push(toFailure(id, error));
      },
    );
    return {
      changed: before.changed + pending.length - vanished - failures.length,
      unchanged: before.unchanged + present.length - pending.length,
      failed: before.failed + failures.length,
      failures: [...before.failures, ...failures].slice(0, FAILURES_SHOWN),
    };
  }

  private createWriteContext(context: AuditContext): WriteContext {
    return {
      model: () => this.models.current(),
      reloadModel: () => this.models.refresh(),
      audit: new EntryAudit(this.trail, context),
      origin: { cause: 'request', actor: context.actor },
      // One job finishes what this one leaves when it is cancelled or fails.
      unlinkLater: () => this.getUnlinks().queueAll(context),
    };
  }
}

/** The state that an action leads to; entries that have it are left as they are. */
const WANTED: Readonly<Record<BulkAction, boolean | undefined>> = {
  publish: true,
  unpublish: false,
  delete: undefined,
};

function toOperation(action: BulkAction, type: string, id: Uuid): EntryOperation {
  return action === 'delete'
    ? { kind: 'delete', type, id }
    : { kind: 'update', type, id, draft: { attributes: { status: WANTED[action] === true } } };
}

function toFailure(id: Uuid, { code, message }: DomainError): Outcome['failures'][number] {
  return { id, code, detail: message.slice(0, DETAIL_MAXIMUM) };
}

/** Characters of a message in the result. */
const DETAIL_MAXIMUM = 500;

/** @param until the position of the request, see `BulkActionParameters` */
export function createBulkActionJob({ resourceType, filter, action }: BulkRequest, until: number): NewJob {
  return {
    kind: BULK_ACTION_KIND,
    dedupKey: `${BULK_ACTION_KIND}:${resourceType}`,
    parameters: { resourceType, filter, action, until },
  };
}

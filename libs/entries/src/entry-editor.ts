import type { TextFormatter } from '@content-service/bundles';
import type { Clock, IdGenerator, Json, Uuid } from '@content-service/kernel';
import { Act } from './act.js';
import { type Attempt, commit, type WriteContext } from './commit.js';
import type { CreationStamp } from './creation-stamp.js';
import { EntryUnknown } from './entry-access.js';
import type { EntryDraft } from './entry-draft.js';
import type { EntryOperation, OperationResult } from './entry-operation.js';
import { AliasTaken, DuplicateEntry } from './entry.errors.js';
import type { Entry } from './entry.js';
import type { Companions, EntryChange, EntryStore, IdempotencyRecord } from './entry.store.js';
import type { LinkageAct } from './linkage-edit.js';
import { type OperationContext, OperationRules } from './operation-rules.js';
import { pathAliasOf } from './path-alias.js';
import { within } from './within.js';

export interface UpdateOptions {
  /** The versions the client saw (`If-Match`), of which the entry must have one. */
  readonly expectedVersions?: readonly number[];
}

/** The use cases of writing. Each reads, checks and stores in one act that is done again when something changed between. */
export class EntryEditor {
  private readonly rules: OperationRules;

  constructor(
    private readonly store: EntryStore,
    private readonly ids: IdGenerator,
    stamp: CreationStamp,
    clock: Clock,
    formatter: TextFormatter,
  ) {
    this.rules = new OperationRules(store, stamp, clock, formatter);
  }

  /**
   * @param type the name of a resource type that exists
   * @throws Problems or one of the faults of a draft, DuplicateEntry, AliasTaken, DuplicateRequest
   */
  create(
    type: string,
    draft: EntryDraft,
    context: WriteContext,
    idempotency?: Omit<IdempotencyRecord, 'entryId'>,
  ): Promise<Entry> {
    const id = draft.id ?? this.ids.next();
    const companions = idempotency && { idempotency: { ...idempotency, entryId: id } };
    return this.one({ kind: 'create', type, id, draft }, context, companions);
  }

  /**
   * Merges the draft into the entry: members that are given replace, others stay. What somebody else changes in other
   * fields at the same moment survives.
   *
   * @throws EntryUnknown, PreconditionFailed, the faults of a draft, AliasTaken, TooManyConflicts
   */
  update(
    type: string,
    id: Uuid,
    draft: EntryDraft,
    context: WriteContext,
    options: UpdateOptions = {},
  ): Promise<Entry> {
    return this.one({ kind: 'update', type, id, draft, ...options }, context);
  }

  /** @throws EntryUnknown, PreconditionFailed, TooManyConflicts */
  async delete(type: string, id: Uuid, context: WriteContext, options: UpdateOptions = {}): Promise<void> {
    await this.one({ kind: 'delete', type, id, ...options }, context);
  }

  /**
   * Changes one relationship (JSON:API 1.1 «Updating Relationships»).
   *
   * @param data the `data` of the linkage document
   * @throws RelationshipUnknown, EntryUnknown, InvalidLinkage, NotToMany, PreconditionFailed, TooManyConflicts
   */
  changeLinkage(
    act: LinkageAct,
    type: string,
    id: Uuid,
    field: string,
    data: Json,
    context: WriteContext,
    options: UpdateOptions = {},
  ): Promise<Entry> {
    return this.one({ kind: 'linkage', act, type, id, field, data, ...options }, context);
  }

  /**
   * Does several writes in their order, all of them or none.
   *
   * @returns what came of each operation, in their order
   * @throws what the single writes throw, of the first operation that fails
   */
  async perform(
    operations: readonly EntryOperation[],
    context: WriteContext,
    companions: Companions = {},
  ): Promise<readonly OperationResult[]> {
    let changes: readonly EntryChange[] = [];
    try {
      return await commit(
        this.store,
        context,
        async (attempt) => {
          const worked = await this.workOut(operations, { ...attempt, author: context.author });
          changes = worked.changes;
          return worked;
        },
        companions,
      );
    } catch (error) {
      throw placed(error, operations[blamed(error, changes)]);
    }
  }

  /** An entry that exists under this type. @throws EntryUnknown */
  async find(type: string, id: Uuid): Promise<Entry> {
    const entry = (await this.store.getMany([id])).get(id);
    if (entry?.type !== type) throw new EntryUnknown(type, id);
    return entry;
  }

  private async one(
    operation: EntryOperation,
    context: WriteContext,
    companions?: Companions,
  ): Promise<Entry> {
    const [result] = await this.perform([operation], context, companions);
    if (result === undefined) throw new Error('Every operation has a result.');
    return result.entry;
  }

  private async workOut(
    operations: readonly EntryOperation[],
    attempt: Omit<OperationContext, 'act'>,
  ): Promise<Attempt<readonly OperationResult[]>> {
    const created = new Set(operations.filter(({ kind }) => kind === 'create').map(({ id }) => id));
    const act = new Act(this.store, created);
    await act.load(operations.map(({ id }) => id).filter((id) => !created.has(id)));
    const results: OperationResult[] = [];
    for (const operation of operations) {
      try {
        const entry = await this.rules.perform(operation, { ...attempt, act });
        results.push({ operation, entry });
      } catch (error) {
        throw placed(error, operation);
      }
    }
    return { changes: act.changes, result: results };
  }
}

/** A fault as the client has to look for it. */
function placed(error: unknown, operation: EntryOperation | undefined): unknown {
  const at = operation?.at;
  return at === undefined ? error : within(at.pointer, error, at.target);
}

/** The operation that a fault found by the store is about; each makes one change. */
function blamed(error: unknown, changes: readonly EntryChange[]): number {
  if (error instanceof DuplicateEntry)
    return changes.findLastIndex((change) => change.kind === 'insert' && change.entry.id === error.id);
  if (!(error instanceof AliasTaken)) return -1;
  return changes.findLastIndex((change) => {
    const path = change.kind === 'delete' ? undefined : pathAliasOf(change.entry);
    return path?.alias === error.alias && path.langcode === error.langcode;
  });
}

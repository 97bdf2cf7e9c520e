import { isDeepStrictEqual } from 'node:util';
import type { TextFormatter } from '@content-service/bundles';
import {
  type Clock,
  type IdGenerator,
  type Json,
  prefixErrorSource,
  type Uuid,
} from '@content-service/kernel';
import {
  type AttemptContext,
  type AttemptResult,
  commitWithRetry,
  EntryUnitOfWork,
  type WriteContext,
} from './entry-unit-of-work.js';
import { type Entry, getPathAlias, type MonotonicPositionGenerator } from './entry.js';
import type { EntryDraft } from './entry-draft.js';
import type { EntryOperation, WriteOptions } from './entry-operation.js';
import { OperationProcessor, type OperationResult } from './operation-processor.js';
import { AliasTaken, DuplicateEntry, EntryNotFound } from './entry.errors.js';
import type { ChangeOrigin } from './change-origin.js';
import {
  type AttachedWrites,
  type EntryChange,
  type EntryStore,
  getWrittenEntries,
  type IdempotentRequest,
} from './entry.store.js';
import type { EntryRevisionStore } from './history/entry-revision.js';
import type { RevisionOptions } from './history/revision-options.js';
import { RevisionRecorder } from './history/revision-recorder.js';
import type { LinkageOperation } from './linkage-edit.js';
import { OldAliases } from './paths/old-aliases.js';

/** The use cases of writing. Each reads, validates and stores; it repeats when the stored state changed in between. */
export class EntryEditor {
  private readonly processor: OperationProcessor;
  private readonly oldAliases: OldAliases;
  private readonly recorder: RevisionRecorder;

  constructor(
    private readonly store: EntryStore,
    private readonly revisions: EntryRevisionStore,
    private readonly ids: IdGenerator,
    positions: MonotonicPositionGenerator,
    clock: Clock,
    formatter: TextFormatter,
  ) {
    this.processor = new OperationProcessor(store, positions, clock, formatter);
    this.oldAliases = new OldAliases(store, ids, positions, clock);
    this.recorder = new RevisionRecorder(revisions, positions);
  }

  /**
   * @param type the name of a resource type
   * @throws TypeNotFound, TypeReadOnly, the errors of a draft (as `AggregateDomainError` when there are several),
   *   DuplicateEntry, AliasTaken, DuplicateRequest, EntryWriteContended
   */
  async create(
    type: string,
    draft: EntryDraft,
    context: WriteContext,
    idempotency?: Omit<IdempotentRequest, 'entryId'>,
  ): Promise<Entry> {
    const id = draft.id ?? this.ids.next();
    const attached = idempotency && { idempotency: { ...idempotency, entryId: id } };
    return (await this.performSingle({ kind: 'create', type, id, draft }, context, attached)).entry;
  }

  /**
   * Merges the draft into the entry: given members replace, others stay. Concurrent changes of other fields are kept.
   *
   * @throws EntryNotFound, EntryPreconditionFailed, the errors of a draft, AliasTaken, EntryWriteContended
   */
  async update(
    type: string,
    id: Uuid,
    draft: EntryDraft,
    context: WriteContext,
    options: WriteOptions = {},
  ): Promise<Entry> {
    return (await this.performSingle({ kind: 'update', type, id, draft, ...options }, context)).entry;
  }

  /** @throws EntryNotFound, EntryPreconditionFailed, EntryWriteContended */
  async delete(type: string, id: Uuid, context: WriteContext, options: WriteOptions = {}): Promise<void> {
    await this.performSingle({ kind: 'delete', type, id, ...options }, context);
  }

  /**
   * Changes one relationship (JSON:API 1.1 «Updating Relationships»).
   *
   * @param data the `data` member of the linkage document
   * @throws RelationshipNotFound, EntryNotFound, InvalidLinkage, ToManyRequired, EntryPreconditionFailed, EntryWriteContended
   */
  async changeLinkage(
    linkageOperation: LinkageOperation,
    type: string,
    id: Uuid,
    field: string,
    data: Json,
    context: WriteContext,
    options: WriteOptions = {},
  ): Promise<Entry> {
    const operation = { kind: 'linkage', linkageOperation, type, id, field, data, ...options } as const;
    return (await this.performSingle(operation, context)).entry;
  }

  /**
   * Merges the draft into the working copy of an entry of a versioned type, which is published when the draft says so (`status`). An
   * entry that is not published and has no copy is changed itself.
   *
   * @throws EntryNotFound, EntryPreconditionFailed, the errors of a draft, WorkingCopyConflict, AliasTaken, EntryWriteContended
   */
  saveCopy(
    type: string,
    id: Uuid,
    draft: EntryDraft,
    context: WriteContext,
    options: WriteOptions = {},
  ): Promise<OperationResult> {
    const kind = draft.attributes?.['status'] === true ? 'promoteCopy' : 'saveCopy';
    return this.performSingle({ kind, type, id, draft, ...options }, context);
  }

  /** @throws EntryNotFound, WorkingCopyNotFound, EntryPreconditionFailed, EntryWriteContended */
  async discardCopy(
    type: string,
    id: Uuid,
    context: WriteContext,
    options: WriteOptions = {},
  ): Promise<void> {
    await this.performSingle({ kind: 'discardCopy', type, id, ...options }, context);
  }

  /**
   * Performs several writes in their order, all or none.
   *
   * @returns the result of each operation, in their order
   * @throws the error of the first operation that fails, as the methods for single writes
   */
  async perform(
    operations: readonly EntryOperation[],
    context: WriteContext,
    attached: AttachedWrites = {},
  ): Promise<readonly OperationResult[]> {
    let changes: readonly EntryChange[] = [];
    try {
      return await commitWithRetry(
        this.store,
        context,
        async (attempt) => {
          const outcome = await this.computeChanges(operations, attempt, context);
          changes = outcome.changes;
          return outcome;
        },
        attached,
      );
    } catch (error) {
      throw withSource(error, operations[findFailedOperation(error, changes)]);
    }
  }

  /**
   * Validates writes as `perform` does, without storing anything.
   *
   * @throws as `perform`, except for what changes meanwhile
   */
  async rehearse(operations: readonly EntryOperation[], context: WriteContext): Promise<void> {
    const attempt = { model: context.model(), verifyTargets: true };
    const { shown } = await this.computeChanges(operations, attempt, context);
    for (const entry of shown) await this.assertAliasFree(entry);
  }

  private async assertAliasFree(entry: Entry): Promise<void> {
    const path = getPathAlias(entry);
    const id = path && (await this.store.findByAlias(path.alias, path.langcode));
    if (path === undefined || id === undefined || id === entry.id) return;
    // The alias that was found may be that of another language.
    const holder = (await this.store.getMany([id])).get(id);
    if (isDeepStrictEqual(holder && getPathAlias(holder), path))
      throw new AliasTaken(path.alias, path.langcode);
  }

  /** The entry with this type and id. @throws EntryNotFound */
  async get(type: string, id: Uuid): Promise<Entry> {
    const entry = (await this.store.getMany([id])).get(id);
    if (entry?.type !== type) throw new EntryNotFound(type, id);
    return entry;
  }

  private async performSingle(
    operation: EntryOperation,
    context: WriteContext,
    attached?: AttachedWrites,
  ): Promise<OperationResult> {
    const [result] = await this.perform([operation], context, attached);
    if (result === undefined) throw new Error('Every operation has a result.');
    return result;
  }

  /** The changes that the operations make to the present state of their entries. */
  private async computeChanges(
    operations: readonly EntryOperation[],
    { model, verifyTargets }: AttemptContext,
    { author, menus, redirectsOldAliases = false, history, origin = INTERNAL }: WriteContext,
  ): Promise<AttemptResult<readonly OperationResult[]>> {
    const created = new Set(operations.filter(({ kind }) => kind === 'create').map(({ id }) => id));
    const unitOfWork = new EntryUnitOfWork(this.store, this.revisions, created);
    await unitOfWork.load(operations.map(({ id }) => id).filter((id) => !created.has(id)));
    const results: OperationResult[] = [];
    for (const operation of operations) {
      try {
        const operationContext = { model, verifyTargets, author, menus, history, origin, unitOfWork };
        results.push({ operation, ...(await this.processor.perform(operation, operationContext)) });
      } catch (error) {
        throw withSource(error, operation);
      }
    }
    const shown = [
      ...getWrittenEntries(unitOfWork.changes),
      ...results.flatMap(({ copy }) => copy?.entry ?? []),
    ];
    await this.oldAliases.follow(unitOfWork, model, redirectsOldAliases);
    const { changes, transitions, changedEntries } = unitOfWork;
    const options = collectRevisionOptions(operations);
    const superseded =
      history && this.store.capabilities.revisions === true
        ? await this.recorder.createSupersessions(changedEntries, { model, history, origin, options })
        : [];
    return { changes, shown, transitions, superseded, result: results };
  }
}

/** The origin of changes that name none. */
const INTERNAL: ChangeOrigin = { cause: 'internal' };

/** What operations say of the revisions of entries. One revision has the last note, and is minor when all its operations are. */
function collectRevisionOptions(operations: readonly EntryOperation[]): ReadonlyMap<Uuid, RevisionOptions> {
  const collected = new Map<Uuid, RevisionOptions>();
  for (const { id, revision } of operations) {
    const earlier = collected.get(id);
    const minor = revision?.minor === true && (earlier === undefined || earlier.minor === true);
    collected.set(id, { note: revision?.note ?? earlier?.note, minor: minor || undefined });
  }
  return collected;
}

/** Moves the pointer of an error to the operation in the request body. */
function withSource(error: unknown, operation: EntryOperation | undefined): unknown {
  const source = operation?.source;
  return source === undefined ? error : prefixErrorSource(source.pointer, error, source.targetPointer);
}

/** The index of the operation that caused an error of the store, or -1. Each operation makes one change. */
function findFailedOperation(error: unknown, changes: readonly EntryChange[]): number {
  if (error instanceof DuplicateEntry)
    return changes.findLastIndex((change) => change.kind === 'insert' && change.entry.id === error.id);
  if (!(error instanceof AliasTaken)) return -1;
  return changes.findLastIndex((change) => {
    const [entry] = getWrittenEntries([change]);
    const path = entry && getPathAlias(entry);
    return path?.alias === error.alias && path.langcode === error.langcode;
  });
}

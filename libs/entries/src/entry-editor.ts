import type { TextFormatter } from '@content-service/bundles';
import {
  type Clock,
  type IdGenerator,
  type Json,
  prefixErrorSource,
  type Uuid,
} from '@content-service/kernel';
import {
  type AttemptResult,
  commitWithRetry,
  EntryUnitOfWork,
  type WriteContext,
} from './entry-unit-of-work.js';
import { type Entry, getPathAlias, type MonotonicPositionGenerator } from './entry.js';
import type { EntryDraft } from './entry-draft.js';
import {
  type EntryOperation,
  type OperationContext,
  OperationProcessor,
  type OperationResult,
  type VersionPrecondition,
} from './operation-processor.js';
import { AliasTaken, DuplicateEntry, EntryNotFound } from './entry.errors.js';
import type { EntryTransactionalRecords, EntryChange, EntryStore, IdempotencyRecord } from './entry.store.js';
import type { LinkageOperation } from './linkage-edit.js';

/** The use cases of writing. Each reads, validates and stores; it repeats when the stored state changed in between. */
export class EntryEditor {
  private readonly processor: OperationProcessor;

  constructor(
    private readonly store: EntryStore,
    private readonly ids: IdGenerator,
    positions: MonotonicPositionGenerator,
    clock: Clock,
    formatter: TextFormatter,
  ) {
    this.processor = new OperationProcessor(store, positions, clock, formatter);
  }

  /**
   * @param type the name of a resource type
   * @throws TypeNotFound, TypeReadOnly, the errors of a draft (as `AggregateDomainError` when there are several),
   *   DuplicateEntry, AliasTaken, DuplicateRequest, TooManyConflicts
   */
  create(
    type: string,
    draft: EntryDraft,
    context: WriteContext,
    idempotency?: Omit<IdempotencyRecord, 'entryId'>,
  ): Promise<Entry> {
    const id = draft.id ?? this.ids.next();
    const attached = idempotency && { idempotency: { ...idempotency, entryId: id } };
    return this.performSingle({ kind: 'create', type, id, draft }, context, attached);
  }

  /**
   * Merges the draft into the entry: given members replace, others stay. Concurrent changes of other fields are kept.
   *
   * @throws EntryNotFound, PreconditionFailed, the errors of a draft, AliasTaken, TooManyConflicts
   */
  update(
    type: string,
    id: Uuid,
    draft: EntryDraft,
    context: WriteContext,
    options: VersionPrecondition = {},
  ): Promise<Entry> {
    return this.performSingle({ kind: 'update', type, id, draft, ...options }, context);
  }

  /** @throws EntryNotFound, PreconditionFailed, TooManyConflicts */
  async delete(
    type: string,
    id: Uuid,
    context: WriteContext,
    options: VersionPrecondition = {},
  ): Promise<void> {
    await this.performSingle({ kind: 'delete', type, id, ...options }, context);
  }

  /**
   * Changes one relationship (JSON:API 1.1 «Updating Relationships»).
   *
   * @param data the `data` member of the linkage document
   * @throws RelationshipNotFound, EntryNotFound, InvalidLinkage, ToManyRequired, PreconditionFailed, TooManyConflicts
   */
  changeLinkage(
    linkageOperation: LinkageOperation,
    type: string,
    id: Uuid,
    field: string,
    data: Json,
    context: WriteContext,
    options: VersionPrecondition = {},
  ): Promise<Entry> {
    return this.performSingle(
      { kind: 'linkage', linkageOperation, type, id, field, data, ...options },
      context,
    );
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
    attached: EntryTransactionalRecords = {},
  ): Promise<readonly OperationResult[]> {
    let changes: readonly EntryChange[] = [];
    try {
      return await commitWithRetry(
        this.store,
        context,
        async (attempt) => {
          const outcome = await this.attempt(operations, { ...attempt, author: context.author });
          changes = outcome.changes;
          return outcome;
        },
        attached,
      );
    } catch (error) {
      throw withSource(error, operations[findFailedOperation(error, changes)]);
    }
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
    attached?: EntryTransactionalRecords,
  ): Promise<Entry> {
    const [result] = await this.perform([operation], context, attached);
    if (result === undefined) throw new Error('Every operation has a result.');
    return result.entry;
  }

  private async attempt(
    operations: readonly EntryOperation[],
    context: Omit<OperationContext, 'unitOfWork'>,
  ): Promise<AttemptResult<readonly OperationResult[]>> {
    const created = new Set(operations.filter(({ kind }) => kind === 'create').map(({ id }) => id));
    const unitOfWork = new EntryUnitOfWork(this.store, created);
    await unitOfWork.load(operations.map(({ id }) => id).filter((id) => !created.has(id)));
    const results: OperationResult[] = [];
    for (const operation of operations) {
      try {
        const entry = await this.processor.perform(operation, { ...context, unitOfWork });
        results.push({ operation, entry });
      } catch (error) {
        throw withSource(error, operation);
      }
    }
    const { changes, transitions } = unitOfWork;
    return { changes, transitions, result: results };
  }
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
    const path = change.kind === 'delete' ? undefined : getPathAlias(change.entry);
    return path?.alias === error.alias && path.langcode === error.langcode;
  });
}

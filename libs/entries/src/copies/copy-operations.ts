import { isDeepStrictEqual } from 'node:util';
import { toAuditActor } from '@content-service/audit';
import type { ContentModel, ResourceType } from '@content-service/bundles';
import { AggregateDomainError, type Uuid } from '@content-service/kernel';
import { findDifferences } from '../differences.js';
import { type DraftContext, type EntryDraft, findNearestPointer, type ParsedDraft } from '../entry-draft.js';
import { EntryNotFound, WorkingCopyConflict, WorkingCopyNotFound } from '../entry.errors.js';
import type { Entry, MonotonicPositionGenerator } from '../entry.js';
import type { RevisionMetadata } from '../history/entry-revision.js';
import type { RevisionOptions } from '../history/revision-options.js';
import { supersedeCopy } from '../history/supersede-copy.js';
import type { OperationContext, OperationOfKind, OperationOutcome } from '../entry-operation.js';
import { assertAdmitted, type EntryVersion, isPresentVersion } from '../version-precondition.js';
import { findConflicts, getCopyFields, selectMembers } from './copy-members.js';
import type { EntryCopy } from './entry-copy.js';
import { showCopy, type ShownCopy } from './show-copy.js';

type Values = Pick<ParsedDraft, 'attributes' | 'relationships' | 'schedule'>;

/** The steps of `OperationProcessor` that operations of working copies use: they validate a draft and change the entry itself. */
export interface EntryWrites {
  readonly positions: MonotonicPositionGenerator;
  /** Changes the entry itself. */
  update(
    operation: Omit<OperationOfKind<'update'>, 'kind'>,
    type: ResourceType,
    context: OperationContext,
  ): Promise<Entry>;
  /** Validates a draft. @throws its errors */
  parse(
    type: ResourceType,
    draft: EntryDraft,
    previous: Entry,
    context: OperationContext,
    rules: Pick<DraftContext, 'allowMissing' | 'checkedFields'>,
  ): Promise<Values>;
  nextVersion(previous: Entry, values: Values, model: ContentModel): Entry;
}

/**
 * The operations of working copies. An entry that is not published and has no copy is changed itself: it is a draft already.
 */
export class CopyOperations {
  constructor(private readonly entries: EntryWrites) {}

  /**
   * Merges the draft into the copy, which is created with the first member that differs from the entry, and discarded with the
   * last one.
   *
   * @throws EntryNotFound, EntryPreconditionFailed, the errors of the draft; missing values are none
   */
  async save(
    operation: OperationOfKind<'saveCopy'>,
    type: ResourceType,
    context: OperationContext,
  ): Promise<OperationOutcome> {
    const { entry, copy } = await findWithCopy(operation, context);
    if (copy === undefined && !entry.published)
      return { entry: await this.entries.update(operation, type, context) };
    assertAdmitted(entry.id, [copy === undefined ? entry : toVersion(copy)], operation);
    const shown = copy && (await this.show(entry, copy, type, context));
    const { draft } = operation;
    const values = await this.entries.parse(
      type,
      draft,
      shown?.entry ?? entry,
      // No store checks the targets of a copy.
      { ...context, verifyTargets: true },
      { allowMissing: true },
    );
    const members = selectMembers(getNames(draft), values, entry, copy, type);
    const { revision } = operation;
    const { schedule } = values;
    const next = this.createCopy(members, { entry, copy, revision, schedule }, context);
    return this.addToUnitOfWork(next, { entry, copy, shown, type, revision, schedule }, context);
  }

  /**
   * Publishes the entry with the members of its copy and of the draft, and ends the copy. Without a copy it is an update.
   *
   * @throws EntryNotFound, EntryPreconditionFailed, the errors of the draft, and WorkingCopyConflict for each member that the entry
   *   has changed since the copy started from it, unless the precondition names the present version of the entry
   */
  async promote(
    operation: OperationOfKind<'promoteCopy'>,
    type: ResourceType,
    context: OperationContext,
  ): Promise<OperationOutcome> {
    const { entry, copy } = await findWithCopy(operation, context);
    if (copy === undefined) return { entry: await this.entries.update(operation, type, context) };
    assertAdmitted(entry.id, [toVersion(copy), entry], operation);
    const shown = await this.show(entry, copy, type, context);
    const checkedFields = new Set(getCopyFields(copy, type).map(({ name }) => name));
    const { draft, expectedVersions = [] } = operation;
    const values = await this.entries.parse(type, draft, shown.entry, context, { checkedFields });
    if (!expectedVersions.some((named) => isPresentVersion(named, entry)))
      AggregateDomainError.throwIfAny(
        findConflicts(values, entry, copy, type).map(
          (field) => new WorkingCopyConflict(field.name, findNearestPointer(field, draft)),
        ),
      );
    const next = this.entries.nextVersion(entry, values, context.model);
    context.unitOfWork.update(next, values.schedule);
    context.unitOfWork.promoteCopy(copy);
    return { entry: next, dropped: shown.dropped };
  }

  /** @throws EntryNotFound, WorkingCopyNotFound, EntryPreconditionFailed */
  async discard(
    operation: OperationOfKind<'discardCopy'>,
    type: ResourceType,
    context: OperationContext,
  ): Promise<OperationOutcome> {
    const { entry, copy } = await findWithCopy(operation, context);
    if (copy === undefined) throw new WorkingCopyNotFound(entry.id);
    assertAdmitted(entry.id, [toVersion(copy)], operation);
    const shown = await this.show(entry, copy, type, context);
    context.unitOfWork.discardCopy(
      copy,
      await this.createSupersession(shown, [], operation.revision, context),
    );
    return { entry };
  }

  private show(
    entry: Entry,
    copy: EntryCopy,
    type: ResourceType,
    { unitOfWork }: OperationContext,
  ): Promise<ShownCopy> {
    return showCopy(entry, copy, type, (ids) => unitOfWork.findStatuses(ids));
  }

  /** The next version of a copy; `undefined` without any member. */
  private createCopy(
    { base, content }: ReturnType<typeof selectMembers>,
    { entry, copy, revision, schedule }: Omit<SavedState, 'shown' | 'type'>,
    { origin }: OperationContext,
  ): EntryCopy | undefined {
    if (Object.keys(base).length === 0) return undefined;
    const isSame = copy !== undefined && isDeepStrictEqual([copy.head.base, copy.content], [base, content]);
    // A schedule is stored with a version of the copy.
    if (isSame && schedule === undefined) return copy;
    const { id, type } = entry;
    return {
      ...{ entryId: id, type, version: (copy?.version ?? 0) + 1, savedAt: this.entries.positions.next() },
      head: { actor: origin.actor && toAuditActor(origin.actor), ...revision, base },
      content,
    };
  }

  private async addToUnitOfWork(
    next: EntryCopy | undefined,
    { entry, copy, shown, type, revision, schedule }: SavedState,
    context: OperationContext,
  ): Promise<OperationOutcome> {
    const { unitOfWork, model } = context;
    if (next === undefined) {
      if (copy !== undefined && shown !== undefined)
        unitOfWork.discardCopy(copy, await this.createSupersession(shown, [], revision, context));
      if (schedule === undefined) return { entry };
      // A schedule is one of the entry, whose change stores it.
      const { attributes, relationships } = entry;
      const rescheduled = this.entries.nextVersion(entry, { attributes, relationships }, model);
      unitOfWork.update(rescheduled, schedule);
      return { entry: rescheduled };
    }
    const saved = await this.show(entry, next, type, context);
    if (next !== copy) {
      const changed = shown === undefined ? [] : findDifferences(shown.entry, saved.entry);
      const supersede = shown && (await this.createSupersession(shown, changed, revision, context));
      unitOfWork.saveCopy({ copy: next, entryVersion: entry.version, supersede, schedule });
    }
    return { entry: saved.entry, copy: saved };
  }

  private async createSupersession(
    shown: ShownCopy,
    changed: readonly string[],
    revision: RevisionOptions | undefined,
    { history, origin, unitOfWork }: OperationContext,
  ): ReturnType<typeof supersedeCopy> {
    if (history === undefined) return undefined;
    const findNewest = (): Promise<RevisionMetadata | undefined> =>
      unitOfWork.findNewestRevision(shown.entry.id);
    const write = { history, origin, revision, changed };
    return supersedeCopy(shown, write, this.entries.positions, findNewest);
  }
}

/** The inputs of a save. */
interface SavedState extends Pick<Values, 'schedule'> {
  readonly entry: Entry;
  readonly copy: EntryCopy | undefined;
  readonly shown: ShownCopy | undefined;
  readonly revision: RevisionOptions | undefined;
  readonly type: ResourceType;
}

/** @throws EntryNotFound */
async function findWithCopy(
  { type, id }: { readonly type: string; readonly id: Uuid },
  { unitOfWork }: OperationContext,
): Promise<{ readonly entry: Entry; readonly copy: EntryCopy | undefined }> {
  const [entry, copy] = await Promise.all([unitOfWork.find(id), unitOfWork.findCopy(id)]);
  if (entry?.type !== type) throw new EntryNotFound(type, id);
  return { entry, copy };
}

function toVersion({ version, savedAt }: EntryCopy): EntryVersion {
  return { version, position: savedAt, ofCopy: true };
}

function getNames({ attributes = {}, relationships = {} }: EntryDraft): string[] {
  return [...Object.keys(attributes), ...Object.keys(relationships)];
}

import {
  type ContentModel,
  getAbsentValue,
  type ResourceType,
  type TextFormatter,
} from '@content-service/bundles';
import { type Clock, formatDateTime, type Uuid } from '@content-service/kernel';
import { DeletionNotFound, DuplicateEntry, TypeNotFound } from '../entry.errors.js';
import { Entry, type MonotonicPositionGenerator } from '../entry.js';
import type { EntryStore } from '../entry.store.js';
import type {
  EntryRevision,
  EntryRevisionStore,
  LostReference,
  RevisionMetadata,
  RevisionWindow,
} from './entry-revision.js';
import { commitWithRetry, EntryUnitOfWork, type WriteContext } from '../entry-unit-of-work.js';
import { OperationProcessor } from '../operation-processor.js';
import { withoutGoneTargets } from './gone-targets.js';
import { putReferencesBack } from './lost-references.js';
import type { RevisionOptions } from './revision-options.js';
import { RevisionRecorder } from './revision-recorder.js';

/** A deleted entry that was created again. */
export interface RestoredEntry {
  readonly entry: Entry;
  /** The references to it that were put back. */
  readonly putBack: readonly LostReference[];
  /** How many known references to it were not, because they were not asked for or have no place any more. */
  readonly left: number;
}

/** The work of one restoration on references that are left to a job. */
const UNLINK = { batches: 20, referrers: 100 } as const;

/** The deleted entries whose last states are kept. */
export class Trash {
  private readonly processor: OperationProcessor;
  private readonly recorder: RevisionRecorder;

  constructor(
    private readonly store: EntryStore,
    private readonly revisions: EntryRevisionStore,
    positions: MonotonicPositionGenerator,
    private readonly clock: Clock,
    formatter: TextFormatter,
  ) {
    this.processor = new OperationProcessor(store, positions, clock, formatter);
    this.recorder = new RevisionRecorder(revisions, positions);
  }

  /** Deletions, newest first, without those of entries that were created again under their ids. */
  async page(
    window: RevisionWindow,
  ): Promise<{ readonly deletions: readonly RevisionMetadata[]; readonly next: number | undefined }> {
    const { revisions: deletions, more } = await this.revisions.pageDeleted(window);
    const present = await this.store.findStatuses(deletions.map(({ entryId }) => entryId));
    return {
      deletions: deletions.filter(({ entryId }) => !present.has(entryId)),
      next: more ? deletions.at(-1)?.number : undefined,
    };
  }

  /**
   * Creates a deleted entry again, as it was, without linkage to what has been deleted since.
   *
   * @param references whether references that its deletion has ended are put back, in the same transaction
   * @throws DeletionNotFound, DuplicateEntry when the id is used again, AliasTaken, EntryIdReleasing, TypeNotFound when its bundle
   *   is gone, EntryWriteContended
   */
  async restore(id: Uuid, context: WriteContext, references = false): Promise<RestoredEntry> {
    if (references) await this.endReferences(id);
    const { author, menus, history, origin = { cause: 'internal' } } = context;
    return commitWithRetry(this.store, context, async ({ model, verifyTargets }) => {
      const { entry: deleted, number, lostReferences: lost = [] } = await this.find(id);
      const entry = await this.revive(deleted, model);
      const unitOfWork = new EntryUnitOfWork(this.store, this.revisions);
      unitOfWork.insert(entry);
      const putBack = references
        ? await putReferencesBack(entry, lost, unitOfWork, this.processor, {
            ...{ model, verifyTargets, author, menus, history, origin },
          })
        : [];
      const { changes, transitions, changedEntries } = unitOfWork;
      const options = new Map<Uuid, RevisionOptions>();
      const superseded = history
        ? await this.recorder.createSupersessions(changedEntries, { model, history, origin, options })
        : [];
      return {
        ...{ changes, shown: [entry], transitions, superseded },
        result: { entry, putBack, left: lost.length - putBack.length },
        restored: { entryId: id, number },
      };
    });
  }

  /** Ends references that are left to a job, so that all are known; the store refuses the insertion when more are left. */
  private async endReferences(id: Uuid): Promise<void> {
    for (let batch = 0; batch < UNLINK.batches; batch += 1)
      if ((await this.store.unlinkDeleted([id], UNLINK.referrers)) === 0) return;
  }

  private async find(id: Uuid): Promise<EntryRevision> {
    if ((await this.store.findStatuses([id])).has(id)) throw new DuplicateEntry(id);
    const [newest] = (await this.revisions.page(id, { limit: 1 })).revisions;
    const revision = newest?.track === 'deleted' ? await this.revisions.find(id, newest.number) : undefined;
    if (revision === undefined) throw new DeletionNotFound(id);
    return revision;
  }

  /** The next version of a deleted entry, in the present content model. */
  private async revive(deleted: Entry, model: ContentModel): Promise<Entry> {
    const type = model.find(deleted.type);
    if (type === undefined) throw new TypeNotFound(deleted.type);
    const { attributes, relationships } = await withoutGoneTargets(deleted, this.store);
    const { id, published, created, position, version } = deleted;
    const changed = this.clock.now();
    return Entry.of(
      {
        ...{ id, type: type.name, published, created, changed, position },
        version: version + 1,
        modelVersion: model.version,
      },
      pickFields(type.attributes, { ...attributes, changed: formatDateTime(changed) }),
      Object.fromEntries(type.relationships.map(({ name }) => [name, relationships[name] ?? []])),
    );
  }
}

function pickFields(fields: ResourceType['attributes'], values: Entry['attributes']): Entry['attributes'] {
  return Object.fromEntries(fields.map((field) => [field.name, values[field.name] ?? getAbsentValue(field)]));
}

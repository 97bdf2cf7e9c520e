import { type ContentModel, type ContentModelService, UNLIMITED } from '@content-service/bundles';
import type { AuditActor } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';
import {
  Entry,
  type EntryChange,
  type EntryStatus,
  type EntryStore,
  type Identifier,
  type Relationships,
  writeBatchOrIndividually,
} from '@content-service/entries';
import type { DeferredEntry, MissingTarget } from './deferred-batches.js';
import type { ImportedEntry } from './entry-from-line.js';
import { createBatch, type ImportJournal, type ImportState } from './import-state.js';

/**
 * Forward references of an import.
 *
 * Linkage never contains a target that does not exist, so references to later lines are stored after the last line
 * has been read. Entries may be edited in the meantime.
 */
export class DeferredReferences {
  constructor(
    private readonly store: EntryStore,
    private readonly models: ContentModelService,
    private readonly journal: ImportJournal,
    private readonly actor: AuditActor,
  ) {}

  /** Inserts references whose targets exist now, and adds a warning for each of the others. */
  async resolve(state: ImportState): Promise<void> {
    while (state.resolved < state.deferred) {
      const number = state.resolved;
      const batch = await this.journal.deferred.get(number);
      await writeBatchOrIndividually(
        batch,
        this.models,
        (deferred) => this.resolveBatch(deferred, state, deferred === batch ? 1 : 0),
        ({ number: line, id }, { message }) => {
          state.report.addWarning(line, `References to later lines were omitted: ${message}`, id);
        },
      );
      // One entry after the other was stored.
      if (state.resolved === number) state.resolved += 1;
      await this.journal.save(state);
    }
  }

  /**
   * Writes one batch atomically; the state is updated after success only.
   *
   * @param resolved whether the batch is whole (1), or one of its entries (0)
   */
  private async resolveBatch(
    batch: readonly DeferredEntry[],
    state: ImportState,
    resolved: number,
  ): Promise<void> {
    const targets = batch.flatMap(({ missing }) => missing.map(({ target }) => target.id));
    const found = await this.store.findStatuses([...new Set(targets)]);
    const hosts = await this.store.getMany(batch.map(({ id }) => id));
    const settled = batch.map((deferred) => {
      const host = hosts.get(deferred.id);
      return { ...deferred, host, after: host && this.nextVersion(host, deferred.missing, found) };
    });
    const changes = settled.flatMap(({ host, after }): EntryChange[] =>
      host === undefined || after === undefined || after.relationshipsText === host.relationshipsText
        ? []
        : [{ kind: 'update', entry: after, expectedVersion: host.version }],
    );
    const result = createBatch({ resolved });
    for (const { number, id: host, missing, after } of settled)
      for (const { field, target } of missing)
        if (after?.relationships[field]?.some(({ id }) => id === target.id) !== true)
          result.report.addWarning(number, formatUnresolved(field, target, found), host);
    if (changes.length > 0) {
      const job = this.journal.lease(state, result);
      await this.store.apply(changes, { origin: { cause: 'import', actor: this.actor }, job });
    }
    state.add(result);
  }

  /** `changed` keeps its value, since no user edited the entry. */
  private nextVersion(host: Entry, missing: readonly MissingTarget[], found: FoundTargets): Entry {
    const { id, type, published, created, changed, position } = host;
    const model = this.models.current();
    const head = { id, type, published, created, changed, position };
    return Entry.of(
      { ...head, version: host.version + 1, modelVersion: model.version },
      host.attributes,
      withResolved(host, missing, found, model),
    );
  }
}

function formatUnresolved(field: string, target: Identifier, found: FoundTargets): string {
  const reason = exists(target, found) ? 'for which the field has no room any more' : 'which does not exist';
  return `${field} points at the ${target.type} ${target.id}, ${reason}; the reference was omitted.`;
}

/** Targets that exist. */
export type FoundTargets = ReadonlyMap<Uuid, EntryStatus>;

function exists({ type, id }: Identifier, found: FoundTargets): boolean {
  return found.get(id)?.type === type;
}

/** Splits an entry into the entry without unresolved references, and these references. */
export function splitUnresolved(
  { entry, targets }: ImportedEntry,
  found: FoundTargets,
): { now: Entry; missing: readonly MissingTarget[] } {
  const absent = new Set(targets.map(({ id }) => id).filter((id) => !found.has(id)));
  if (absent.size === 0) return { now: entry, missing: [] };
  const missing = Object.entries(entry.relationships).flatMap(([field, linkage]) =>
    linkage.flatMap((target, index) => (absent.has(target.id) ? [{ field, index, target }] : [])),
  );
  const kept = mapLinkage(entry, (linkage) => linkage.filter(({ id }) => !absent.has(id)));
  return { now: Entry.of(entry, entry.attributes, kept), missing };
}

/**
 * Returns the linkage of an entry with the targets that exist now. Concurrent changes of the linkage are kept, so a
 * field that is full in the meantime stays unchanged.
 */
function withResolved(
  host: Entry,
  missing: readonly MissingTarget[],
  found: FoundTargets,
  model: ContentModel,
): Relationships {
  const fields = model.find(host.type)?.fields;
  return mapLinkage(host, (linkage, name) => {
    const lacking = missing.filter(
      ({ field, target }) => field === name && linkage.every(({ id }) => id !== target.id),
    );
    const filled = fillLinkage(linkage, lacking, found);
    const cardinality = fields?.get(name)?.cardinality ?? 0;
    return cardinality === UNLIMITED || filled.length <= cardinality ? filled : linkage;
  });
}

/** Inserts all references at their original index, then removes the unresolved ones. */
function fillLinkage(
  linkage: readonly Identifier[],
  lacking: readonly MissingTarget[],
  found: FoundTargets,
): readonly Identifier[] {
  const absent = new Set(lacking.map(({ target }) => target).filter((target) => !exists(target, found)));
  return lacking
    .reduce((filled, { index, target }) => filled.toSpliced(index, 0, target), linkage)
    .filter((target) => !absent.has(target));
}

function mapLinkage(
  { relationships }: Entry,
  change: (linkage: readonly Identifier[], field: string) => readonly Identifier[],
): Relationships {
  return Object.fromEntries(
    Object.entries(relationships).map(([field, linkage]) => [field, change(linkage, field)]),
  );
}

import { type ContentModel, type ContentModelService, UNLIMITED } from '@content-service/bundles';
import {
  Entry,
  type EntryChange,
  type EntryStatus,
  type EntryStore,
  type Identifier,
  type Relationships,
} from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import type { ImportedEntry } from './entry-from-line.js';
import type { ImportReport } from './import-report.js';
import { writeBatchOrIndividually } from './write-batch-or-individually.js';

/** An entry with references to entries that did not exist when it was stored. */
export interface DeferredEntry {
  /** Line number of the entry. */
  readonly number: number;
  readonly id: Uuid;
  readonly missing: readonly MissingTarget[];
}

const BATCH_SIZE = 200;

/**
 * Forward references of an import.
 *
 * Linkage never contains a target that does not exist, so references to later lines are stored after the last line
 * has been read. Entries may be edited in the meantime.
 */
export class DeferredReferences {
  private readonly deferred: DeferredEntry[] = [];

  constructor(
    private readonly store: EntryStore,
    private readonly bundles: ContentModelService,
  ) {}

  add(deferred: DeferredEntry): void {
    if (deferred.missing.length > 0) this.deferred.push(deferred);
  }

  /** Inserts references whose targets exist now, and adds a warning for each of the others. */
  async resolve(report: ImportReport): Promise<void> {
    for (let at = 0; at < this.deferred.length; at += BATCH_SIZE)
      await writeBatchOrIndividually(
        this.deferred.slice(at, at + BATCH_SIZE),
        this.bundles,
        (deferred) => this.resolveBatch(deferred, report),
        ({ number, id }, { message }) => {
          report.addWarning(number, `References to later lines were omitted: ${message}`, id);
        },
      );
  }

  /** Writes one batch atomically; the report is updated after success only. */
  private async resolveBatch(batch: readonly DeferredEntry[], report: ImportReport): Promise<void> {
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
    if (changes.length > 0) await this.store.apply(changes);

    for (const { number, id: host, missing, after } of settled)
      for (const { field, target } of missing)
        if (after?.relationships[field]?.some(({ id }) => id === target.id) !== true)
          report.addWarning(number, formatUnresolved(field, target, found), host);
  }

  /** `changed` keeps its value, since no user edited the entry. */
  private nextVersion(host: Entry, missing: readonly MissingTarget[], found: FoundTargets): Entry {
    const { id, type, published, created, changed, position } = host;
    const model = this.bundles.current();
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

/** A reference whose target did not exist when the entry was stored. */
export interface MissingTarget {
  readonly field: string;
  /** Index in the linkage of the line. */
  readonly index: number;
  readonly target: Identifier;
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
  const kept = getLinkage(entry, (linkage) => linkage.filter(({ id }) => !absent.has(id)));
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
  return getLinkage(host, (linkage, name) => {
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

function getLinkage(
  { relationships }: Entry,
  change: (linkage: readonly Identifier[], field: string) => readonly Identifier[],
): Relationships {
  return Object.fromEntries(
    Object.entries(relationships).map(([field, linkage]) => [field, change(linkage, field)]),
  );
}

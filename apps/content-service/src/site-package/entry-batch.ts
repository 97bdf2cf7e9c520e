import type { ContentModelService } from '@content-service/bundles';
import {
  validateTargets,
  type Entry,
  type EntryChange,
  type EntryStatus,
  type EntryStore,
} from '@content-service/entries';
import { DomainError, ProblemList, AggregateDomainError, type Uuid } from '@content-service/kernel';
import {
  toImportedEntry,
  type LineContext,
  type NumberedLine,
  hasSameContent,
  type ImportedEntry,
} from './entry-from-line.js';
import { type DeferredEntry, type DeferredReferences, splitUnresolved } from './deferred-references.js';
import type { ImportReport } from './import-report.js';
import { writeBatchOrIndividually } from './write-batch-or-individually.js';

/** Planned write of one line. */
interface EntryWritePlan {
  readonly deferred: DeferredEntry;
  /** Absent when the stored entry is equal. */
  readonly change?: EntryChange;
}

interface RefusedLine {
  readonly number: number;
  readonly id: Uuid;
  readonly error: DomainError;
}

/** Stores the entries of many lines with few statements. */
export class EntryBatch {
  constructor(
    private readonly store: EntryStore,
    private readonly bundles: ContentModelService,
    private readonly deferred: DeferredReferences,
    private readonly context: Omit<LineContext, 'model'>,
  ) {}

  write(lines: readonly NumberedLine[], report: ImportReport): Promise<void> {
    return writeBatchOrIndividually(
      lines,
      this.bundles,
      (some) => this.writeAll(some, report),
      ({ number, line }, error) => {
        report.addError(number, error, line.id);
      },
    );
  }

  /** Writes one batch atomically; the report is updated after success only. */
  private async writeAll(lines: readonly NumberedLine[], report: ImportReport): Promise<void> {
    const stored = await this.store.getMany(lines.map(({ line }) => line.id));
    const read = lines.map((line) => this.read(line, stored));
    const wanted = read.filter(isWanted);
    const found = await this.findTargets(wanted);
    const planned = wanted.map((entry) => planWrite(entry, stored.get(entry.entry.id), found));
    const plans = planned.filter(isPlan);
    const changes = plans.flatMap(({ change }) => (change === undefined ? [] : [change]));
    if (changes.length > 0)
      await this.store.apply(changes, { origin: { cause: 'import', actor: { kind: 'operator' } } });

    for (const refused of [...read, ...planned])
      if ('error' in refused) report.addError(refused.number, refused.error, refused.id);
    for (const { deferred, change } of plans) {
      this.deferred.add(deferred);
      report.count(change?.kind);
    }
  }

  private read(line: NumberedLine, stored: ReadonlyMap<Uuid, Entry>): ImportedEntry | RefusedLine {
    try {
      const context = { ...this.context, model: this.bundles.current() };
      return toImportedEntry(line, stored.get(line.line.id), context);
    } catch (error) {
      if (error instanceof DomainError) return { number: line.number, id: line.line.id, error };
      throw error;
    }
  }

  /** Targets that exist after the batch: entries of the batch and of the store. */
  private async findTargets(wanted: readonly ImportedEntry[]): Promise<Map<Uuid, EntryStatus>> {
    const own = new Map<Uuid, EntryStatus>(wanted.map(({ entry }) => [entry.id, entry]));
    const others = new Set(wanted.flatMap(({ targets }) => targets.map(({ id }) => id)));
    const asked = [...others].filter((id) => !own.has(id));
    const found = asked.length === 0 ? [] : await this.store.findStatuses(asked);
    return new Map([...own, ...found]);
  }
}

function planWrite(
  wanted: ImportedEntry,
  stored: Entry | undefined,
  found: ReadonlyMap<Uuid, EntryStatus>,
): EntryWritePlan | RefusedLine {
  const present = wanted.targets.filter(({ id }) => found.has(id));
  const faults = new ProblemList();
  validateTargets(present, found, faults);
  if (faults.total > 0)
    return {
      ...{ number: wanted.number, id: wanted.entry.id },
      error: new AggregateDomainError(faults.kept, faults.omitted),
    };
  const { now, missing } = splitUnresolved(wanted, found);
  const deferred = { number: wanted.number, id: now.id, missing };
  if (stored === undefined) return { deferred, change: { kind: 'insert', entry: now } };
  if (hasSameContent(now, stored)) return { deferred };
  return { deferred, change: { kind: 'update', entry: now, expectedVersion: stored.version } };
}

const isWanted = (read: ImportedEntry | RefusedLine): read is ImportedEntry => 'entry' in read;
const isPlan = (planned: EntryWritePlan | RefusedLine): planned is EntryWritePlan => 'deferred' in planned;

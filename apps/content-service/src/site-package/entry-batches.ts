import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
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

/** Lines that were converted before their targets are looked up. */
interface PreparedLines {
  readonly stored: ReadonlyMap<Uuid, Entry>;
  readonly read: readonly (ImportedEntry | RefusedLine)[];
}

/** Lines that are converted between two turns of the event loop. */
const LINES_PER_TURN = 100;

/** Targets that are remembered. */
const TARGETS_MAXIMUM = 50_000;

/** Stores the entries of many lines with few statements: one batch is prepared while the one before it is being stored. */
export class EntryBatches {
  private storing: Promise<void> = Promise.resolve();
  private storingIds: ReadonlySet<Uuid> = new Set();
  /** Targets that existed when they were looked up. The store checks them again. */
  private readonly targets = new Map<Uuid, EntryStatus>();

  constructor(
    private readonly store: EntryStore,
    private readonly bundles: ContentModelService,
    private readonly deferred: DeferredReferences,
    private readonly context: Omit<LineContext, 'model'>,
  ) {}

  /** Begins to store a batch, after the one before it is stored. @throws the error of that one */
  async write(lines: readonly NumberedLine[], report: ImportReport): Promise<void> {
    if (lines.some(({ line }) => this.storingIds.has(line.id))) await this.settle();
    const prepared = await this.prepare(lines);
    await this.settle();
    this.storingIds = new Set(lines.map(({ line }) => line.id));
    this.storing = writeBatchOrIndividually(
      lines,
      this.bundles,
      async (some) => {
        if (some === lines) return this.storeAll(prepared, report);
        this.targets.clear();
        return this.storeAll(await this.prepare(some), report);
      },
      ({ number, line }, error) => {
        report.addError(number, error, line.id);
      },
    );
    // Thrown by `settle`.
    this.storing.catch(() => undefined);
  }

  /** Waits until all batches are stored. */
  settle(): Promise<void> {
    return this.storing;
  }

  private async prepare(lines: readonly NumberedLine[]): Promise<PreparedLines> {
    const stored = await this.store.getMany(lines.map(({ line }) => line.id));
    const context = { ...this.context, model: this.bundles.current() };
    const read: (ImportedEntry | RefusedLine)[] = [];
    for (const [n, line] of lines.entries()) {
      if (n > 0 && n % LINES_PER_TURN === 0) await nextEventLoopTurn();
      read.push(readLine(line, stored, context));
    }
    return { stored, read };
  }

  /** Writes one batch atomically; the report is updated after success only. */
  private async storeAll({ stored, read }: PreparedLines, report: ImportReport): Promise<void> {
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

  /** Targets that exist after the batch: entries of the batch and of the store. */
  private async findTargets(wanted: readonly ImportedEntry[]): Promise<ReadonlyMap<Uuid, EntryStatus>> {
    const found = new Map<Uuid, EntryStatus>(wanted.map(({ entry }) => [entry.id, entry]));
    const asked = new Set<Uuid>();
    for (const { targets } of wanted)
      for (const { id } of targets) {
        if (found.has(id)) continue;
        const known = this.targets.get(id);
        if (known === undefined) asked.add(id);
        else found.set(id, known);
      }
    if (asked.size === 0) return found;
    if (this.targets.size + asked.size > TARGETS_MAXIMUM) this.targets.clear();
    for (const [id, status] of await this.store.findStatuses([...asked])) {
      found.set(id, status);
      this.targets.set(id, status);
    }
    return found;
  }
}

function readLine(
  line: NumberedLine,
  stored: ReadonlyMap<Uuid, Entry>,
  context: LineContext,
): ImportedEntry | RefusedLine {
  try {
    return toImportedEntry(line, stored.get(line.line.id), context);
  } catch (error) {
    if (error instanceof DomainError) return { number: line.number, id: line.line.id, error };
    throw error;
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

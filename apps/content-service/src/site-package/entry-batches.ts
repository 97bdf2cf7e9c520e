import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import type { AuditActor } from '@content-service/audit';
import type { ContentModelService } from '@content-service/bundles';
import {
  validateTargets,
  type Entry,
  type EntryChange,
  type EntryScheduleStore,
  type EntryStatus,
  type EntryStore,
  SCHEDULE_ACTIONS,
  type ScheduleChange,
} from '@content-service/entries';
import { DomainError, ProblemList, AggregateDomainError, type Uuid } from '@content-service/kernel';
import {
  toImportedEntry,
  type LineContext,
  type NumberedLine,
  hasSameContent,
  type ImportedEntry,
} from './entry-from-line.js';
import type { DeferredEntry } from './deferred-batches.js';
import { splitUnresolved } from './deferred-references.js';
import {
  createBatch,
  type ImportJournal,
  type ImportState,
  type RefusedLine,
  type StoredBatch,
} from './import-state.js';
import { writeBatchOrIndividually } from './write-batch-or-individually.js';

/** Planned write of one line. */
interface EntryWritePlan {
  readonly deferred: DeferredEntry;
  /** Absent when the stored entry is equal. */
  readonly change?: EntryChange;
}

/** Lines that are stored together. */
interface LineBatch {
  readonly lines: readonly NumberedLine[];
  /** Other lines among them, which are refused. */
  readonly refused: readonly RefusedLine[];
  /** The number of the last of all these lines. */
  readonly end: number;
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
  /** The number of lines with which the state was stored last. */
  private savedLines = 0;
  /** Targets that existed when they were looked up. The store checks them again. */
  private readonly targets = new Map<Uuid, EntryStatus>();

  constructor(
    private readonly store: EntryStore,
    private readonly schedules: EntryScheduleStore,
    private readonly bundles: ContentModelService,
    private readonly journal: ImportJournal,
    private readonly actor: AuditActor,
    private readonly context: Omit<LineContext, 'model'>,
  ) {}

  /** Begins to store a batch, after the one before it is stored. @throws the error of that one */
  async write(batch: LineBatch, state: ImportState): Promise<void> {
    const { lines } = batch;
    if (lines.some(({ line }) => this.storingIds.has(line.id))) await this.settle();
    const prepared = await this.prepare(lines);
    await this.settle();
    this.storingIds = new Set(lines.map(({ line }) => line.id));
    this.storing = this.storeBatch(batch, prepared, state);
    // Thrown by `settle`.
    this.storing.catch(() => undefined);
  }

  /** Waits until all batches are stored. */
  settle(): Promise<void> {
    return this.storing;
  }

  private async storeBatch(batch: LineBatch, prepared: PreparedLines, state: ImportState): Promise<void> {
    const { lines, end } = batch;
    await writeBatchOrIndividually(
      lines,
      this.bundles,
      async (some) => {
        const isWhole = some === lines;
        if (!isWhole) this.targets.clear();
        const read = isWhole ? prepared : await this.prepare(some);
        const upTo = isWhole ? end : (some[0]?.number ?? end);
        await this.storeAll(read, createResult(batch, upTo, state), state);
      },
      ({ number, line }, error) => {
        const result = createResult(batch, number, state);
        result.report.addError(number, error, line.id);
        state.add(result);
      },
    );
    if (this.savedLines === end) return;
    state.add(createResult(batch, end, state));
    await this.journal.save(state);
  }

  private async prepare(lines: readonly NumberedLine[]): Promise<PreparedLines> {
    const stored = await this.store.getMany(lines.map(({ line }) => line.id));
    const context = { ...this.context, model: this.bundles.current() };
    const read: (ImportedEntry | RefusedLine)[] = [];
    for (const [n, line] of lines.entries()) {
      if (n % LINES_PER_TURN === 0) await nextEventLoopTurn();
      const entry = readLine(line, stored, context);
      read.push(
        'error' in entry ? entry : { ...entry, schedule: await this.findScheduleChange(entry, stored) },
      );
    }
    return { stored, read };
  }

  /** What the line schedules otherwise than it is stored. */
  private async findScheduleChange(
    { entry, schedule }: ImportedEntry,
    stored: ReadonlyMap<Uuid, Entry>,
  ): Promise<ScheduleChange | undefined> {
    if (schedule === undefined || !stored.has(entry.id)) return schedule;
    const { schedules } = await this.schedules.page(
      { entryId: entry.id },
      { limit: SCHEDULE_ACTIONS.length },
    );
    const isStored = SCHEDULE_ACTIONS.every((action) => {
      const dueAt = schedules.find((present) => present.action === action)?.dueAt ?? null;
      return schedule[action] === undefined || schedule[action] === dueAt;
    });
    return isStored ? undefined : schedule;
  }

  /**
   * Writes lines atomically; the state is updated after success only.
   *
   * @param result what is known of the lines so far
   */
  private async storeAll(
    { stored, read }: PreparedLines,
    result: StoredBatch,
    state: ImportState,
  ): Promise<void> {
    const wanted = read.filter(isWanted);
    const found = await this.findTargets(wanted);
    const planned = wanted.map((entry) => planWrite(entry, stored.get(entry.entry.id), found));
    const plans = planned.filter(isPlan);
    const changes = plans.flatMap(({ change }) => (change === undefined ? [] : [change]));
    const deferred = plans.map((plan) => plan.deferred).filter(({ missing }) => missing.length > 0);

    for (const refused of [...read, ...planned])
      if ('error' in refused) result.report.addError(refused.number, refused.error, refused.id);
    for (const { change } of plans) result.report.count(change?.kind);
    const batch = { ...result, deferred: deferred.length > 0 ? 1 : 0 };
    if (deferred.length > 0) await this.journal.deferred.put(state.deferred, deferred);
    const job = changes.length > 0 ? this.journal.lease(state, batch) : undefined;
    if (changes.length > 0)
      await this.store.apply(changes, { origin: { cause: 'import', actor: this.actor }, job });
    state.add(batch);
    if (changes.length > 0) this.savedLines = state.report.lines;
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

/** What is known of the lines up to a number before they are stored: how many there are, and which were refused. */
function createResult({ refused }: LineBatch, upTo: number, { report: { lines } }: ImportState): StoredBatch {
  const result = createBatch({ lines: upTo - lines });
  for (const { number, error, id } of refused)
    if (number > lines && number <= upTo) result.report.addError(number, error, id);
  return result;
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
  const { schedule } = wanted;
  if (stored === undefined) return { deferred, change: { kind: 'insert', entry: now, schedule } };
  if (schedule === undefined && hasSameContent(now, stored)) return { deferred };
  return { deferred, change: { kind: 'update', entry: now, expectedVersion: stored.version, schedule } };
}

const isWanted = (read: ImportedEntry | RefusedLine): read is ImportedEntry => 'entry' in read;
const isPlan = (planned: EntryWritePlan | RefusedLine): planned is EntryWritePlan => 'deferred' in planned;

import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import type { AuditActor } from '@content-service/audit';
import type { ContentModelService } from '@content-service/bundles';
import {
  validateTargets,
  type Entry,
  type EntryChange,
  type EntryScheduleStore,
  type EntryStore,
  getPathAlias,
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
import { type FoundTargets, splitUnresolved } from './deferred-references.js';
import {
  createBatch,
  type ImportJournal,
  type ImportState,
  type RefusedLine,
  type StoredBatch,
} from './import-state.js';
import { ImportTargets } from './import-targets.js';
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

/** A batch on its way to the store. */
interface StoringBatch {
  /** What other batches must not have meanwhile: ids, and path aliases that entries get or lose. */
  readonly claims: ReadonlySet<string>;
  /** The number of its last line. */
  readonly end: number;
  readonly stored: Promise<void>;
}

interface StartedBatch extends LineBatch {
  /** The number of the last line before it. */
  readonly start: number;
  /** The batches before it that may not be stored yet. */
  readonly earlier: readonly Promise<void>[];
}

/** Lines that were converted before their targets are looked up. */
interface PreparedLines {
  readonly stored: ReadonlyMap<Uuid, Entry>;
  readonly read: readonly (ImportedEntry | RefusedLine)[];
}

/**
 * Batches that are stored at the same time, where the store can: a server works on some while another one is derived, which
 * takes about as long.
 */
const CONCURRENT_BATCHES = 3;

/** Lines that are converted between two turns of the event loop. */
const LINES_PER_TURN = 100;

/**
 * Stores the entries of many lines with few statements: one batch is prepared while others are being stored. The result is
 * that of one batch after the other.
 */
export class EntryBatches {
  private storing: StoringBatch[] = [];
  private readonly concurrency: number;
  private readonly targets: ImportTargets;

  constructor(
    private readonly store: EntryStore,
    private readonly schedules: EntryScheduleStore,
    private readonly bundles: ContentModelService,
    private readonly journal: ImportJournal,
    private readonly actor: AuditActor,
    private readonly context: Omit<LineContext, 'model'>,
  ) {
    const isConcurrent = !journal.inOrder && store.capabilities.concurrentWrites === true;
    this.concurrency = isConcurrent ? CONCURRENT_BATCHES : 1;
    this.targets = new ImportTargets(store);
  }

  /** Begins to store a batch. @throws the error of an earlier one */
  async write(batch: LineBatch, state: ImportState): Promise<void> {
    const ids = batch.lines.map(({ line }) => line.id);
    await this.settleOverlapping(ids);
    const prepared = await this.prepare(batch.lines);
    const claims = new Set([...ids, ...getAliases(prepared)]);
    await this.settleOverlapping(claims);
    while (this.storing.length >= this.concurrency) await this.storing.shift()?.stored;
    const start = this.storing.at(-1)?.end ?? state.report.lines;
    const earlier = this.storing.map(({ stored }) => stored);
    const stored = this.storeBatch({ ...batch, start, earlier }, prepared, state);
    // Thrown when a later batch or the end waits for it.
    stored.catch(() => undefined);
    this.storing.push({ claims, end: batch.end, stored });
  }

  /** Waits until all batches are stored. @throws the error of the first that is not */
  async settle(): Promise<void> {
    const storing = this.storing.map(({ stored }) => stored);
    this.storing = [];
    await Promise.allSettled(storing);
    await Promise.all(storing);
  }

  private async settleOverlapping(claims: Iterable<string>): Promise<void> {
    for (const claim of claims)
      if (this.storing.some((batch) => batch.claims.has(claim))) {
        await this.settle();
        return;
      }
  }

  private async storeBatch(batch: StartedBatch, prepared: PreparedLines, state: ImportState): Promise<void> {
    const { lines, refused, end, earlier } = batch;
    let [reached, saved] = [batch.start, batch.start];
    const createResult = (upTo: number): StoredBatch => {
      const result = createBatch({ lines: upTo - reached });
      for (const { number, error, id } of refused)
        if (number > reached && number <= upTo) result.report.addError(number, error, id);
      return result;
    };
    await writeBatchOrIndividually(
      lines,
      this.bundles,
      async (some) => {
        const isWhole = some === lines;
        if (!isWhole) {
          await Promise.allSettled(earlier);
          this.targets.forget();
        }
        const read = isWhole ? prepared : await this.prepare(some);
        const upTo = isWhole ? end : (some[0]?.number ?? end);
        if (await this.storeAll(read, createResult(upTo), state, earlier)) saved = upTo;
        reached = upTo;
      },
      ({ number, line }, error) => {
        const result = createResult(number);
        result.report.addError(number, error, line.id);
        state.add(result);
        reached = number;
      },
    );
    if (saved === end) return;
    state.add(createResult(end));
    await this.journal.save(state);
  }

  private async prepare(lines: readonly NumberedLine[]): Promise<PreparedLines> {
    const stored = await this.store.getMany(lines.map(({ line }) => line.id));
    const context = { ...this.context, model: this.bundles.current() };
    const read: (ImportedEntry | RefusedLine)[] = [];
    for (const [n, line] of lines.entries()) {
      if (n % LINES_PER_TURN === 0) await nextEventLoopTurn();
      const entry = readLine(line, stored, context);
      const isScheduled = 'entry' in entry && entry.schedule !== undefined;
      read.push(isScheduled ? { ...entry, schedule: await this.findScheduleChange(entry, stored) } : entry);
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
   * @returns whether the journal has the state, as there was something to write
   */
  private async storeAll(
    { stored, read }: PreparedLines,
    result: StoredBatch,
    state: ImportState,
    earlier: readonly Promise<void>[],
  ): Promise<boolean> {
    const wanted = read.filter(isWanted);
    const found = await this.targets.find(wanted, earlier);
    const planned = wanted.map((entry) => planWrite(entry, stored.get(entry.entry.id), found));
    const plans = planned.filter(isPlan);
    const changes = plans.flatMap(({ change }) => (change === undefined ? [] : [change]));
    const deferred = plans.map((plan) => plan.deferred).filter(({ missing }) => missing.length > 0);

    for (const refused of [...read, ...planned])
      if ('error' in refused) result.report.addError(refused.number, refused.error, refused.id);
    for (const { change } of plans) result.report.count(change?.kind);
    const batch = { ...result, deferred: deferred.length > 0 ? 1 : 0 };
    // No other batch takes the number: one that lacks targets has waited for all before it.
    if (deferred.length > 0) await this.journal.deferred.put(state.deferred, deferred);
    const job = changes.length > 0 ? this.journal.lease(state, batch) : undefined;
    if (changes.length > 0)
      await this.store.apply(changes, { origin: { cause: 'import', actor: this.actor }, job });
    state.add(batch);
    return changes.length > 0;
  }
}

/** The path aliases that the entries have or had. */
function getAliases({ stored, read }: PreparedLines): string[] {
  const entries = [...stored.values(), ...read.filter(isWanted).map(({ entry }) => entry)];
  const paths = entries.map(getPathAlias).filter((path) => path !== undefined);
  return paths.map(({ langcode, alias }) => `${langcode} ${alias}`);
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
  found: FoundTargets,
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

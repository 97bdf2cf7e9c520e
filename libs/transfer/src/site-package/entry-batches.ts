import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import type { AuditActor } from '@content-service/audit';
import type { ContentModelService } from '@content-service/bundles';
import { DomainError, type Uuid } from '@content-service/kernel';
import {
  AliasTaken,
  type Entry,
  type EntryScheduleStore,
  type EntryStore,
  getPathAlias,
  writeBatchOrIndividually,
} from '@content-service/entries';
import { toImportedEntry, type LineContext, type ImportedEntry } from './entry-from-line.js';
import {
  createBatch,
  type ImportJournal,
  type ImportState,
  type RefusedLine,
  type StoredBatch,
} from './import-state.js';
import { ImportTargets } from './import-targets.js';
import { type EntryWritePlan, planWrite } from './plan-write.js';
import { leaveOutRefused } from './refused-members.js';
import { StoredSchedules } from './stored-schedules.js';
import type { NumberedLine } from './site-line.js';

/** Lines that are stored together. */
interface LineBatch {
  readonly lines: readonly NumberedLine[];
  /** Other lines among them, which are refused. */
  readonly refused: readonly RefusedLine[];
  /** The number of the last of all these lines. */
  readonly end: number;
}

/** A batch on its way to the store. */
interface BatchInProgress {
  /** Names that later batches wait for: the ids of its entries, and the path aliases that these get or lose. */
  readonly claims: ReadonlySet<string>;
  /** The number of its last line. */
  readonly end: number;
  readonly stored: Promise<void>;
}

/** Lines that were converted before their targets are looked up. */
interface PreparedLines {
  readonly stored: ReadonlyMap<Uuid, Entry>;
  readonly read: readonly (ImportedEntry | RefusedLine)[];
}

/**
 * Batches that are stored at the same time, where the store can: the database works on some while this process computes the
 * rows of another one, which takes about as long.
 */
const CONCURRENT_BATCHES = 3;

/** Lines that are converted between two turns of the event loop. */
const LINES_PER_TURN = 25;

/**
 * Stores the entries of many lines with few statements: one batch is prepared while others are being stored. A batch waits
 * for earlier ones that it depends on, so the entries become those of one batch after the other; only the events of
 * different batches may have another order.
 */
export class EntryBatches {
  private inProgress: BatchInProgress[] = [];
  private readonly concurrency: number;
  private readonly targets: ImportTargets;

  constructor(
    private readonly store: EntryStore,
    private readonly schedules: EntryScheduleStore,
    private readonly models: ContentModelService,
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
    await this.settleClaimed(ids);
    const prepared = await this.prepare(batch.lines);
    const claims = new Set([...ids, ...getAliases(prepared)]);
    await this.settleClaimed([...claims, ...getTargets(prepared)]);
    while (this.inProgress.length >= this.concurrency) {
      await this.inProgress[0]?.stored;
      this.inProgress.shift();
    }
    const earlier = this.inProgress.map(({ stored }) => stored);
    const start = this.inProgress.at(-1)?.end ?? state.report.lines;
    const stored = this.storeBatch(batch, start, prepared, state, earlier);
    // Thrown when a later batch or the end waits for it.
    stored.catch(() => undefined);
    this.inProgress.push({ claims, end: batch.end, stored });
  }

  /** Waits until all batches are stored. @throws the error of the first that is not */
  async settle(): Promise<void> {
    const storing = this.inProgress.map(({ stored }) => stored);
    await Promise.allSettled(storing);
    await Promise.all(storing);
    this.inProgress = [];
  }

  /** Waits for all batches if one of them has any of these ids and aliases. */
  private async settleClaimed(wanted: readonly string[]): Promise<void> {
    const isClaimed = (name: string): boolean => this.inProgress.some(({ claims }) => claims.has(name));
    if (wanted.some(isClaimed)) await this.settle();
  }

  /** @param start the number of the last line before the batch */
  private async storeBatch(
    { lines, refused, end }: LineBatch,
    start: number,
    prepared: PreparedLines,
    state: ImportState,
    earlier: readonly Promise<void>[],
  ): Promise<void> {
    // The last of its lines that the state counts, and the last that the journal has stored.
    let [counted, saved] = [start, start];
    const createResult = (upTo: number): StoredBatch => {
      const result = createBatch({ lines: upTo - counted });
      for (const { number, error, id } of refused)
        if (number > counted && number <= upTo) result.report.addError(number, error, id);
      return result;
    };
    await writeBatchOrIndividually(
      lines,
      this.models,
      async (some) => {
        const isWhole = some === lines;
        if (!isWhole) {
          await Promise.all(earlier);
          this.targets.forget();
        }
        const read = isWhole ? prepared : await this.prepare(some, prepared);
        const upTo = isWhole ? end : (some[0]?.number ?? end);
        if (await this.storeAll(read, createResult(upTo), state)) saved = upTo;
        counted = upTo;
      },
      ({ number, line }, error) => {
        const result = createResult(number);
        result.report.addError(number, error, line.id);
        state.add(result);
        counted = number;
      },
      (line, error) =>
        this.context.leaveOutRefused || error instanceof AliasTaken
          ? leaveOutRefused(line, error)
          : undefined,
    );
    if (saved === end) return;
    state.add(createResult(end));
    await this.journal.save(state);
  }

  /** @param before the same lines as they were prepared before: new entries keep their positions */
  private async prepare(lines: readonly NumberedLine[], before?: PreparedLines): Promise<PreparedLines> {
    const stored = await this.store.getMany(lines.map(({ line }) => line.id));
    const positions = new Map(before?.read.filter(isWanted).map(({ entry }) => [entry.id, entry.position]));
    const context = { ...this.context, model: this.models.current(), positions };
    const read: (ImportedEntry | RefusedLine)[] = [];
    const schedules = new StoredSchedules(this.schedules);
    for (const [n, line] of lines.entries()) {
      if (n % LINES_PER_TURN === 0) await nextEventLoopTurn();
      const entry = readLine(line, stored, context);
      if ('error' in entry || entry.schedule === undefined) read.push(entry);
      else {
        const { id } = entry.entry;
        const schedule = await schedules.findChange(id, entry.schedule, stored.has(id));
        read.push({ ...entry, schedule });
      }
    }
    return { stored, read };
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
  ): Promise<boolean> {
    const wanted = read.filter(isWanted);
    const found = await this.targets.find(wanted);
    const planned = wanted.map((entry) => planWrite(entry, stored.get(entry.entry.id), found, this.context));
    const plans = planned.filter(isPlan);
    const changes = plans.flatMap(({ change }) => (change === undefined ? [] : [change]));
    const deferred = plans.map((plan) => plan.deferred).filter(({ missing }) => missing.length > 0);

    for (const refused of [...read, ...planned])
      if ('error' in refused) result.report.addError(refused.number, refused.error, refused.id);
    for (const { change } of plans) result.report.count(change?.kind);
    for (const { number, entry, warnings } of wanted)
      for (const warning of warnings) result.report.addWarning(number, warning, entry.id);
    const batch = { ...result, deferred: deferred.length > 0 ? 1 : 0 };
    const { journal } = this;
    const putDeferred = async (): Promise<void> => {
      if (deferred.length > 0) await journal.deferred.put(state.deferred, deferred);
    };
    // A state that is stored needs its references before it. Otherwise they get their number when the state counts them, since
    // other batches get theirs while this one is stored.
    if (journal.inOrder) await putDeferred();
    const job = changes.length > 0 ? journal.lease(state, batch) : undefined;
    if (changes.length > 0)
      await this.store.apply(changes, { origin: { cause: 'import', actor: this.actor }, job });
    const putting = journal.inOrder ? undefined : putDeferred();
    state.add(batch);
    await putting;
    return changes.length > 0;
  }
}

function getTargets({ read }: PreparedLines): Uuid[] {
  return read.filter(isWanted).flatMap(({ targets }) => targets.map(({ id }) => id));
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

const isWanted = (read: ImportedEntry | RefusedLine): read is ImportedEntry => 'entry' in read;
const isPlan = (planned: EntryWritePlan | RefusedLine): planned is EntryWritePlan => 'deferred' in planned;

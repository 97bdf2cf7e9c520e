import type { ContentModelService } from '@content-service/bundles';
import {
  checkTargets,
  type Entry,
  type EntryChange,
  type EntryStatus,
  type EntryStore,
} from '@content-service/entries';
import { DomainError, Problems, type Uuid } from '@content-service/kernel';
import {
  entryOfLine,
  type LineContext,
  type NumberedLine,
  saysTheSame,
  type WantedEntry,
} from './entry-of-line.js';
import { holdBack } from './held-linkage.js';
import type { HeldReferences, Holding } from './held-references.js';
import type { ImportReport } from './import-report.js';
import { togetherOrEach } from './together-or-each.js';

/** What is to be done about one line. */
interface Plan {
  readonly holding: Holding;
  /** Absent when the entry is stored just so. */
  readonly change?: EntryChange;
}

interface Refusal {
  readonly number: number;
  readonly error: DomainError;
}

/** Stores the entries of many lines with few statements. */
export class EntryBatch {
  constructor(
    private readonly store: EntryStore,
    private readonly bundles: ContentModelService,
    private readonly held: HeldReferences,
    private readonly context: Omit<LineContext, 'model'>,
  ) {}

  write(lines: readonly NumberedLine[], report: ImportReport): Promise<void> {
    return togetherOrEach(
      lines,
      this.bundles,
      (some) => this.writeAll(some, report),
      ({ number }, error) => {
        report.addError(number, error);
      },
    );
  }

  /** All or nothing; the report says of it only what has happened. */
  private async writeAll(lines: readonly NumberedLine[], report: ImportReport): Promise<void> {
    const stored = await this.store.getMany(lines.map(({ line }) => line.id));
    const read = lines.map((line) => this.read(line, stored));
    const wanted = read.filter(isWanted);
    const found = await this.targetsOf(wanted);
    const planned = wanted.map((entry) => planFor(entry, stored.get(entry.entry.id), found));
    const plans = planned.filter(isPlan);
    const changes = plans.flatMap(({ change }) => (change === undefined ? [] : [change]));
    if (changes.length > 0) await this.store.apply(changes);

    for (const refused of [...read, ...planned])
      if ('error' in refused) report.addError(refused.number, refused.error);
    for (const { holding, change } of plans) {
      this.held.keep(holding);
      report.count(change?.kind);
    }
  }

  private read(line: NumberedLine, stored: ReadonlyMap<Uuid, Entry>): WantedEntry | Refusal {
    try {
      const context = { ...this.context, model: this.bundles.current() };
      return entryOfLine(line, stored.get(line.line.id), context);
    } catch (error) {
      if (error instanceof DomainError) return { number: line.number, error };
      throw error;
    }
  }

  /** The targets that will be there when the batch is stored: its own entries, and those the store has. */
  private async targetsOf(wanted: readonly WantedEntry[]): Promise<Map<Uuid, EntryStatus>> {
    const own = new Map<Uuid, EntryStatus>(wanted.map(({ entry }) => [entry.id, entry]));
    const others = new Set(wanted.flatMap(({ targets }) => targets.map(({ id }) => id)));
    const asked = [...others].filter((id) => !own.has(id));
    const found = asked.length === 0 ? [] : await this.store.exists(asked);
    return new Map([...own, ...found]);
  }
}

function planFor(
  wanted: WantedEntry,
  stored: Entry | undefined,
  found: ReadonlyMap<Uuid, EntryStatus>,
): Plan | Refusal {
  const present = wanted.targets.filter(({ id }) => found.has(id));
  const faults = checkTargets(present, found);
  if (faults.length > 0) return { number: wanted.number, error: new Problems(faults) };
  const { now, missing } = holdBack(wanted, found);
  const holding = { number: wanted.number, id: now.id, missing };
  if (stored === undefined) return { holding, change: { kind: 'insert', entry: now } };
  if (saysTheSame(now, stored)) return { holding };
  return { holding, change: { kind: 'update', entry: now, expectedVersion: stored.version } };
}

const isWanted = (read: WantedEntry | Refusal): read is WantedEntry => 'entry' in read;
const isPlan = (planned: Plan | Refusal): planned is Plan => 'holding' in planned;

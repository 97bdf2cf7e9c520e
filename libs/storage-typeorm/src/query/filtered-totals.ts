import { LRUCache } from 'lru-cache';
import type { Condition, EntrySelection, Filter } from '@content-service/entries';
import type { Database } from '../database/database.js';
import type { Sql } from '../database/sql.js';
import type { UnlinkingRow } from '../entries/unlinking.js';
import { THRESHOLDS } from '../plan/costs.js';
import { findLastPosition, readRecentEvents, UNLINKING } from './recent-events.js';

/** Totals that are kept at once. */
const TOTALS_MAXIMUM = 1000;

/** For repairs of the index, which are no changes of entries and record no events. */
const LIFETIME_MS = 60_000;

/** A total as it was counted. */
export interface CountedTotal extends UnlinkingRow {
  readonly total: number;
  /** The position of the event log, in the snapshot of the same statement (`countToSql`). */
  readonly position: number | null;
}

interface KeptTotal {
  readonly total: number;
  /** No event up to here concerns the selection that is not counted. */
  position: number;
}

/**
 * The last totals of filtered selections, exact because every change of an entry records an event in its transaction: the
 * events of a total that was counted at a position of the log have that position at most, or none yet. A total holds while no
 * event behind it, and none without a position, is of a type that the filter reads. While deleted entries are in linkage, a
 * filter that reads linkage has no total.
 */
export class FilteredTotals {
  private readonly totals = new LRUCache<string, KeptTotal>({ max: TOTALS_MAXIMUM, ttl: LIFETIME_MS });

  /** @param onLookup is called with whether the total was known, for metrics */
  constructor(
    private readonly database: Pick<Database, 'query' | 'dialect'>,
    private readonly onLookup: (isKnown: boolean) => void = () => undefined,
  ) {}

  /** The total that the statement would count now, if that is known. */
  async find(statement: Sql, selection: EntrySelection): Promise<number | undefined> {
    const total = await this.findKept(statement, selection);
    this.onLookup(total !== undefined);
    return total;
  }

  keep(statement: Sql, { total, position, unlinking }: CountedTotal): void {
    if (total >= THRESHOLDS.keptTotal && position !== null && unlinking !== 1)
      this.totals.set(toKey(statement), { total, position });
  }

  private async findKept(statement: Sql, selection: EntrySelection): Promise<number | undefined> {
    const key = toKey(statement);
    const kept = this.totals.get(key);
    if (kept === undefined) return undefined;
    const events = await readRecentEvents(this.database, kept.position);
    const types = findTypes(selection);
    if (events.length > THRESHOLDS.recentEvents || events.some(({ type }) => types?.has(type) ?? true)) {
      this.totals.delete(key);
      return undefined;
    }
    kept.position = findLastPosition(events, kept.position);
    return kept.total;
  }
}

/**
 * The types whose entries decide whether an entry belongs to a selection; `undefined` for all types: a test for NULL behind a
 * relationship concerns targets of any type.
 */
function findTypes({ type, filter }: EntrySelection): ReadonlySet<string> | undefined {
  const conditions = filter === undefined ? [] : getConditions(filter);
  if (conditions.some(({ operator, path }) => operator === 'IS NULL' && path.steps.length > 0))
    return undefined;
  const steps = conditions.flatMap(({ path }) => path.steps);
  return new Set([
    type,
    ...steps.flatMap(({ sourceTypes, targetTypes }) => [...sourceTypes, ...targetTypes, UNLINKING]),
  ]);
}

function getConditions(filter: Filter): readonly Condition[] {
  if (filter.kind === 'group') return filter.members.flatMap(getConditions);
  return filter.kind === 'condition' ? [filter] : [];
}

function toKey({ text, values }: Sql): string {
  const bound = values.map((value) => {
    if (Buffer.isBuffer(value)) return `x${value.toString('hex')}`;
    return typeof value === 'bigint' ? `n${value}` : value;
  });
  return JSON.stringify([text, bound]);
}

import { LRUCache } from 'lru-cache';
import type { Condition, EntrySelection, Filter } from '@content-service/entries';
import type { Database } from '../database/database.js';
import { type Sql, sql } from '../database/sql.js';
import type { UnlinkingRow } from '../entries/unlinking.js';
import { THRESHOLDS } from '../plan/costs.js';
import { fromPending } from '../entries/event-rows.js';

/** Totals that are kept at once. */
const TOTALS_MAXIMUM = 1000;

/** For repairs of the index, which are no changes of entries and record no events. */
const LIFETIME_MS = 60_000;

/** Stands for the type of a deleted entry that is still in linkage. */
const UNLINKING = '';

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
    const events = await this.readEvents(kept.position);
    const types = findTypes(selection);
    if (events.length > THRESHOLDS.keptTotalEvents || events.some(({ type }) => types?.has(type) ?? true)) {
      this.totals.delete(key);
      return undefined;
    }
    // Events are read in the order of their positions, up to one that has none.
    for (const { position } of events)
      if (position !== null) kept.position = Math.max(kept.position, position);
    return kept.total;
  }

  private async readEvents(position: number): Promise<{ type: string; position: number | null }[]> {
    const limit = THRESHOLDS.keptTotalEvents + 1;
    const rows = await this.database.query<{ type: Buffer; position: number | null }>(
      sql`SELECT s.subject_type AS type, s.position FROM (SELECT subject_type, position FROM event_log
            WHERE position > ${position} ORDER BY position LIMIT ${limit}) s
          UNION ALL
          SELECT p.subject_type, p.position FROM (SELECT subject_type, position
            FROM ${fromPending(this.database.dialect)} LIMIT ${limit}) p
          UNION ALL
          SELECT ${Buffer.from(UNLINKING)}, NULL FROM (SELECT target FROM unlinking LIMIT 1) u`,
    );
    return rows.map((row) => ({ ...row, type: row.type.toString() }));
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

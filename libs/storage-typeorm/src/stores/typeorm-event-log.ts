import {
  type ConsumerLease,
  EventLog,
  type EventLogBounds,
  type EventSelection,
  type LoggedEvent,
  orderEvents,
  type Position,
  type PruneRange,
  SEQUENCER,
  type UnorderedEvent,
} from '@content-service/events';
import { formatUuid, parseUuid, type Uuid } from '@content-service/kernel';
import { type Database, repeatInDoubt } from '../database/database.js';
import {
  all,
  type DbConnection,
  join,
  queryInBatches,
  raw,
  sql,
  type Sql,
  toParameterList,
} from '../database/sql.js';
import { EVENT_COLUMNS, type EventRow, toLoggedEvent } from '../entries/event-rows.js';
import { assertLeaseHeld, readNewest } from './typeorm-event-consumer.store.js';

/** Positions that one statement assigns. */
const POSITIONS_PER_STATEMENT = 100;

export class TypeOrmEventLog extends EventLog {
  constructor(private readonly database: Database) {
    super();
  }

  override async sequence(lease: ConsumerLease, limit: number): Promise<number> {
    const [pending] = await this.database.query(sql`SELECT id FROM event_log WHERE ${PENDING} LIMIT 1`);
    if (pending === undefined) return 0;
    // Done again without effect, should the COMMIT not be confirmed: the events have their positions then.
    return this.database.transaction(async (connection) => {
      await assertLeaseHeld(connection, this.database.dialect, lease);
      const events = orderEvents(await readClosedPart(connection, limit));
      await connection.execute(
        sql`UPDATE event_cursor SET position = position + ${events.length} WHERE name = ${Buffer.from(SEQUENCER)}`,
      );
      const newest = await readNewest(connection);
      for (let n = 0; n < events.length; n += POSITIONS_PER_STATEMENT)
        await assignPositions(
          connection,
          events.slice(n, n + POSITIONS_PER_STATEMENT),
          newest - events.length + n,
        );
      return events.length;
    }, repeatInDoubt);
  }

  override read(
    after: Position,
    limit: number,
    selection: EventSelection = {},
  ): Promise<readonly LoggedEvent[]> {
    return this.select([sql`position > ${after}`], selection, sql`position LIMIT ${limit}`);
  }

  override readBackwards(
    before: Position | undefined,
    limit: number,
    selection: EventSelection = {},
  ): Promise<readonly LoggedEvent[]> {
    const conditions = before === undefined ? [sql`position IS NOT NULL`] : [sql`position < ${before}`];
    return this.select(conditions, selection, sql`position DESC LIMIT ${limit}`);
  }

  override async findAll(ids: readonly Uuid[]): Promise<readonly LoggedEvent[]> {
    const rows = await queryInBatches(ids, (part) =>
      this.database.query<EventRow>(
        sql`SELECT ${EVENT_COLUMNS} FROM event_log
            WHERE id IN ${toParameterList(part.map(parseUuid))} AND position IS NOT NULL`,
      ),
    );
    return rows.map(toLoggedEvent);
  }

  override async bounds(): Promise<EventLogBounds> {
    const newest = await readNewest(this.database);
    const [row] = await this.database.query<{ oldest: number | null }>(
      sql`SELECT MIN(position) AS oldest FROM event_log`,
    );
    const [pending] = await this.database.query<{ total: number; since: number | null }>(
      sql`SELECT COUNT(*) AS total, MIN(recorded_at) AS since FROM event_log WHERE ${PENDING}`,
    );
    const bounds = { oldest: row?.oldest ?? newest + 1, newest, unsequenced: pending?.total ?? 0 };
    const since = pending?.since ?? undefined;
    return since === undefined ? bounds : { ...bounds, unsequencedSince: since };
  }

  override async prune({ upTo, recordedBefore }: PruneRange, limit: number): Promise<number> {
    const newest = await readNewest(this.database);
    const rows = await this.database.query<{ id: Buffer; recorded_at: number }>(
      sql`SELECT id, recorded_at FROM event_log WHERE position <= ${upTo} AND position < ${newest}
          ORDER BY position LIMIT ${limit}`,
    );
    const kept = rows.findIndex(({ recorded_at: recordedAt }) => recordedAt >= recordedBefore);
    const ids = rows.slice(0, kept < 0 ? rows.length : kept).map(({ id }) => id);
    if (ids.length > 0)
      await this.database.execute(sql`DELETE FROM event_log WHERE id IN ${toParameterList(ids)}`);
    return ids.length;
  }

  private async select(
    conditions: readonly Sql[],
    { types, subjectTypes, subjectId, upTo }: EventSelection,
    orderAndLimit: Sql,
  ): Promise<readonly LoggedEvent[]> {
    const selected = all([
      ...conditions,
      ...(upTo === undefined ? [] : [sql`position <= ${upTo}`]),
      ...isOneOf('type', types),
      ...isOneOf('subject_type', subjectTypes),
      ...isOneOf('subject_id', subjectId === undefined ? undefined : [subjectId]),
    ]);
    // No index has the types, so a rare one may be looked for in the whole log.
    const isBounded = subjectId !== undefined || upTo !== undefined;
    const heavy = !isBounded && (types !== undefined || subjectTypes !== undefined);
    const rows = await this.database.query<EventRow>(
      sql`SELECT ${EVENT_COLUMNS} FROM event_log WHERE ${selected} ORDER BY ${orderAndLimit}`,
      { heavy },
    );
    return rows.map(toLoggedEvent);
  }
}

const PENDING = raw('position IS NULL');

function isOneOf(column: string, values: readonly string[] | undefined): Sql[] {
  if (values === undefined) return [];
  return [sql`${raw(column)} IN ${toParameterList(values.map((value) => Buffer.from(value)))}`];
}

/**
 * Some events without a position, with all events of their transactions and all lower versions of their entries. Each
 * statement sees all that was committed before it, and a version is committed after the one before it.
 */
async function readClosedPart(connection: DbConnection, limit: number): Promise<UnorderedEvent[]> {
  const events = new Map<Uuid, UnorderedEvent>();
  const add = (found: readonly UnorderedEvent[]): UnorderedEvent[] => {
    const added = found.filter(({ id }) => !events.has(id));
    for (const event of added) events.set(event.id, event);
    return added;
  };
  let added = add(await readPending(connection, sql`1 = 1 ORDER BY tx LIMIT ${limit}`));
  if (added.length < limit) return added;
  while (added.length > 0) {
    const transactions = [...new Set(added.map(({ transaction }) => transaction))];
    const subjects = [...new Set(added.map(({ subjectId }) => subjectId))];
    const greatest = new Map(added.sort(compareVersions).map((event) => [event.subjectId, event]));
    const versions = await readPendingWhere(
      connection,
      'subject_id',
      subjects.map((id) => Buffer.from(id)),
    );
    const lower = versions.filter((event) => {
      const other = greatest.get(event.subjectId);
      return other !== undefined && compareVersions(event, other) < 0;
    });
    added = [...add(await readPendingWhere(connection, 'tx', transactions.map(parseUuid))), ...add(lower)];
  }
  return [...events.values()];
}

function compareVersions(a: UnorderedEvent, b: UnorderedEvent): number {
  return a.epoch - b.epoch || a.version - b.version;
}

function readPendingWhere(
  connection: DbConnection,
  column: string,
  values: readonly Buffer[],
): Promise<UnorderedEvent[]> {
  return queryInBatches(values, (part) =>
    readPending(connection, sql`${raw(column)} IN ${toParameterList(part)}`),
  );
}

async function readPending(connection: DbConnection, condition: Sql): Promise<UnorderedEvent[]> {
  const rows = await connection.query<EventRow>(
    sql`SELECT id, tx, recorded_at, subject_id, subject_epoch, subject_version FROM event_log
        WHERE ${PENDING} AND ${condition}`,
  );
  return rows.map((row) => ({
    id: formatUuid(row.id),
    transaction: formatUuid(row.tx),
    recordedAt: row.recorded_at,
    subjectId: row.subject_id.toString(),
    epoch: row.subject_epoch,
    version: row.subject_version,
  }));
}

/** @param before the position before the first of the events */
async function assignPositions(
  connection: DbConnection,
  events: readonly UnorderedEvent[],
  before: Position,
): Promise<void> {
  const ids = events.map(({ id }) => parseUuid(id));
  const cases = join(
    ids.map((id, n) => sql`WHEN ${id} THEN ${raw(String(n + 1))}`),
    ' ',
  );
  // Without the type PostgreSQL takes a number of up to 32 bits.
  await connection.execute(
    sql`UPDATE event_log SET position = CAST(${before} AS DECIMAL(18, 0)) + CASE id ${cases} END
        WHERE id IN ${toParameterList(ids)}`,
  );
}

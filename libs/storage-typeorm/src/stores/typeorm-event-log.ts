import {
  type ConsumerLease,
  EventLog,
  type EventLogBounds,
  type EventSelection,
  formatSubject,
  type LoggedEvent,
  orderEvents,
  type Position,
  type PruneRange,
  SEQUENCER,
  type UnorderedEvent,
  UNSEQUENCED_MAXIMUM,
} from '@content-service/events';
import { formatUuid, parseUuid, type Uuid } from '@content-service/kernel';
import { type Database, repeatInDoubt } from '../database/database.js';
import type { Dialect } from '../dialects/dialect.js';
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
import {
  EVENT_COLUMNS,
  EVENT_HEAD_COLUMNS,
  type EventRow,
  fromPending,
  toLoggedEvent,
} from '../entries/event-rows.js';
import { assertLeaseHeld, readNewest } from './typeorm-event-consumer.store.js';

/** Positions that one statement assigns. */
const POSITIONS_PER_STATEMENT = 100;

/** Events among which the oldest one without a position is: the clocks of processes differ a little. */
const FIRST_EVENTS = 100;

export class TypeOrmEventLog extends EventLog {
  constructor(private readonly database: Database) {
    super();
  }

  override async sequence(lease: ConsumerLease, limit: number): Promise<number> {
    const { dialect } = this.database;
    const [pending] = await this.database.query(sql`SELECT id FROM ${fromPending(dialect)} LIMIT 1`);
    if (pending === undefined) return 0;
    // Done again without effect, should the COMMIT not be confirmed: the events have their positions then.
    return this.database.transaction(async (connection) => {
      await assertLeaseHeld(connection, dialect, lease);
      const events = orderEvents(await readClosedPart(connection, dialect, limit));
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
    return { oldest: row?.oldest ?? newest + 1, newest, ...(await this.readBacklog()) };
  }

  /** An import leaves so many events without a position that reading them all would take seconds. */
  private async readBacklog(): Promise<Pick<EventLogBounds, 'unsequenced' | 'unsequencedSince'>> {
    const pending = fromPending(this.database.dialect);
    const [counted] = await this.database.query<{ total: number }>(
      sql`SELECT COUNT(*) AS total FROM (SELECT tx FROM ${pending} LIMIT ${UNSEQUENCED_MAXIMUM}) counted`,
    );
    if (counted === undefined || counted.total === 0) return { unsequenced: 0 };
    // The ids of transactions begin with their time.
    const [first] = await this.database.query<{ since: number | null }>(
      sql`SELECT MIN(recorded_at) AS since
          FROM (SELECT recorded_at FROM ${pending} ORDER BY tx LIMIT ${FIRST_EVENTS}) first_events`,
    );
    return { unsequenced: counted.total, unsequencedSince: first?.since ?? undefined };
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
    { types, subjectTypes, subjectId, upTo, withoutSnapshots }: EventSelection,
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
    const columns = withoutSnapshots === true ? EVENT_HEAD_COLUMNS : EVENT_COLUMNS;
    const rows = await this.database.query<EventRow>(
      sql`SELECT ${columns} FROM event_log WHERE ${selected} ORDER BY ${orderAndLimit}`,
      { heavy },
    );
    return rows.map(toLoggedEvent);
  }
}

function isOneOf(column: string, values: readonly string[] | undefined): Sql[] {
  if (values === undefined) return [];
  return [sql`${raw(column)} IN ${toParameterList(values.map((value) => Buffer.from(value)))}`];
}

/** An event without a position. */
interface PendingEvent extends UnorderedEvent {
  /** As it is stored: entries and management data may have the same. */
  readonly subjectId: string;
}

/**
 * Some events without a position, with all events of their transactions and all lower versions of their subjects. Each
 * statement sees all that was committed before it, and a version is committed after the one before it.
 */
async function readClosedPart(
  connection: DbConnection,
  dialect: Dialect,
  limit: number,
): Promise<PendingEvent[]> {
  const ofTransactions = fromPending(dialect);
  const ofSubjects = sql`event_log WHERE position IS NULL`;
  const events = new Map<Uuid, PendingEvent>();
  const add = (found: readonly PendingEvent[]): PendingEvent[] => {
    const added = found.filter(({ id }) => !events.has(id));
    for (const event of added) events.set(event.id, event);
    return added;
  };
  let added = add(await readPending(connection, sql`${ofTransactions} ORDER BY tx LIMIT ${limit}`));
  if (added.length < limit) return added;
  while (added.length > 0) {
    const transactions = [...new Set(added.map(({ transaction }) => transaction))];
    const ids = [...new Set(added.map(({ subjectId }) => subjectId))];
    const greatest = new Map(added.sort(compareVersions).map((event) => [event.subject, event]));
    const versions = await queryInBatches(ids, (part) =>
      readPending(
        connection,
        sql`${ofSubjects} AND subject_id IN ${toParameterList(part.map((id) => Buffer.from(id)))}`,
      ),
    );
    const lower = versions.filter((event) => {
      const other = greatest.get(event.subject);
      return other !== undefined && compareVersions(event, other) < 0;
    });
    const others = await queryInBatches(transactions, (part) =>
      readPending(connection, sql`${ofTransactions} AND tx IN ${toParameterList(part.map(parseUuid))}`),
    );
    added = [...add(others), ...add(lower)];
  }
  return [...events.values()];
}

function compareVersions(a: PendingEvent, b: PendingEvent): number {
  return a.epoch - b.epoch || a.version - b.version;
}

/** @param from what stands behind FROM */
async function readPending(connection: DbConnection, from: Sql): Promise<PendingEvent[]> {
  const rows = await connection.query<EventRow>(
    sql`SELECT id, tx, recorded_at, subject_type, subject_id, subject_epoch, subject_version FROM ${from}`,
  );
  return rows.map((row) => {
    const subjectId = row.subject_id.toString();
    return {
      id: formatUuid(row.id),
      transaction: formatUuid(row.tx),
      recordedAt: row.recorded_at,
      subjectId,
      subject: formatSubject({ type: row.subject_type.toString(), id: subjectId }),
      epoch: row.subject_epoch,
      version: row.subject_version,
    };
  });
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

import type { TransactionalRecords } from '@content-service/audit';
import { formatUuid, parseUuid, type Uuid } from '@content-service/kernel';
import {
  type ClaimedDelivery,
  type DeliveryAttempt,
  type DeliveryClaim,
  type DeliveryFilter,
  type DeliveryPage,
  type DeliveryResult,
  type DeliveryState,
  type DisabledReason,
  type FinishedClaim,
  finishDelivery,
  getCircuitState,
  type ReplayDelivery,
  startProbe,
  type WebhookDelivery,
  WebhookDeliveryStore,
  type WebhookEndpoint,
  toFinishRecords,
} from '@content-service/webhooks';
import { type Database, repeatInDoubt } from '../database/database.js';
import {
  all,
  type DbConnection,
  insertStatement,
  type Queryable,
  raw,
  type Sql,
  sql,
  toParameterList,
  TRUE,
  updateStatement,
} from '../database/sql.js';
import {
  applyToEndpoint,
  countUnfinished,
  RELEASED,
  replayDeliveries,
  restartStatement,
  skipSuperseded,
} from './delivery-statements.js';
import { toBytes } from './job-rows.js';
import type { RecordedTransactions } from './recorded-transactions.js';
import {
  type AttemptRow,
  type DeliveryRow,
  ENDPOINT_COLUMNS,
  type EndpointRow,
  SELECT_DELIVERIES,
  STATES,
  toAttempt,
  toAttemptRow,
  toCircuitColumns,
  toDelivery,
  toDeliveryRow,
  toEndpoint,
  toStateColumns,
} from './webhook-rows.js';

export class TypeOrmWebhookDeliveryStore extends WebhookDeliveryStore {
  private readonly database: Database;

  constructor(private readonly transactions: RecordedTransactions) {
    super();
    this.database = transactions.database;
  }

  override async add(deliveries: readonly WebhookDelivery[]): Promise<void> {
    const { dialect } = this.database;
    await this.database.transaction(async (connection) => {
      const rows = deliveries.map(toDeliveryRow);
      for (const insert of dialect.insertMissing('webhook_delivery', ['endpoint_id', 'event_id'], rows))
        await connection.execute(insert);
    }, repeatInDoubt);
  }

  override async replay(
    deliveries: readonly ReplayDelivery[],
    states?: readonly DeliveryState[],
  ): Promise<number> {
    return this.database.transaction(
      (connection) => replayDeliveries(connection, this.database.dialect, deliveries, states),
      repeatInDoubt,
    );
  }

  override countUnfinished(endpointId: Uuid, limit: number): Promise<number> {
    return countUnfinished(this.database, endpointId, limit);
  }

  override async findDueEndpoints(now: number, limit: number): Promise<readonly Uuid[]> {
    const hasDelivery = (condition: Sql): Sql =>
      sql`EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.endpoint_id = e.id AND ${condition})`;
    const rows = await this.database.query<{ id: Buffer }>(
      sql`SELECT e.id FROM webhook_endpoint e
          WHERE e.enabled = 1 AND (e.open_until IS NULL OR e.open_until <= ${now})
          AND (${hasDelivery(isWaiting(now))} OR ${hasDelivery(this.isExpired)}) ORDER BY e.id LIMIT ${limit}`,
    );
    return rows.map(({ id }) => formatUuid(id));
  }

  override claim(claim: DeliveryClaim): Promise<readonly ClaimedDelivery[]> {
    const { endpointId, now, lease, limit } = claim;
    return this.database.transaction(async (connection) => {
      // The lock keeps the number of attempts under way; each delivery is taken by a condition of its own all the same.
      const endpoint = await this.lockEndpoint(connection, parseUuid(endpointId));
      if (endpoint?.definition.enabled !== true) return [];
      const state = getCircuitState(endpoint.circuit, now);
      if (state === 'open') return [];
      if (endpoint.definition.latestOnly) await skipSuperseded(connection, claim);
      const isProbe = state === 'half-open';
      const underWay = await this.countUnderWay(connection, endpointId);
      const capacity = Math.min(limit, isProbe ? 1 : endpoint.definition.maxConcurrency - underWay);
      if (capacity <= 0) return [];
      const claimed: ClaimedDelivery[] = [];
      for (const delivery of await this.findDue(connection, endpoint, now, capacity))
        if (await this.take(connection, delivery, claim)) {
          const taken: WebhookDelivery = {
            ...delivery,
            state: 'delivering',
            attempts: delivery.attempts + 1,
          };
          claimed.push({ delivery: taken, lease, isProbe });
        }
      if (isProbe && claimed.length > 0) {
        const circuit = toCircuitColumns(startProbe(endpoint.circuit, now, lease.seconds));
        const isEndpoint = sql`id = ${parseUuid(endpointId)}`;
        await connection.execute(updateStatement('webhook_endpoint', circuit, isEndpoint));
      }
      return claimed;
    }, repeatInDoubt);
  }

  override finish(
    { delivery: { id, endpointId }, lease: { token }, isProbe }: ClaimedDelivery,
    result: DeliveryResult,
    now: number,
    createRecords?: (reason: DisabledReason) => TransactionalRecords,
  ): Promise<FinishedClaim | undefined> {
    const isHeld = sql`id = ${parseUuid(id)} AND lease_token = ${toBytes(token)}
      AND state = ${STATES.delivering}`;
    const finish = async (connection: DbConnection): Promise<FinishedClaim | undefined> => {
      const endpoint = await this.lockEndpoint(connection, parseUuid(endpointId));
      const [row] = await this.select(connection, sql`d.id = ${parseUuid(id)}`);
      if (row === undefined) return undefined;
      const changes = { ...toStateColumns(finishDelivery(row, result, now)), ...RELEASED };
      if ((await connection.execute(updateStatement('webhook_delivery', changes, isHeld))) === 0)
        return undefined;
      if ('attempt' in result)
        await connection.execute(insertStatement('webhook_attempt', [toAttemptRow(result.attempt, id)]));
      if (endpoint === undefined) return {};
      return applyToEndpoint(connection, endpoint, result, { now, isProbe });
    };
    return this.transactions.run(toFinishRecords(createRecords), finish, undefined, repeatInDoubt);
  }

  override async find(
    id: Uuid,
  ): Promise<{ delivery: WebhookDelivery; attempts: readonly DeliveryAttempt[] } | undefined> {
    const [delivery] = await this.select(this.database, sql`d.id = ${parseUuid(id)}`);
    if (delivery === undefined) return undefined;
    const rows = await this.database.query<AttemptRow>(
      sql`SELECT id, started_at, duration_ms, status, error, detail, excerpt FROM webhook_attempt
          WHERE delivery_id = ${parseUuid(id)} ORDER BY id`,
    );
    return { delivery, attempts: rows.map(toAttempt) };
  }

  override async page(
    { endpointId, state, eventType, subjectId, since }: DeliveryFilter,
    { before, limit }: { before?: Uuid | undefined; limit: number },
  ): Promise<DeliveryPage> {
    const condition = all([
      sql`d.endpoint_id = ${parseUuid(endpointId)}`,
      ...(state === undefined ? [] : [sql`d.state = ${STATES[state]}`]),
      ...(eventType === undefined ? [] : [sql`d.event_type = ${toBytes(eventType)}`]),
      ...(subjectId === undefined ? [] : [sql`d.subject_id = ${parseUuid(subjectId)}`]),
      ...(since === undefined ? [] : [sql`d.created_at >= ${since}`]),
      ...(before === undefined ? [] : [sql`d.id < ${parseUuid(before)}`]),
    ]);
    // `k_delivery_endpoint` gives the order; deliveries that a filter leaves out are read as well.
    const heavy = [state, eventType, since].some((filter) => filter !== undefined);
    const rows = await this.database.query<DeliveryRow>(
      sql`${SELECT_DELIVERIES} WHERE ${condition} ORDER BY d.id DESC LIMIT ${limit + 1}`,
      { heavy },
    );
    const found = rows.map(toDelivery);
    return { deliveries: found.slice(0, limit), more: found.length > limit };
  }

  override async restart(id: Uuid, now: number, records?: TransactionalRecords): Promise<boolean> {
    const restart = restartStatement(sql`id = ${parseUuid(id)}`, now);
    return (await this.transactions.execute(records, restart)) === 1;
  }

  override removeByEndpoint(endpointId: Uuid, limit: number): Promise<number> {
    return this.remove(sql`endpoint_id = ${parseUuid(endpointId)} ORDER BY id`, limit);
  }

  override prune(before: number, limit: number): Promise<number> {
    const isExpired = sql`created_at < ${before} AND state <> ${STATES.delivering} ORDER BY created_at`;
    return this.remove(isExpired, limit);
  }

  private remove(condition: Sql, limit: number): Promise<number> {
    return this.database.transaction(async (connection) => {
      const removed = await connection.query<{ id: Buffer }>(
        sql`SELECT id FROM webhook_delivery WHERE ${condition} LIMIT ${limit}`,
      );
      if (removed.length === 0) return 0;
      const ids = toParameterList(removed.map(({ id }) => id));
      await connection.execute(sql`DELETE FROM webhook_attempt WHERE delivery_id IN ${ids}`);
      await connection.execute(sql`DELETE FROM webhook_delivery WHERE id IN ${ids}`);
      return removed.length;
    }, repeatInDoubt);
  }

  private async lockEndpoint(connection: DbConnection, id: Buffer): Promise<WebhookEndpoint | undefined> {
    const [row] = await connection.query<EndpointRow>(
      sql`SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoint WHERE id = ${id} ${this.database.dialect.forUpdate}`,
    );
    return row && toEndpoint(row);
  }

  private async countUnderWay(connection: DbConnection, endpointId: Uuid): Promise<number> {
    const [row] = await connection.query<{ count: number | string }>(
      sql`SELECT COUNT(*) AS count FROM webhook_delivery WHERE endpoint_id = ${parseUuid(endpointId)}
          AND state = ${STATES.delivering} AND lease_until >= ${this.database.dialect.now}`,
    );
    return Number(row?.count ?? 0);
  }

  /** Deliveries whose lease has expired come first. */
  private async findDue(
    connection: DbConnection,
    { id, definition }: WebhookEndpoint,
    now: number,
    limit: number,
  ): Promise<readonly WebhookDelivery[]> {
    const isFirst =
      definition.ordering === 'none'
        ? TRUE
        : sql`NOT EXISTS (SELECT 1 FROM webhook_delivery earlier WHERE earlier.endpoint_id = d.endpoint_id
            AND earlier.subject_id = d.subject_id AND earlier.position < d.position
            AND earlier.state IN (${STATES.pending}, ${STATES.delivering}))`;
    const found: WebhookDelivery[] = [];
    for (const due of [this.isExpired, isWaiting(now)]) {
      const condition = all([sql`d.endpoint_id = ${parseUuid(id)}`, due, isFirst]);
      const order = raw('ORDER BY d.next_attempt_at, d.position');
      found.push(
        ...(await this.select(connection, sql`${condition} ${order} LIMIT ${limit - found.length}`)),
      );
    }
    return found;
  }

  private get isExpired(): Sql {
    return sql`d.state = ${STATES.delivering} AND d.lease_until < ${this.database.dialect.now}`;
  }

  private async take(
    connection: DbConnection,
    { id, state }: WebhookDelivery,
    { now, lease }: DeliveryClaim,
  ): Promise<boolean> {
    const { dialect } = this.database;
    const isDue =
      state === 'pending'
        ? sql`state = ${STATES.pending} AND next_attempt_at <= ${now}`
        : sql`state = ${STATES.delivering} AND lease_until < ${dialect.now}`;
    const taken = await connection.execute(
      sql`UPDATE webhook_delivery SET lease_token = ${toBytes(lease.token)},
          lease_until = ${dialect.now} + ${lease.seconds}, attempts = attempts + 1, state = ${STATES.delivering}
          WHERE id = ${parseUuid(id)} AND ${isDue}`,
    );
    return taken === 1;
  }

  private async select(queryable: Pick<Queryable, 'query'>, condition: Sql): Promise<WebhookDelivery[]> {
    const rows = await queryable.query<DeliveryRow>(sql`${SELECT_DELIVERIES} WHERE ${condition}`);
    return rows.map(toDelivery);
  }
}

function isWaiting(now: number): Sql {
  return sql`d.state = ${STATES.pending} AND d.next_attempt_at <= ${now}`;
}

import type { AuditLinesOf, AuditLines } from '@content-service/audit';
import { formatUuid, parseUuid, type Uuid } from '@content-service/kernel';
import {
  type DeliveryAttempt,
  type DeliveryClaim,
  type DeliveryCounts,
  type DeliveryExchange,
  type DeliveryFilter,
  type DeliveryPage,
  type DeliveryReport,
  type DeliveryState,
  type ReplayDelivery,
  type WebhookDelivery,
  WebhookDeliveryStore,
} from '@content-service/webhooks';
import { type Database, repeatInDoubt } from '../database/database.js';
import {
  queryInBatches,
  all,
  type DbConnection,
  type Queryable,
  type Sql,
  sql,
  toParameterList,
} from '../database/sql.js';
import { exchangeDeliveries } from './delivery-exchange.js';
import {
  countUnfinished,
  hastenStatement,
  isExpired,
  isWaiting,
  replayDeliveries,
  restartStatement,
} from './delivery-statements.js';
import { toBytes } from './job-rows.js';
import type { AuditedTransactions } from './audited-transactions.js';
import {
  type AttemptRow,
  type DeliveryRow,
  SELECT_DELIVERIES,
  STATES,
  toAttempt,
  toDelivery,
  toDeliveryRow,
  toSubjectKeys,
} from './webhook-rows.js';

export class TypeOrmWebhookDeliveryStore extends WebhookDeliveryStore {
  private readonly database: Database;

  constructor(private readonly transactions: AuditedTransactions) {
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

  override async countByState(endpointId: Uuid, eventIds: readonly Uuid[]): Promise<DeliveryCounts> {
    const rows = await queryInBatches(eventIds, (part) =>
      this.database.query<{ state: Buffer; total: number }>(
        sql`SELECT state, COUNT(*) AS total FROM webhook_delivery WHERE endpoint_id = ${parseUuid(endpointId)}
            AND event_id IN ${toParameterList(part.map(parseUuid))} GROUP BY state`,
      ),
    );
    const counts: Partial<Record<DeliveryState, number>> = {};
    for (const { state: bytes, total } of rows) {
      const state = bytes.toString() as DeliveryState;
      counts[state] = (counts[state] ?? 0) + total;
    }
    return counts;
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
          AND (${hasDelivery(isWaiting(now))} OR ${hasDelivery(isExpired(this.database.dialect))}) ORDER BY e.id LIMIT ${limit}`,
    );
    return rows.map(({ id }) => formatUuid(id));
  }

  override exchange(
    reports: readonly DeliveryReport[],
    claim: DeliveryClaim,
    auditLines?: AuditLinesOf<DeliveryExchange>,
  ): Promise<DeliveryExchange> {
    return this.transactions.run(
      auditLines,
      (connection) => exchangeDeliveries(connection, this.database.dialect, reports, claim),
      undefined,
      repeatInDoubt,
    );
  }

  override async find(
    id: Uuid,
  ): Promise<{ delivery: WebhookDelivery; attempts: readonly DeliveryAttempt[] } | undefined> {
    const [delivery] = await this.select(this.database, sql`d.id = ${parseUuid(id)}`);
    if (delivery === undefined) return undefined;
    const rows = await this.database.query<AttemptRow>(
      sql`SELECT id, started_at, duration_ms, status, error, detail, excerpt, request FROM webhook_attempt
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
      ...(subjectId === undefined ? [] : [sql`d.subject_id IN ${toParameterList(toSubjectKeys(subjectId))}`]),
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

  override restart(id: Uuid, now: number, auditLines?: AuditLines): Promise<boolean> {
    const isDelivery = sql`id = ${parseUuid(id)}`;
    const restart = async (connection: DbConnection): Promise<boolean> => {
      const hastened = await connection.execute(hastenStatement(isDelivery, now));
      return hastened === 1 || (await connection.execute(restartStatement(isDelivery, now))) === 1;
    };
    return this.transactions.run(auditLines, restart, undefined, repeatInDoubt);
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

  private async select(queryable: Pick<Queryable, 'query'>, condition: Sql): Promise<WebhookDelivery[]> {
    const rows = await queryable.query<DeliveryRow>(sql`${SELECT_DELIVERIES} WHERE ${condition}`);
    return rows.map(toDelivery);
  }
}

import { formatUuid, parseUuid, type Uuid } from '@content-service/kernel';
import {
  applyResults,
  type ClaimedDelivery,
  countAttemptsBegun,
  countFreeAttempts,
  type DeliveryClaim,
  type DeliveryExchange,
  type DeliveryReport,
  finishDelivery,
  getCircuitState,
  startProbe,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@content-service/webhooks';
import { insertStatements } from '../database/insert.js';
import {
  all,
  type DbConnection,
  raw,
  type Row,
  type Sql,
  sql,
  toParameterList,
  TRUE,
  updateStatement,
} from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import { WEBHOOK_ENDPOINT } from '../entities/operations.js';
import { isExpired, isWaiting, RELEASED, skipSuperseded } from './delivery-statements.js';
import { toBytes } from './job-rows.js';
import {
  type DeliveryRow,
  SELECT_DELIVERIES,
  STATES,
  toAttemptRow,
  toCircuitColumns,
  toDelivery,
  toEndpoint,
  toStateColumns,
} from './webhook-rows.js';

/**
 * `WebhookDeliveryStore.exchange` within a transaction. The number of statements does not depend on that of the deliveries,
 * as long as they end in the same way.
 */
export async function exchangeDeliveries(
  connection: DbConnection,
  dialect: Dialect,
  reports: readonly DeliveryReport[],
  claim: DeliveryClaim,
): Promise<DeliveryExchange> {
  // The lock keeps the number of attempts under way; deliveries are taken and finished by conditions of their own all the same.
  const locked = await lockEndpoint(connection, dialect, claim.endpointId);
  if (locked === undefined) return { endpoint: undefined, stored: [], claimed: [] };
  const stored = await storeResults(connection, reports, claim.now);
  const { endpoint, disabled, circuit } = applyResults(locked, stored, claim.now);
  await storeHealth(connection, locked, endpoint);
  const claimed = await claimDeliveries(connection, dialect, endpoint, claim);
  return { endpoint, stored, disabled, circuit, claimed };
}

async function lockEndpoint(
  connection: DbConnection,
  dialect: Dialect,
  id: Uuid,
): Promise<WebhookEndpoint | undefined> {
  const columns = raw(WEBHOOK_ENDPOINT.columnList);
  const [row] = await connection.query<Row>(
    sql`SELECT ${columns} FROM webhook_endpoint WHERE id = ${parseUuid(id)} ${dialect.forUpdate}`,
  );
  return row && toEndpoint(WEBHOOK_ENDPOINT.toObject(row));
}

/** @returns the results of leases that are still held */
async function storeResults(
  connection: DbConnection,
  reports: readonly DeliveryReport[],
  now: number,
): Promise<readonly DeliveryReport[]> {
  if (reports.length === 0) return [];
  const isAttempted = sql`id IN ${toIds(reports.map(({ claimed }) => claimed.delivery))} AND state = ${STATES.delivering}`;
  const rows = await connection.query<{ id: Buffer; lease_token: Buffer }>(
    sql`SELECT id, lease_token FROM webhook_delivery WHERE ${isAttempted}`,
  );
  const tokens = new Map(rows.map(({ id, lease_token: token }) => [formatUuid(id), token.toString()]));
  const held = reports.filter(({ claimed: { delivery, lease } }) => tokens.get(delivery.id) === lease.token);
  for (const { changes, deliveries } of groupByChanges(held, now))
    await connection.defer(
      updateStatement('webhook_delivery', { ...changes, ...RELEASED }, sql`id IN ${toIds(deliveries)}`),
    );
  const attempts = held.flatMap(({ result, claimed }) =>
    'attempt' in result ? [toAttemptRow(result.attempt, claimed.delivery.id)] : [],
  );
  for (const insert of insertStatements('webhook_attempt', attempts)) await connection.defer(insert);
  return held;
}

/** Deliveries that ended in the same way are changed by one statement. */
function groupByChanges(
  reports: readonly DeliveryReport[],
  now: number,
): Iterable<{ readonly changes: Row; readonly deliveries: WebhookDelivery[] }> {
  const groups = new Map<string, { changes: Row; deliveries: WebhookDelivery[] }>();
  for (const { claimed, result } of reports) {
    const changes = toStateColumns(finishDelivery(claimed.delivery, result, now));
    const key = JSON.stringify(changes);
    const group = groups.get(key) ?? { changes, deliveries: [] };
    group.deliveries.push(claimed.delivery);
    groups.set(key, group);
  }
  return groups.values();
}

async function storeHealth(
  connection: DbConnection,
  before: WebhookEndpoint,
  { id, circuit, version, disabledReason }: WebhookEndpoint,
): Promise<void> {
  if (circuit === before.circuit && version === before.version) return;
  const disabling: Row =
    version === before.version ? {} : { enabled: 0, disabled_reason: toBytes(disabledReason), version };
  const changes = { ...toCircuitColumns(circuit), ...disabling };
  await connection.defer(updateStatement('webhook_endpoint', changes, sql`id = ${parseUuid(id)}`));
}

async function claimDeliveries(
  connection: DbConnection,
  dialect: Dialect,
  endpoint: WebhookEndpoint,
  claim: DeliveryClaim,
): Promise<readonly ClaimedDelivery[]> {
  const { endpointId, now, lease, limit } = claim;
  const { enabled, latestOnly, maxConcurrency, maxPerSecond } = endpoint.definition;
  const state = getCircuitState(endpoint.circuit, now);
  if (limit <= 0 || !enabled || state === 'open') return [];
  if (latestOnly) await skipSuperseded(connection, claim);
  const isProbe = state === 'half-open';
  const { underWay, expired } = await countAttempts(connection, dialect, endpointId);
  const free = Math.min(limit, countFreeAttempts(endpoint.rate, maxPerSecond, now));
  const capacity = Math.min(free, isProbe ? 1 : maxConcurrency - underWay);
  if (capacity <= 0) return [];
  // Deliveries whose lease has expired come first.
  const due = expired === 0 ? [] : await findDue(connection, endpoint, isExpired(dialect), capacity);
  if (due.length < capacity)
    due.push(...(await findDue(connection, endpoint, isWaiting(now), capacity - due.length)));
  const taken = await takeDeliveries(connection, dialect, due, claim);
  const { second, count } = countAttemptsBegun(endpoint.rate, taken.length, now);
  const changes: Row = {
    ...(isProbe ? toCircuitColumns(startProbe(endpoint.circuit, now, lease.seconds)) : {}),
    ...(typeof maxPerSecond === 'number' ? { rate_second: second, rate_count: count } : {}),
  };
  if (taken.length > 0 && Object.keys(changes).length > 0)
    await connection.defer(updateStatement('webhook_endpoint', changes, sql`id = ${parseUuid(endpointId)}`));
  return taken.map((delivery) => ({
    ...{ lease, isProbe },
    delivery: { ...delivery, state: 'delivering', attempts: delivery.attempts + 1 },
  }));
}

/** The attempts of all processes, and those whose process seems to have ended. */
async function countAttempts(
  connection: DbConnection,
  dialect: Dialect,
  endpointId: Uuid,
): Promise<{ readonly underWay: number; readonly expired: number }> {
  const rows = await connection.query<{ expired: number }>(
    sql`SELECT CASE WHEN d.lease_until < ${dialect.now} THEN 1 ELSE 0 END AS expired FROM webhook_delivery d
        WHERE d.endpoint_id = ${parseUuid(endpointId)} AND d.state = ${STATES.delivering}`,
  );
  const expired = rows.filter((row) => row.expired === 1).length;
  return { underWay: rows.length - expired, expired };
}

async function findDue(
  connection: DbConnection,
  { id, definition }: WebhookEndpoint,
  due: Sql,
  limit: number,
): Promise<WebhookDelivery[]> {
  const isFirst =
    definition.ordering === 'none'
      ? TRUE
      : sql`NOT EXISTS (SELECT 1 FROM webhook_delivery earlier WHERE earlier.endpoint_id = d.endpoint_id
          AND earlier.subject_id = d.subject_id AND earlier.position < d.position
          AND earlier.state IN (${STATES.pending}, ${STATES.delivering}))`;
  const condition = all([sql`d.endpoint_id = ${parseUuid(id)}`, due, isFirst]);
  const order = raw('ORDER BY d.next_attempt_at, d.position');
  const rows = await connection.query<DeliveryRow>(
    sql`${SELECT_DELIVERIES} WHERE ${condition} ${order} LIMIT ${limit}`,
  );
  return rows.map(toDelivery);
}

async function takeDeliveries(
  connection: DbConnection,
  dialect: Dialect,
  due: readonly WebhookDelivery[],
  { now, lease }: DeliveryClaim,
): Promise<readonly WebhookDelivery[]> {
  if (due.length === 0) return [];
  const token = toBytes(lease.token);
  const isDue = sql`(d.state = ${STATES.pending} AND d.next_attempt_at <= ${now} OR ${isExpired(dialect)})`;
  const taken = await connection.execute(
    sql`UPDATE webhook_delivery AS d SET lease_token = ${token}, lease_until = ${dialect.now} + ${lease.seconds},
        attempts = attempts + 1, state = ${STATES.delivering} WHERE d.id IN ${toIds(due)} AND ${isDue}`,
  );
  if (taken === due.length) return due;
  const rows = await connection.query<{ id: Buffer }>(
    sql`SELECT id FROM webhook_delivery WHERE id IN ${toIds(due)} AND lease_token = ${token}`,
  );
  const ids = new Set(rows.map(({ id }) => formatUuid(id)));
  return due.filter(({ id }) => ids.has(id));
}

function toIds(deliveries: readonly WebhookDelivery[]): Sql {
  return toParameterList(deliveries.map(({ id }) => parseUuid(id)));
}

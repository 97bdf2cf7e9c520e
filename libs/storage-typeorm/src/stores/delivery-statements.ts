import { parseUuid, type Uuid } from '@content-service/kernel';
import { type DeliveryClaim, type DeliveryState, type ReplayDelivery } from '@content-service/webhooks';
import {
  all,
  type DbConnection,
  type Queryable,
  type Row,
  type Sql,
  sql,
  toParameterList,
  updateStatement,
} from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import { STATES, toDeliveryRow } from './webhook-rows.js';

/** Superseded deliveries that one claim skips at most. */
const SUPERSEDED_MAXIMUM = 100;

/** The columns of a delivery that no process attempts. */
export const RELEASED = { lease_token: null, lease_until: null };

/** Whether a delivery `d` waits and its time has come. */
export function isWaiting(now: number): Sql {
  return sql`d.state = ${STATES.pending} AND d.next_attempt_at <= ${now}`;
}

/** Whether the process that attempts a delivery `d` seems to have ended. */
export function isExpired(dialect: Dialect): Sql {
  return sql`d.state = ${STATES.delivering} AND d.lease_until < ${dialect.now}`;
}

/** Starts the finished ones of some deliveries again, see `restartDelivery`. */
export function restartStatement(condition: Sql, now: number, changes: Row = {}): Sql {
  return updateStatement(
    'webhook_delivery',
    {
      ...{ state: STATES.pending, skip_reason: null, attempts: 0, next_attempt_at: now, ended_at: null },
      ...RELEASED,
      ...changes,
    },
    sql`${condition} AND state NOT IN (${STATES.pending}, ${STATES.delivering})`,
  );
}

/** Makes the time of deliveries that wait come, see `hastenDelivery`. */
export function hastenStatement(condition: Sql, now: number): Sql {
  const next = sql`CASE WHEN next_attempt_at > ${now} THEN ${now} ELSE next_attempt_at END`;
  return updateStatement(
    'webhook_delivery',
    { next_attempt_at: next },
    sql`${condition} AND state = ${STATES.pending}`,
  );
}

/** `WebhookDeliveryStore.replay` within a transaction. */
export async function replayDeliveries(
  connection: DbConnection,
  dialect: Dialect,
  deliveries: readonly ReplayDelivery[],
  states: readonly DeliveryState[] | undefined,
): Promise<number> {
  const [first] = deliveries;
  if (first === undefined) return 0;
  const { endpointId, replayJobId, createdAt } = first;
  const job = parseUuid(replayJobId);
  const events = toParameterList(deliveries.map(({ eventId }) => parseUuid(eventId)));
  const isReplayed = sql`endpoint_id = ${parseUuid(endpointId)} AND event_id IN ${events}`;
  if (states === undefined)
    for (const insert of dialect.insertMissing(
      'webhook_delivery',
      ['endpoint_id', 'event_id'],
      deliveries.map(toDeliveryRow),
    ))
      await connection.execute(insert);
  const isInState =
    states === undefined ? [] : [sql`state IN ${toParameterList(states.map((state) => STATES[state]))}`];
  const condition = all([isReplayed, sql`(replay_job IS NULL OR replay_job <> ${job})`, ...isInState]);
  await connection.execute(
    restartStatement(condition, createdAt, { created_at: createdAt, replay_job: job }),
  );
  const [row] = await connection.query<{ count: number | string }>(
    sql`SELECT COUNT(*) AS count FROM webhook_delivery WHERE ${isReplayed} AND replay_job = ${job}`,
  );
  return Number(row?.count ?? 0);
}

/** `WebhookDeliveryStore.countUnfinished` */
export async function countUnfinished(
  queryable: Pick<Queryable, 'query'>,
  endpointId: Uuid,
  limit: number,
): Promise<number> {
  const [row] = await queryable.query<{ count: number | string }>(
    sql`SELECT COUNT(*) AS count FROM (SELECT 1 FROM webhook_delivery WHERE endpoint_id = ${parseUuid(endpointId)}
        AND state IN (${STATES.pending}, ${STATES.delivering}) LIMIT ${limit}) unfinished`,
  );
  return Number(row?.count ?? 0);
}

/** Skips pending deliveries of an endpoint that a later one of the same entry makes superfluous. */
export async function skipSuperseded(
  connection: DbConnection,
  { endpointId, now }: DeliveryClaim,
): Promise<void> {
  const pending = sql`d.endpoint_id = ${parseUuid(endpointId)} AND d.state = ${STATES.pending}`;
  const superseded = await connection.query<{ id: Buffer }>(
    sql`SELECT d.id FROM webhook_delivery d WHERE ${pending} AND EXISTS (SELECT 1 FROM webhook_delivery later
        WHERE later.endpoint_id = d.endpoint_id AND later.subject_id = d.subject_id
        AND later.position > d.position AND later.state = ${STATES.pending}) LIMIT ${SUPERSEDED_MAXIMUM}`,
  );
  if (superseded.length === 0) return;
  const changes = { state: STATES.skipped, skip_reason: Buffer.from('superseded'), ended_at: now };
  const isStillPending = sql`id IN ${toParameterList(superseded.map(({ id }) => id))}
    AND state = ${STATES.pending}`;
  await connection.execute(updateStatement('webhook_delivery', changes, isStillPending));
}

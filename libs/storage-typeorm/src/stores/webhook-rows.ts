import { createHash } from 'node:crypto';
import { EMITTED_EVENTS } from '@content-service/audit';
import { formatSubject } from '@content-service/events';
import { formatUuid, isUuid, parseUuid } from '@content-service/kernel';
import type {
  Circuit,
  DeliveryAttempt,
  DeliveryState,
  SentRequest,
  SkipReason,
  WebhookDelivery,
  WebhookEndpoint,
} from '@content-service/webhooks';
import { raw, type Row, type SqlValue } from '../database/sql.js';
import type { EndpointRow } from '../entities/operations.js';
import { toBytes } from './job-rows.js';

/** What administrators change. `enabled` comes last, because the others look at its former value. */
export function toDefinitionMembers(
  endpoint: WebhookEndpoint,
): Pick<EndpointRow, 'version' | 'definition' | 'secrets' | 'headers' | 'disabledReason' | 'enabled'> {
  return {
    version: endpoint.version,
    definition: endpoint.definition,
    secrets: endpoint.sealedSecrets,
    headers: endpoint.sealedHeaders ?? null,
    disabledReason: endpoint.disabledReason ?? null,
    enabled: endpoint.definition.enabled,
  };
}

export function toCircuitColumns({ failures, failingSince, openUntil, openSeconds }: Circuit): Row {
  return {
    failures,
    failing_since: failingSince ?? null,
    open_until: openUntil ?? null,
    open_seconds: openSeconds ?? null,
  };
}

export function toEndpointRow(endpoint: WebhookEndpoint): EndpointRow {
  const { id, owner, createdAt, startPosition, circuit } = endpoint;
  return { ...{ id, owner, createdAt, startPosition }, ...toDefinitionMembers(endpoint), ...circuit };
}

export function toEndpoint(row: EndpointRow): WebhookEndpoint {
  const { failures, failingSince, openUntil, openSeconds, rateSecond, rateCount = 0 } = row;
  return {
    id: row.id,
    definition: { ...(row.definition as WebhookEndpoint['definition']), enabled: row.enabled },
    owner: row.owner as WebhookEndpoint['owner'],
    sealedSecrets: row.secrets,
    sealedHeaders: row.headers ?? undefined,
    disabledReason: (row.disabledReason ?? undefined) as WebhookEndpoint['disabledReason'],
    circuit: { failures, failingSince, openUntil, openSeconds },
    ...(rateSecond === undefined ? {} : { rate: { second: rateSecond, count: rateCount } }),
    createdAt: row.createdAt,
    startPosition: row.startPosition ?? 0,
    version: row.version,
  };
}

export interface DeliveryRow {
  readonly id: Buffer;
  readonly endpoint_id: Buffer;
  readonly event_id: Buffer;
  readonly event_type: Buffer;
  readonly position: number;
  readonly subject_type: Buffer;
  readonly subject_id: Buffer;
  readonly state: Buffer;
  readonly skip_reason: Buffer | null;
  readonly attempts: number;
  readonly next_attempt_at: number;
  readonly last_status: number | null;
  readonly last_error: Buffer | null;
  readonly created_at: number;
  readonly ended_at: number | null;
  readonly replay_job: Buffer | null;
  readonly subject_name: Buffer | null;
}

export const SELECT_DELIVERIES = raw(
  'SELECT d.id, d.endpoint_id, d.event_id, d.event_type, d.position, d.subject_type, d.subject_id, d.state, d.skip_reason, ' +
    'd.attempts, d.next_attempt_at, d.last_status, d.last_error, d.created_at, d.ended_at, d.replay_job, ' +
    'd.subject_name FROM webhook_delivery d',
);

/** The states of deliveries as they are stored. */
export const STATES: Readonly<Record<DeliveryState, Buffer>> = {
  pending: Buffer.from('pending'),
  delivering: Buffer.from('delivering'),
  delivered: Buffer.from('delivered'),
  dead: Buffer.from('dead'),
  skipped: Buffer.from('skipped'),
};

export function toDeliveryRow(delivery: WebhookDelivery): Row {
  return {
    id: parseUuid(delivery.id),
    endpoint_id: parseUuid(delivery.endpointId),
    event_id: parseUuid(delivery.eventId),
    event_type: toBytes(delivery.eventType),
    position: delivery.position,
    subject_type: toBytes(delivery.subject.type),
    subject_id: toSubjectKey(delivery.subject),
    subject_name: isEntry(delivery.subject) ? null : toBytes(delivery.subject.id),
    ...toStateColumns(delivery),
    lease_token: null,
    lease_until: null,
    created_at: delivery.createdAt,
    replay_job: delivery.replayJobId === undefined ? null : parseUuid(delivery.replayJobId),
  };
}

/** The value of `subject_id`, by which the deliveries about a subject are found: the id of an entry, or a hash of kind and id. */
function toSubjectKey(subject: Subject): Buffer {
  if (isEntry(subject)) return parseUuid(subject.id);
  return createHash('sha256').update(formatSubject(subject)).digest().subarray(0, UUID_BYTES);
}

/** The values of `subject_id` for the subjects of all kinds that have an id. */
export function toSubjectKeys(id: string): readonly Buffer[] {
  const kinds = [...new Set(EMITTED_EVENTS.map(({ subject }) => subject))];
  const keys = kinds.map((type) => toSubjectKey({ type, id }));
  return isUuid(id) ? [parseUuid(id), ...keys] : keys;
}

type Subject = WebhookDelivery['subject'];

const isEntry = (subject: Subject): boolean => formatSubject(subject) === subject.id;

const UUID_BYTES = 16;

/** The columns that results change. */
export function toStateColumns(delivery: WebhookDelivery): Readonly<Record<string, SqlValue>> {
  return {
    state: toBytes(delivery.state),
    skip_reason: toBytes(delivery.skipReason),
    attempts: delivery.attempts,
    next_attempt_at: delivery.nextAttemptAt,
    last_status: delivery.lastStatus ?? null,
    last_error: toBytes(delivery.lastError),
    ended_at: delivery.endedAt ?? null,
  };
}

export function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: formatUuid(row.id),
    endpointId: formatUuid(row.endpoint_id),
    eventId: formatUuid(row.event_id),
    eventType: row.event_type.toString() as WebhookDelivery['eventType'],
    position: row.position,
    subject: {
      type: row.subject_type.toString(),
      id: row.subject_name?.toString() ?? formatUuid(row.subject_id),
    },
    state: row.state.toString() as DeliveryState,
    skipReason: row.skip_reason?.toString() as SkipReason | undefined,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    lastStatus: row.last_status ?? undefined,
    lastError: row.last_error?.toString(),
    createdAt: row.created_at,
    endedAt: row.ended_at ?? undefined,
    replayJobId: row.replay_job === null ? undefined : formatUuid(row.replay_job),
  };
}

export interface AttemptRow {
  readonly id: Buffer;
  readonly started_at: number;
  readonly duration_ms: number;
  readonly status: number | null;
  readonly error: Buffer | null;
  readonly detail: string | null;
  readonly excerpt: string | null;
  readonly request: string | null;
}

export function toAttemptRow(attempt: DeliveryAttempt, deliveryId: string): Row {
  return {
    id: parseUuid(attempt.id),
    delivery_id: parseUuid(deliveryId),
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    status: attempt.status ?? null,
    error: toBytes(attempt.error),
    detail: attempt.detail ?? null,
    excerpt: attempt.excerpt ?? null,
    request: attempt.request === undefined ? null : JSON.stringify(attempt.request),
  };
}

export function toAttempt(row: AttemptRow): DeliveryAttempt {
  return {
    id: formatUuid(row.id),
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    status: row.status ?? undefined,
    error: row.error?.toString(),
    detail: row.detail ?? undefined,
    excerpt: row.excerpt ?? undefined,
    request: row.request === null ? undefined : (JSON.parse(row.request) as SentRequest),
  };
}

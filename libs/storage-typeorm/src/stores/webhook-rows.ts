import { createHash } from 'node:crypto';
import { EMITTED_EVENTS } from '@content-service/audit';
import { formatSubject } from '@content-service/events';
import { formatUuid, isUuid, parseUuid } from '@content-service/kernel';
import type {
  Circuit,
  DeliveryAttempt,
  DeliveryState,
  SkipReason,
  WebhookDelivery,
  WebhookEndpoint,
} from '@content-service/webhooks';
import { raw, type Row, type SqlValue } from '../database/sql.js';
import { toBytes } from './job-rows.js';

export interface EndpointRow {
  readonly id: Buffer;
  readonly version: number;
  readonly definition: string;
  readonly enabled: number;
  readonly owner: string;
  readonly secrets: string;
  readonly headers: string | null;
  readonly disabled_reason: Buffer | null;
  readonly failures: number;
  readonly failing_since: number | null;
  readonly open_until: number | null;
  readonly open_seconds: number | null;
  readonly created_at: number;
  /** `null` for endpoints of versions that had none. */
  readonly start_position: number | null;
  readonly rate_second: number | null;
  readonly rate_count: number | null;
}

export const ENDPOINT_COLUMNS = raw(
  'id, version, definition, enabled, owner, secrets, headers, disabled_reason, failures, failing_since, open_until, ' +
    'open_seconds, created_at, start_position, rate_second, rate_count',
);

/** The columns that administrators change. `enabled` comes last, because the others look at its former value. */
export function toDefinitionColumns(endpoint: WebhookEndpoint): Row {
  return {
    version: endpoint.version,
    definition: JSON.stringify(endpoint.definition),
    secrets: endpoint.sealedSecrets,
    headers: endpoint.sealedHeaders ?? null,
    disabled_reason: toBytes(endpoint.disabledReason),
    enabled: Number(endpoint.definition.enabled),
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

export function toEndpointRow(endpoint: WebhookEndpoint): Row {
  return {
    id: parseUuid(endpoint.id),
    owner: JSON.stringify(endpoint.owner),
    created_at: endpoint.createdAt,
    start_position: endpoint.startPosition,
    ...toDefinitionColumns(endpoint),
    ...toCircuitColumns(endpoint.circuit),
  };
}

export function toEndpoint(row: EndpointRow): WebhookEndpoint {
  const definition = JSON.parse(row.definition) as WebhookEndpoint['definition'];
  return {
    id: formatUuid(row.id),
    definition: { ...definition, enabled: row.enabled === 1 },
    owner: JSON.parse(row.owner) as WebhookEndpoint['owner'],
    sealedSecrets: row.secrets,
    sealedHeaders: row.headers ?? undefined,
    disabledReason: row.disabled_reason?.toString() as WebhookEndpoint['disabledReason'],
    circuit: toCircuit(row),
    ...(row.rate_second === null ? {} : { rate: { second: row.rate_second, count: row.rate_count ?? 0 } }),
    createdAt: row.created_at,
    startPosition: row.start_position ?? 0,
    version: row.version,
  };
}

function toCircuit({ failures, failing_since, open_until, open_seconds }: EndpointRow): Circuit {
  return {
    failures,
    failingSince: failing_since ?? undefined,
    openUntil: open_until ?? undefined,
    openSeconds: open_seconds ?? undefined,
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

/** What `subject_id` has, by which the deliveries about a subject are found: the id of an entry, or a hash of kind and id. */
function toSubjectKey(subject: Subject): Buffer {
  if (isEntry(subject)) return parseUuid(subject.id);
  return createHash('sha256').update(formatSubject(subject)).digest().subarray(0, UUID_BYTES);
}

/** Of the subjects of any kind that have an id. */
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
  };
}

import type { SpoolPart, StoredJobSchedule } from '@content-service/jobs';
import type { Uuid } from '@content-service/kernel';
import {
  BIGINT,
  bytes,
  byteText,
  type Engine,
  flag,
  json,
  key,
  LONG_TEXT,
  NAME,
  named,
  optional,
  SMALLINT,
  UUID,
} from './columns.js';
import { createOperationsBaseline } from './baseline/operations.js';
import { declareColumn } from './create-table.js';
import { Entity } from './entity.js';
import { addColumns, type CreateMigration, type Migration, migration } from './migration.js';

/** A text of up to 255 bytes. */
const LONG_NAME = byteText(255);

/**
 * Only unfinished jobs have an `unfinishedKey`, only running ones a `runningGroup`: the unique keys (NULL is never a
 * duplicate) leave one unfinished job of a key and one running job of a group.
 */
const JOB = new Entity('job', {
  columns: {
    id: key(UUID),
    kind: NAME,
    jobGroup: optional(NAME),
    runningGroup: optional(NAME),
    dedupKey: optional(LONG_NAME),
    unfinishedKey: optional(LONG_NAME),
    state: NAME,
    parameters: LONG_TEXT,
    context: LONG_TEXT,
    phase: NAME,
    done: BIGINT,
    total: optional(BIGINT),
    checkpoint: optional(LONG_TEXT),
    result: optional(LONG_TEXT),
    error: optional(LONG_TEXT),
    attempts: BIGINT,
    cancelRequested: BIGINT,
    createdAt: BIGINT,
    runAt: BIGINT,
    startedAt: optional(BIGINT),
    endedAt: optional(BIGINT),
    version: BIGINT,
    leaseToken: optional(NAME),
    leaseUntil: optional(BIGINT),
  },
  indexes: [{ name: 'k_job_state', columns: ['state', 'runAt'] }],
  uniqueKeys: [{ columns: ['runningGroup'] }, { columns: ['unfinishedKey'] }],
});

export const JOB_SCHEDULE = new Entity<StoredJobSchedule>('job_schedule', {
  columns: {
    name: key(NAME),
    cron: optional(LONG_TEXT),
    enabled: optional(flag(BIGINT)),
    nextDue: optional(BIGINT),
    lastDue: optional(BIGINT),
    lastRun: optional(BIGINT),
    lastJob: optional(UUID),
    lastOutcome: optional(NAME),
    version: BIGINT,
  },
});

/** What background jobs read and keep between their batches, such as an uploaded site package, in parts. */
export const SPOOL_PART = new Entity<SpoolPart>('spool_part', {
  columns: {
    spool: key(UUID),
    part: key(BIGINT),
    text: named('content', byteText()),
    storedAt: BIGINT,
  },
});

/**
 * An event is stored without a position, which it gets after its transaction was committed; `k_event_position` finds the events
 * without one, by transaction.
 */
const EVENT_LOG = new Entity('event_log', {
  columns: {
    id: key(UUID),
    position: optional(BIGINT),
    tx: UUID,
    type: NAME,
    subjectType: LONG_NAME,
    subjectId: LONG_NAME,
    subjectEpoch: BIGINT,
    subjectVersion: BIGINT,
    recordedAt: BIGINT,
    visibility: NAME,
    head: LONG_TEXT,
    attributes: optional(LONG_TEXT),
    relationships: optional(LONG_TEXT),
  },
  indexes: [
    { name: 'k_event_position', columns: ['position', 'tx'] },
    { name: 'k_event_subject', columns: ['subjectId', 'position'] },
  ],
});

const EVENT_CURSOR = new Entity('event_cursor', {
  columns: {
    name: key(NAME),
    position: BIGINT,
    holder: optional(LONG_NAME),
    token: BIGINT,
    expiresAt: BIGINT,
    error: optional(LONG_TEXT),
    paused: { ...SMALLINT, default: 0 },
  },
});

/** An endpoint of webhooks with its circuit and its rate. */
export interface EndpointRow {
  readonly id: Uuid;
  readonly version: number;
  /** `enabled` is that of the column. */
  readonly definition: object;
  readonly enabled: boolean;
  readonly owner: object;
  readonly secrets: string;
  readonly headers?: string | null | undefined;
  readonly disabledReason?: string | null | undefined;
  readonly failures: number;
  readonly failingSince?: number | undefined;
  readonly openUntil?: number | undefined;
  readonly openSeconds?: number | undefined;
  readonly createdAt: number;
  /** Absent for endpoints of versions that had none. */
  readonly startPosition?: number | undefined;
  readonly rateSecond?: number | undefined;
  readonly rateCount?: number | undefined;
}

export const WEBHOOK_ENDPOINT = new Entity<EndpointRow>('webhook_endpoint', {
  columns: {
    id: key(UUID),
    version: BIGINT,
    definition: json(LONG_TEXT),
    enabled: flag(BIGINT),
    owner: json(LONG_TEXT),
    secrets: LONG_TEXT,
    headers: optional(LONG_TEXT),
    disabledReason: optional(NAME),
    failures: BIGINT,
    failingSince: optional(BIGINT),
    openUntil: optional(BIGINT),
    openSeconds: optional(BIGINT),
    createdAt: BIGINT,
    startPosition: optional(BIGINT),
    rateSecond: optional(BIGINT),
    rateCount: optional(BIGINT),
  },
});

/**
 * `k_delivery_due` finds the deliveries whose time has come, `k_delivery_subject` the earlier ones of the same entry,
 * `k_delivery_endpoint` a page of those of an endpoint, `k_delivery_created` those to be pruned. `subjectId` is a hash of a
 * `subjectName` that is no UUID.
 */
const WEBHOOK_DELIVERY = new Entity('webhook_delivery', {
  columns: {
    id: key(UUID),
    endpointId: UUID,
    eventId: UUID,
    eventType: NAME,
    position: BIGINT,
    subjectType: LONG_NAME,
    subjectId: UUID,
    state: NAME,
    skipReason: optional(NAME),
    attempts: BIGINT,
    nextAttemptAt: BIGINT,
    lastStatus: optional(BIGINT),
    lastError: optional(NAME),
    leaseToken: optional(NAME),
    leaseUntil: optional(BIGINT),
    createdAt: BIGINT,
    endedAt: optional(BIGINT),
    replayJob: optional(UUID),
    subjectName: optional(LONG_NAME),
  },
  indexes: [
    { name: 'k_delivery_due', columns: ['endpointId', 'state', 'nextAttemptAt', 'position'] },
    { name: 'k_delivery_subject', columns: ['endpointId', 'subjectId', 'position'] },
    { name: 'k_delivery_endpoint', columns: ['endpointId', 'id'] },
    { name: 'k_delivery_created', columns: ['createdAt'] },
  ],
  uniqueKeys: [{ columns: ['endpointId', 'eventId'] }],
});

const WEBHOOK_ATTEMPT = new Entity('webhook_attempt', {
  columns: {
    id: key(UUID),
    deliveryId: UUID,
    startedAt: BIGINT,
    durationMs: BIGINT,
    status: optional(BIGINT),
    error: optional(NAME),
    detail: optional(LONG_TEXT),
    excerpt: optional(LONG_TEXT),
    request: optional(LONG_TEXT),
  },
  indexes: [{ name: 'k_attempt_delivery', columns: ['deliveryId'] }],
});

/** One row that tells processes of any version whether they can work with the database (`migrations/schema-window.ts`). */
const SCHEMA_WINDOW = new Entity('schema_window', {
  columns: { id: key(BIGINT), expandedTo: BIGINT, contractedTo: BIGINT },
});

/** Comes before all migrations, because they need it (`migrations/lease.ts`). */
const LEASE = new Entity('lease', {
  columns: {
    name: key(bytes(1020)),
    holder: optional(bytes(1020)),
    expiresAt: BIGINT,
    token: optional(BIGINT),
  },
  withoutRowid: true,
});

/** Background jobs, the event log, webhooks, and what coordinates processes. Times are UNIX seconds. */
export const OPERATIONS_ENTITIES = [
  ...[JOB, JOB_SCHEDULE, SPOOL_PART],
  ...[EVENT_LOG, EVENT_CURSOR, WEBHOOK_ENDPOINT, WEBHOOK_DELIVERY, WEBHOOK_ATTEMPT],
  ...[SCHEMA_WINDOW, LEASE],
];

/** The steps that made these tables, each as it was when it was added. */
export const OPERATIONS_MIGRATIONS: readonly CreateMigration[] = [
  createOperationsBaseline,
  createSentRequests,
];

/** What is kept of the calls of webhooks, the JSON of a `SentRequest`. */
function createSentRequests(engine: Engine): Migration {
  const definition = declareColumn(optional(LONG_TEXT), engine);
  return migration(
    'SentRequests1760000000600',
    { purpose: 'keep the headers of calls of webhooks', table: 'webhook_attempt' },
    (runner) => addColumns(runner, [{ table: 'webhook_attempt', name: 'request', definition }]),
  );
}

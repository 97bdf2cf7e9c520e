import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { AUDIT_ACTIONS, type AuditAction } from '@content-service/audit';
import { RATE_LIMIT_POLICIES } from '@content-service/site-settings';
import { SCHEDULE_ACTIONS, SCHEDULE_OUTCOMES } from '@content-service/entries';
import { BROKER_CONSUMER } from '@content-service/sink';
import { type DeliveryResult, WEBHOOK_CONSUMER } from '@content-service/webhooks';
import { TOKEN_REFUSALS } from './token-refusals.js';
import { CacheLookups } from './cache-lookups.js';

/**
 * Boundaries in seconds: those of OpenTelemetry's `http.server.request.duration` without 0.075, 0.75 and 7.5, which would add a
 * sixth to the series of a process, and two below them for single entries.
 */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Faults of a database after which statements are repeated. */
const RETRIED_FAULTS = ['conflict', 'lost'];

const DELIVERY_OUTCOMES: readonly DeliveryResult['kind'][] = [
  'delivered',
  'failed',
  'gone',
  'skipped',
  'released',
];

/** Boundaries in seconds. OpenTelemetry's for databases are twice as many. */
const STATEMENT_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 1, 10];

/** Boundaries in seconds, up to the time limit of the storage for such a wait. */
const WAIT_SECONDS = [0.001, 0.01, 0.1, 1, 2];

/**
 * The metrics of this process. Names are those of OpenTelemetry's semantic conventions in Prometheus' notation; other names
 * begin with `content_service_`. Label values come from closed sets, so that the number of series is bounded: see
 * docs/metrics.md. HTTP is measured by `http-metrics.ts`, the database by `database-metrics.ts`; other parts receive this
 * class and observe their own metrics.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly requestDuration = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of HTTP requests from their arrival until the last byte of the response.',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'] as const,
    buckets: REQUEST_SECONDS,
    registers: [this.registry],
  });

  readonly activeRequests = new Gauge({
    name: 'http_server_active_requests',
    help: 'HTTP requests in flight.',
    registers: [this.registry],
  });

  /**
   * Statements, not the calls of the stores: a histogram of the 174 methods of the ports would be 1,740 series, of 2,000
   * for a process, and would take 1 µs more for each call.
   */
  readonly statementDuration = new Histogram({
    name: 'db_client_operation_duration_seconds',
    help: 'Duration of database statements by verb and table, without the wait for a connection.',
    labelNames: ['db_system_name', 'db_query_summary', 'error_type'] as const,
    buckets: STATEMENT_SECONDS,
    registers: [this.registry],
  });

  readonly commitRetries = new Counter({
    name: 'content_service_commit_retries_total',
    help: 'Statements and transactions repeated after a conflict or a lost connection, by fault.',
    labelNames: ['fault'] as const,
    registers: [this.registry],
  });

  /** Sets the gauges of pools; they are read one after the other, so the first one calls it. */
  onCollectPools: () => void = () => undefined;

  readonly poolConnections = new Gauge({
    name: 'db_client_connection_count',
    help: 'Connections to the database by pool and state: idle, used; of the pool readers, the reader processes of SQLite.',
    labelNames: ['db_client_connection_pool_name', 'db_client_connection_state'] as const,
    registers: [this.registry],
    collect: () => {
      this.onCollectPools();
    },
  });

  readonly poolMaximum = new Gauge({
    name: 'db_client_connection_max',
    help: 'Connections that a pool opens at most.',
    labelNames: ['db_client_connection_pool_name'] as const,
    registers: [this.registry],
  });

  readonly poolPending = new Gauge({
    name: 'db_client_connection_pending_requests',
    help: 'Requests that wait for a connection.',
    labelNames: ['db_client_connection_pool_name'] as const,
    registers: [this.registry],
  });

  readonly poolTimeouts = new Counter({
    name: 'db_client_connection_timeouts_total',
    help: 'Requests for a connection that were given up because the wait took too long, or at once because too many others waited.',
    labelNames: ['db_client_connection_pool_name'] as const,
    registers: [this.registry],
  });

  readonly poolWaits = new Histogram({
    name: 'db_client_connection_wait_time_seconds',
    help: 'Time that requests waited for a connection; those that found a free one are not counted.',
    labelNames: ['db_client_connection_pool_name'] as const,
    buckets: WAIT_SECONDS,
    registers: [this.registry],
  });

  readonly cacheLookups = new CacheLookups(this.registry);

  readonly replicaReads = new Counter({
    name: 'content_service_replica_reads_total',
    help: 'With DATABASE_REPLICA_URLS, reads of content without a token by the server that answered: primary, replica.',
    labelNames: ['server'] as const,
    registers: [this.registry],
  });

  readonly replicaFallbacks = new Counter({
    name: 'content_service_replica_fallbacks_total',
    help: 'Reads repeated on the primary after a fault of a replica, by fault.',
    labelNames: ['fault'] as const,
    registers: [this.registry],
  });

  readonly replicaLag = new Gauge({
    name: 'content_service_replica_lag_seconds',
    help: 'How far a replica is behind the primary, by its place in DATABASE_REPLICA_URLS; none while it cannot be checked.',
    labelNames: ['replica'] as const,
    aggregator: 'max',
    registers: [this.registry],
  });

  readonly replicaUsed = new Gauge({
    name: 'content_service_replica_used',
    help: 'Whether reads use a replica (1) or it is left out (0).',
    labelNames: ['replica'] as const,
    aggregator: 'min',
    registers: [this.registry],
  });

  readonly auditEvents = new Counter({
    name: 'content_service_audit_events_total',
    help: 'Audit events by action: entry writes, logins, issued tokens, refused access, management.',
    labelNames: ['action'] as const,
    registers: [this.registry],
  });

  readonly auditEventsUnstored = new Counter({
    name: 'content_service_audit_events_unstored_total',
    help: 'Audit events that are missing in the audit log, as the storage was full; they were forwarded.',
    registers: [this.registry],
  });

  readonly auditEventsOmitted = new Counter({
    name: 'content_service_audit_events_omitted_total',
    help: 'Failed authentications above 60 in a minute for one account, client or unknown name, which are left out of the audit log, by action.',
    labelNames: ['action'] as const,
    registers: [this.registry],
  });

  readonly rateLimited = new Counter({
    name: 'content_service_rate_limited_total',
    help: 'Requests refused by a rate limit (429), by policy.',
    labelNames: ['policy'] as const,
    registers: [this.registry],
  });

  readonly tokenRefusals = new Counter({
    name: 'content_service_token_refusals_total',
    help: 'Refused requests for tokens by OAuth error code, and refused access tokens: bearer_missing, bearer_malformed, bearer_unverified (foreign or expired), bearer_revoked.',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });

  readonly shed = new Counter({
    name: 'content_service_shed_total',
    help: 'Requests refused under load (503), by kind.',
    labelNames: ['kind'] as const,
    registers: [this.registry],
  });

  readonly eventGaps = new Counter({
    name: 'content_service_event_gaps_total',
    help: 'Gaps of the consumers webhooks and broker: events deleted from the log before the consumer had processed them.',
    labelNames: ['consumer'] as const,
    registers: [this.registry],
  });

  readonly webhookDeliveries = new Counter({
    name: 'content_service_webhook_deliveries_total',
    help: 'Results of webhook deliveries: delivered, failed, gone, skipped, released; failed: an attempt that may be repeated, gone: the receiver answered 410.',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });

  readonly webhookDeadDeliveries = new Counter({
    name: 'content_service_webhook_dead_deliveries_total',
    help: 'Webhook deliveries whose last attempt has failed, by the id of the webhook.',
    labelNames: ['webhook'] as const,
    registers: [this.registry],
  });

  readonly scheduledActions = new Counter({
    name: 'content_service_scheduled_actions_total',
    help: 'Scheduled publications; discarded: the entry was so already or is deleted, failed: tried again every second.',
    labelNames: ['action', 'outcome'] as const,
    registers: [this.registry],
  });

  readonly scheduleRuns = new Counter({
    name: 'content_service_schedule_runs_total',
    help: 'Ended runs of the schedules of jobs; skipped: the job of the run before was unfinished.',
    labelNames: ['schedule', 'outcome'] as const,
    registers: [this.registry],
  });

  readonly scheduleNextDue = new Gauge({
    name: 'content_service_schedule_next_due_timestamp_seconds',
    help: 'When an enabled schedule starts its job next, in UNIX time; in the past: how late it is.',
    labelNames: ['schedule'] as const,
    registers: [this.registry],
  });

  constructor() {
    // Known series start at 0, so that a rate over the first event is right (Prometheus, «Instrumentation»).
    for (const policy of RATE_LIMIT_POLICIES) this.rateLimited.inc({ policy }, 0);
    for (const reason of TOKEN_REFUSALS) this.tokenRefusals.inc({ reason }, 0);
    for (const outcome of DELIVERY_OUTCOMES) this.webhookDeliveries.inc({ outcome }, 0);
    for (const consumer of [WEBHOOK_CONSUMER, BROKER_CONSUMER]) this.eventGaps.inc({ consumer }, 0);
    for (const action of SCHEDULE_ACTIONS)
      for (const outcome of SCHEDULE_OUTCOMES) this.scheduledActions.inc({ action, outcome }, 0);
    for (const server of ['primary', 'replica']) this.replicaReads.inc({ server }, 0);
    for (const fault of RETRIED_FAULTS) this.commitRetries.inc({ fault }, 0);
    for (const action of Object.keys(AUDIT_ACTIONS) as AuditAction[]) this.auditEvents.inc({ action }, 0);
  }
}

import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { AUDIT_ACTIONS, type AuditAction } from '@content-service/audit';
import { RATE_LIMIT_POLICIES } from '@content-service/site-settings';
import { SCHEDULE_ACTIONS, SCHEDULE_OUTCOMES } from '@content-service/entries';
import type { DeliveryResult } from '@content-service/webhooks';

/** The boundaries of OpenTelemetry's `http.server.request.duration` in seconds, and two below for single entries. */
const REQUEST_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];

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

  readonly statementDuration = new Histogram({
    name: 'db_client_operation_duration_seconds',
    help: 'Duration of database statements by verb and table, without the wait for a connection and without the reader processes of SQLite.',
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

  readonly auditEvents = new Counter({
    name: 'content_service_audit_events_total',
    help: 'Audit events by action: entry writes, logins, issued tokens, refused access, management.',
    labelNames: ['action'] as const,
    registers: [this.registry],
  });

  readonly rateLimited = new Counter({
    name: 'content_service_rate_limited_total',
    help: 'Requests refused by a rate limit (429), by policy.',
    labelNames: ['policy'] as const,
    registers: [this.registry],
  });

  readonly shed = new Counter({
    name: 'content_service_shed_total',
    help: 'Requests refused under load (503), by kind.',
    labelNames: ['kind'] as const,
    registers: [this.registry],
  });

  readonly webhookDeliveries = new Counter({
    name: 'content_service_webhook_deliveries_total',
    help: 'Results of webhook deliveries: delivered, failed, gone, skipped, released; failed: an attempt that may be repeated, gone: the receiver answered 410.',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });

  readonly scheduledActions = new Counter({
    name: 'content_service_scheduled_actions_total',
    help: 'Scheduled publications; discarded: the entry was so already or is deleted, failed: tried again every second.',
    labelNames: ['action', 'outcome'] as const,
    registers: [this.registry],
  });

  constructor() {
    // Known series start at 0, so that a rate over the first event is right (Prometheus, «Instrumentation»).
    for (const policy of RATE_LIMIT_POLICIES) this.rateLimited.inc({ policy }, 0);
    for (const outcome of DELIVERY_OUTCOMES) this.webhookDeliveries.inc({ outcome }, 0);
    for (const action of SCHEDULE_ACTIONS)
      for (const outcome of SCHEDULE_OUTCOMES) this.scheduledActions.inc({ action, outcome }, 0);
    for (const fault of RETRIED_FAULTS) this.commitRetries.inc({ fault }, 0);
    for (const action of Object.keys(AUDIT_ACTIONS) as AuditAction[]) this.auditEvents.inc({ action }, 0);
  }
}

import { Logger as NestLogger, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { type AuditAction, type AuditEvent, AuditForwarder } from '@content-service/audit';
import type { AuditOptions } from '../config/audit-environment.js';
import { toCollectorDelivery } from './collector.js';
import type { Metrics } from '../metrics/metrics.js';
import { DeliveryQueue } from './delivery-queue.js';
import { toForwardedEvent } from './forwarded-event.js';

type AuditMetrics = Pick<Metrics, 'auditEvents' | 'auditEventsOmitted' | 'auditEventsUnstored'>;

/** Counts audit events and copies them to the log, to a collector, to both or to nothing, as the deployment says. */
export function createAuditForwarder(
  { logStream, collectorUrl }: Pick<AuditOptions, 'logStream' | 'collectorUrl'>,
  log: Logger,
  metrics: AuditMetrics,
): AuditForwarder {
  const warnings = new NestLogger('AuditForwarder');
  const queue =
    collectorUrl === undefined
      ? undefined
      : new DeliveryQueue(toCollectorDelivery(collectorUrl), (message) => {
          warnings.warn(message);
        });
  // Audit events are logged at every LOG_LEVEL.
  const lines = logStream ? log.child({ audit: true }, { level: 'info' }) : undefined;
  return new ConfiguredAuditForwarder(metrics, warnings, queue, lines);
}

/** Pause between two warnings of the same kind. */
const WARNING_PAUSE_MS = 60_000;

class ConfiguredAuditForwarder extends AuditForwarder implements OnApplicationShutdown {
  /** Times of the last warnings, by kind. */
  private readonly warnedAt = { unstored: -Infinity, omitted: -Infinity };

  constructor(
    private readonly metrics: AuditMetrics,
    private readonly warnings: Pick<NestLogger, 'warn'>,
    private readonly queue: DeliveryQueue<AuditEvent> | undefined,
    private readonly lines: Pick<Logger, 'info'> | undefined,
  ) {
    super();
  }

  override forward(events: readonly AuditEvent[]): void {
    this.queue?.add(events);
    for (const event of events) {
      this.metrics.auditEvents.inc({ action: event.action });
      this.lines?.info(toForwardedEvent(event), 'audit');
    }
  }

  override forwardUnstored(event: AuditEvent): void {
    this.forward([event]);
    this.metrics.auditEventsUnstored.inc();
    this.warn(
      'unstored',
      `The storage is full: events are missing in the audit log, such as ${event.action} (content_service_audit_events_unstored_total counts them).`,
    );
  }

  override countOmitted(action: AuditAction): void {
    this.metrics.auditEventsOmitted.inc({ action });
    this.warn(
      'omitted',
      `Unauthenticated clients cause too many events of ${action}: some are left out of the audit log (content_service_audit_events_omitted_total counts them).`,
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queue?.close();
  }

  private warn(kind: 'unstored' | 'omitted', message: string): void {
    const now = performance.now();
    if (now - this.warnedAt[kind] < WARNING_PAUSE_MS) return;
    this.warnedAt[kind] = now;
    this.warnings.warn(message);
  }
}

import { Logger as NestLogger, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { type AuditEvent, AuditForwarder } from '@content-service/audit';
import type { AuditOptions } from './audit-environment.js';
import { toCollectorDelivery } from './collector.js';
import type { Metrics } from '../metrics/metrics.js';
import { DeliveryQueue } from './delivery-queue.js';
import { toForwardedEvent } from './forwarded-event.js';

/** Counts audit events and copies them to the log, to a collector, to both or to nothing, as the deployment says. */
export function createAuditForwarder(
  { logStream, collectorUrl }: Pick<AuditOptions, 'logStream' | 'collectorUrl'>,
  log: Logger,
  metrics: Pick<Metrics, 'auditEvents' | 'auditEventsUnstored'>,
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

/** Pause between two warnings of events that are not stored. */
const WARNING_PAUSE_MS = 60_000;

class ConfiguredAuditForwarder extends AuditForwarder implements OnApplicationShutdown {
  private warnedAt = -Infinity;

  constructor(
    private readonly metrics: Pick<Metrics, 'auditEvents' | 'auditEventsUnstored'>,
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
    const now = performance.now();
    if (now - this.warnedAt < WARNING_PAUSE_MS) return;
    this.warnedAt = now;
    this.warnings.warn(
      `The storage is full: events are missing in the audit log, such as ${event.action} (content_service_audit_events_unstored_total counts them).`,
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queue?.close();
  }
}

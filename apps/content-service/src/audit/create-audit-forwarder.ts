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
  { auditEvents: counter }: Pick<Metrics, 'auditEvents'>,
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
  return new ConfiguredAuditForwarder(counter, queue, lines);
}

class ConfiguredAuditForwarder extends AuditForwarder implements OnApplicationShutdown {
  constructor(
    private readonly counter: Metrics['auditEvents'],
    private readonly queue: DeliveryQueue<AuditEvent> | undefined,
    private readonly lines: Pick<Logger, 'info'> | undefined,
  ) {
    super();
  }

  override forward(events: readonly AuditEvent[]): void {
    this.queue?.add(events);
    for (const event of events) {
      this.counter.inc({ action: event.action });
      this.lines?.info(toForwardedEvent(event), 'audit');
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queue?.close();
  }
}

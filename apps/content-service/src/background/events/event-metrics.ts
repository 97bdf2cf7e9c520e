import { Injectable } from '@nestjs/common';
import {
  EventConsumerStore,
  EventLog,
  getAgeSeconds,
  readConsumerLags,
  UNSEQUENCED_MAXIMUM,
} from '@content-service/events';
import { Clock } from '@content-service/kernel';
import { Metrics } from '../../platform/metrics/metrics.js';
import { createStoredGauge } from '../../platform/metrics/stored-gauge.js';

/** Metrics of the event log, which are read from the storage when they are asked for. */
@Injectable()
export class EventMetrics {
  constructor(log: EventLog, consumers: EventConsumerStore, clock: Clock, { registry }: Metrics) {
    const registers = [registry];
    createStoredGauge(
      {
        name: 'content_service_events_unsequenced',
        help: `Committed events without a position in the log; ${UNSEQUENCED_MAXIMUM} are counted at most.`,
        registers,
      },
      async () => [[{}, (await log.bounds()).unsequenced]],
    );
    createStoredGauge(
      {
        name: 'content_service_event_lag_seconds',
        help: 'Age of the oldest event that a consumer of the event log has not processed; log: that has no position.',
        labelNames: ['consumer'] as const,
        registers,
      },
      async () => {
        const lags = await readConsumerLags(log, consumers);
        return lags.map(({ name: consumer, since }) => [{ consumer }, getAgeSeconds(since, clock)]);
      },
    );
  }
}

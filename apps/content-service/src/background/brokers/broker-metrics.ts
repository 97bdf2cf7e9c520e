import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '../../platform/metrics/metrics.js';

/** Metrics of the message broker besides those of its consumer (`EventMetrics`). */
@Injectable()
export class BrokerMetrics {
  readonly unroutable: Counter;

  constructor({ registry }: Metrics) {
    this.unroutable = new Counter({
      name: 'content_service_broker_returns_total',
      help: 'Events that RabbitMQ accepted although no queue is bound for them.',
      registers: [registry],
    });
  }
}

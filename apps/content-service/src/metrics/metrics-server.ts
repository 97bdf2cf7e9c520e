import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics } from 'prom-client';
import { Config } from '../config/config.js';
import { Metrics } from './metrics.js';

/**
 * `GET /metrics` in Prometheus' text format on a listener of its own, which is off unless METRICS_PORT is set: metrics are
 * for operators and not for the public port (OWASP ASVS 5, 13.4.5).
 */
@Injectable()
export class MetricsServer implements OnApplicationShutdown {
  private server: Server | undefined;
  private readonly logger = new Logger(MetricsServer.name);

  constructor(
    private readonly config: Config,
    private readonly metrics: Metrics,
  ) {}

  /** Starts to listen when METRICS_PORT is set. */
  async start(): Promise<void> {
    const { metricsHost: host, metricsPort: port } = this.config;
    if (port === undefined) return;
    collectDefaultMetrics({ register: this.metrics.registry });
    const server = createServer((request, response) => {
      const isFound = request.method === 'GET' && request.url === '/metrics';
      if (isFound) void this.sendMetrics(response);
      else response.writeHead(404).end();
    });
    this.server = server;
    await once(server.listen(port, host), 'listening');
    this.logger.log(`Metrics are served at http://${host}:${port}/metrics`);
  }

  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    const closed = once(server.close(), 'close');
    server.closeAllConnections();
    await closed;
  }

  private async sendMetrics(response: ServerResponse): Promise<void> {
    const { registry } = this.metrics;
    try {
      const text = await registry.metrics();
      response
        .writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' })
        .end(text);
    } catch (error) {
      this.logger.error(`Metrics cannot be collected: ${String(error)}`);
      response.writeHead(500).end();
    }
  }
}

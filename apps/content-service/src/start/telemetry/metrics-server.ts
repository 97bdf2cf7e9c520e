import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Injectable, type LoggerService, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { Config } from '../../platform/config/config.js';
import { handleInOrder } from '../../platform/load/in-order.js';
import { listenForMetrics } from '../../http/server/listen.js';
import { answerMetricsRequests } from './worker-metric-sum.js';
import { Metrics } from '../../platform/metrics/metrics.js';

/**
 * Serves `GET /metrics` in Prometheus' text format on a listener of its own: metrics are for operators and not for the
 * public port (OWASP ASVS 5, 13.4.5).
 *
 * @param collect returns the metrics as text
 * @param readDetail returns the document of `GET /health/detail`; default: there is none
 * @throws CannotListen
 */
export async function serveMetrics(
  config: Config,
  collect: () => Promise<string>,
  logger: Pick<LoggerService, 'log' | 'error'>,
  readDetail?: () => Promise<object>,
): Promise<Server> {
  const send = async (
    response: ServerResponse,
    type: string,
    read: () => Promise<string>,
    failure: string,
  ): Promise<void> => {
    try {
      const text = await read();
      response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
    } catch (error) {
      logger.error(`${failure}: ${String(error)}`);
      response.writeHead(500).end();
    }
  };
  const readDetailText = readDetail && (async (): Promise<string> => JSON.stringify(await readDetail()));
  const handle: RequestListener = ({ method, url }, response) => {
    if (method === 'GET' && url === '/metrics')
      void send(response, Registry.PROMETHEUS_CONTENT_TYPE, collect, 'Metrics cannot be collected');
    else if (method === 'GET' && url === '/health/detail' && readDetailText !== undefined)
      void send(response, 'application/json', readDetailText, 'The state cannot be read');
    else response.writeHead(404).end();
  };
  const server = createServer(handleInOrder(handle));
  await listenForMetrics(server, config);
  logger.log(`Metrics are served at http://${config.metricsHost}:${config.metricsPort}/metrics`);
  return server;
}

/** The metrics of this process, which are served when METRICS_PORT is set. */
@Injectable()
export class MetricsServer implements OnApplicationShutdown {
  private server: Server | undefined;
  /** Returns the document of `/health/detail`; set by `HealthDetail`. */
  readHealthDetail: (() => Promise<object>) | undefined;

  constructor(
    private readonly config: Config,
    private readonly metrics: Metrics,
  ) {}

  /** Begins to collect and serve metrics. The metrics of a worker process are served by its supervisor, added to those of the other workers. */
  async start(): Promise<void> {
    const { registry } = this.metrics;
    if (this.config.metricsPort === undefined) return;
    collectDefaultMetrics({ register: registry });
    if (cluster.isWorker) answerMetricsRequests(registry);
    else
      this.server = await serveMetrics(
        this.config,
        () => registry.metrics(),
        new Logger(MetricsServer.name),
        this.readHealthDetail,
      );
  }

  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    const closed = once(server.close(), 'close');
    server.closeAllConnections();
    await closed;
  }
}

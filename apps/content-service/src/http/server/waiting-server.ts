import { createServer, type Server } from 'node:http';
import type { Config } from '../../platform/config/config.js';
import { listenOn } from './listen.js';

/** Bodies as Terminus writes them (`http/health/health.controller.ts`). */
const ALIVE = { status: 'ok', info: {}, error: {}, details: {} };
const STORAGE_DOWN = { storage: { status: 'down' } };
const WAITING = { status: 'error', info: {}, error: STORAGE_DOWN, details: STORAGE_DOWN };

const RETRY_AFTER_SECONDS = 5;

/**
 * Answers on the port of the service while it waits for its database: `/health/live` is 200, everything else 503. Without it,
 * an orchestrator could not tell a process that waits from one that hangs.
 */
export class WaitingServer {
  private server: Server | undefined;

  constructor(private readonly config: Config) {}

  /** Does nothing when it has started already. @throws CannotListen */
  async start(): Promise<void> {
    if (this.server !== undefined) return;
    this.server = createServer((request, response) => {
      const isAlive = request.url === '/health/live';
      response
        .writeHead(isAlive ? 200 : 503, {
          'Content-Type': 'application/json; charset=utf-8',
          'Cache-Control': 'no-store',
          // A connection that is kept open would keep the port.
          Connection: 'close',
          ...(isAlive ? {} : { 'Retry-After': RETRY_AFTER_SECONDS }),
        })
        .end(JSON.stringify(isAlive ? ALIVE : WAITING));
    });
    await listenOn(this.server, this.config);
  }

  /** Frees the port. */
  async stop(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }
}

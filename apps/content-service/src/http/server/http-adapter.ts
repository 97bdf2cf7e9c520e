import { createServer, IncomingMessage, type ServerOptions, ServerResponse, STATUS_CODES } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as pollOnce, setTimeout as sleep } from 'node:timers/promises';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';
import { getOwn } from '@content-service/kernel';
import { Connections } from './connections.js';
import { IdleConnections } from './idle-connections.js';
import {
  type InProcessAnswer,
  type InProcessRequest,
  type MessageClasses,
  sendInProcess,
} from './in-process-request.js';
import { handleInOrder } from '../../platform/load/in-order.js';

/** Limits of connections; times in milliseconds. */
export interface ConnectionLimits {
  /** Time from the first byte of a request, or from the start of the connection, to the end of the headers; then 408. */
  readonly headersTimeout: number;
  /** Time to the end of the body; then 408. */
  readonly requestTimeout: number;
  /** Interval of the checks of both. */
  readonly connectionsCheckingInterval: number;
  /** Time without any transfer after which a connection is destroyed. */
  readonly stalledReaderTimeout: number;
  /** Maximum of open connections, see `Connections`. 0: no limit. */
  readonly maxConnections: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  stalledReaderTimeout: 30_000,
  maxConnections: 2000,
};

/** Interval in milliseconds at which a draining server looks at its connections. */
const DRAIN_CHECK_MS = 20;

const OPTIONS: ServerOptions = {
  // Fits the longest URL (64 KiB) and headers. With Node's default of 16 KiB a filter of a hundred conditions would close
  // the connection without an error document.
  maxHeaderSize: 128 * 1024,
  // Above the usual 60 s of proxies, so that the proxy closes idle connections; otherwise requests can be lost.
  keepAliveTimeout: 65_000,
};

const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** By the code of Node's error. */
const CLIENT_ERRORS: Readonly<Record<string, number>> = {
  [REQUEST_TIMEOUT]: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/** Ends a connection as Node does when no listener handles `clientError`. */
function refuseClient(error: NodeJS.ErrnoException, socket: Socket): void {
  // The response that Node is sending on the connection.
  const { _httpMessage: response } = socket as Socket & { readonly _httpMessage?: ServerResponse | null };
  const status = getOwn(CLIENT_ERRORS, error.code ?? '') ?? 400;
  if (socket.writable && response?.headersSent !== true)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
  socket.destroy(error);
}

/**
 * The classes of requests and responses, which have the prototypes of the Express application from the start. Express sets them
 * with every request otherwise, and V8 keeps an object whose prototype was changed, and all that it refers to, until the next
 * full garbage collection, which was about a third of the processor time for one entry.
 */
function createMessageClasses(app: Express): MessageClasses {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request) as Express['request'];
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response) as Express['response'];
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

/** Express adapter with options for the HTTP server, which Nest's adapter supports for HTTPS only. */
export class HttpAdapter extends ExpressAdapter {
  /** Whether a request of the connection is being processed; set before the server listens. */
  isWorkingFor: (socket: Socket) => boolean = () => false;
  /** Whether the body of the request may take longer than others; set before the server listens. */
  hasLongBody: (socket: Socket) => boolean = () => false;
  private readonly idle = new IdleConnections();
  private messageClasses: MessageClasses = { IncomingMessage, ServerResponse };
  private isClosing = false;
  /** How long connections may be idle while the server ends, in milliseconds. */
  private idleMs = 0;

  constructor(private readonly limits: ConnectionLimits = CONNECTION_LIMITS) {
    super();
  }

  override initHttpServer(): void {
    const { headersTimeout, requestTimeout, connectionsCheckingInterval } = this.limits;
    const limits = { headersTimeout, requestTimeout, connectionsCheckingInterval };
    const app = this.getInstance<Express>();
    const listener = handleInOrder(app, () => this.isClosing);
    this.messageClasses = createMessageClasses(app);
    const server = createServer({ ...OPTIONS, ...limits, ...this.messageClasses }, listener);
    const connections = new Connections(this.limits.maxConnections, (socket) => this.isWorkingFor(socket));
    // Counts the time without a byte in either direction.
    server.timeout = this.limits.stalledReaderTimeout;
    server.on('timeout', (socket: Socket) => {
      if (!this.isWorkingFor(socket)) socket.destroy();
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      if (error.code !== REQUEST_TIMEOUT || !this.hasLongBody(socket)) refuseClient(error, socket);
    });
    server.on('connection', (socket: Socket) => {
      connections.add(socket);
      this.idle.add(socket);
    });
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.idle.beginRequest(socket);
      response.once('close', () => {
        connections.use(socket);
        this.idle.endRequest(socket);
      });
    });
    this.setHttpServer(server);
  }

  /** From now on each response is the last of its connection and says so, so that its client opens another one. */
  announceEnd(): void {
    this.isClosing = true;
  }

  /** Hands a request to this server without the network (`sendInProcess`). */
  sendInProcess(request: InProcessRequest): Promise<InProcessAnswer | undefined> {
    return sendInProcess(this.getHttpServer(), this.messageClasses, request);
  }

  /**
   * Accepts no more connections, and closes those that exist with their next response (RFC 9112 §9.6). One that its client does
   * not use for `idleMs` is closed without: a server that closes connections just after they were used resets the next
   * request, and a client cannot know whether that was processed.
   *
   * @returns when no connection is idle; those with a request are left
   */
  async drain(idleMs: number): Promise<void> {
    this.announceEnd();
    this.idleMs = idleMs;
    const server = this.getHttpServer();
    // The method of the HTTP server would close idle connections at once.
    if (server.listening) NetServer.prototype.close.call(server);
    // 0 would be no limit.
    server.keepAliveTimeout = Math.max(1, idleMs);
    for (;;) {
      // After a poll for requests that have arrived, so that none is taken for an idle connection.
      await pollOnce();
      if (this.idle.destroy(idleMs) === 0) return;
      await sleep(DRAIN_CHECK_MS);
    }
  }

  /** Ends the server as soon as all requests are answered, after it has been drained or without. */
  override async close(): Promise<void> {
    await this.drain(this.idleMs);
    await super.close();
  }
}

import { createServer, IncomingMessage, type ServerOptions, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';
import { Connections } from './connections.js';
import { handleInOrder } from './in-order.js';

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
  const status = CLIENT_ERRORS[error.code ?? ''] ?? 400;
  if (socket.writable && response?.headersSent !== true)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
  socket.destroy(error);
}

/**
 * The classes of requests and responses, which have the prototypes of the Express application from the start. Express sets them
 * with every request otherwise, and V8 keeps an object whose prototype was changed, and all that it refers to, until the next
 * full garbage collection, which was about a third of the processor time for one entry.
 */
function createMessageClasses(app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
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
  /** Connections without a request yet, such as those that browsers open in advance; Node does not count them as idle. */
  private readonly unused = new Set<Socket>();
  private isClosing = false;

  constructor(private readonly limits: ConnectionLimits = CONNECTION_LIMITS) {
    super();
  }

  override initHttpServer(): void {
    const { headersTimeout, requestTimeout, connectionsCheckingInterval } = this.limits;
    const limits = { headersTimeout, requestTimeout, connectionsCheckingInterval };
    const app = this.getInstance<Express>();
    const listener = handleInOrder(app, () => this.isClosing);
    const server = createServer({ ...OPTIONS, ...limits, ...createMessageClasses(app) }, listener);
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
      this.unused.add(socket);
      socket.once('close', () => this.unused.delete(socket));
    });
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.unused.delete(socket);
      response.once('close', () => {
        connections.use(socket);
      });
    });
    this.setHttpServer(server);
  }

  /** Closes connections without a request at once and all others after their response, so that none keeps the server open. */
  override close(): ReturnType<ExpressAdapter['close']> {
    this.isClosing = true;
    this.getHttpServer().keepAliveTimeout = 1;
    const closed = super.close();
    for (const socket of this.unused) if (socket.bytesRead === 0) socket.destroy();
    return closed;
  }
}

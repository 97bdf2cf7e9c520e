import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a proxy does with the next requests instead of forwarding them. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly code: string }
  /** Takes the request and never answers. */
  | { readonly kind: 'silent' }
  /** Takes the request and answers a byte of a header now and then, without end. */
  | { readonly kind: 'trickle' }
  /** Passes on so many bytes of the body of the answer, and then nothing more. */
  | { readonly kind: 'stalled-answer'; readonly bytes: number }
  /** Ends the connection after so many bytes of the body of the request. */
  | { readonly kind: 'cut-request'; readonly bytes: number }
  /** Ends the connection after so many bytes of the body of the answer. */
  | { readonly kind: 'cut-answer'; readonly bytes: number };

/** An HTTP proxy to a server that answers some requests by itself. */
export class FaultyHttpProxy {
  /** The methods of the requests that came, in their order. */
  readonly requests: string[] = [];
  private readonly faults: Fault[] = [];
  private readonly server: Server;

  private constructor(private readonly target: URL) {
    this.server = createServer((incoming, answer) => {
      this.requests.push(incoming.method ?? '');
      const fault = this.faults.shift();
      // A request that is not forwarded has an answer of its own, or none.
      if (fault?.kind === 'status') sendFault(incoming, answer, fault);
      else if (fault?.kind === 'silent') incoming.resume();
      else if (fault?.kind === 'trickle') trickle(incoming);
      else this.forward(incoming, answer, fault);
    });
  }

  static async start(target: string): Promise<FaultyHttpProxy> {
    const proxy = new FaultyHttpProxy(new URL(target));
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The faults of the next requests, in their order; later ones are forwarded. */
  fail(...faults: readonly Fault[]): void {
    this.requests.length = 0;
    this.faults.splice(0, Infinity, ...faults);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private forward(incoming: IncomingMessage, answer: ServerResponse, fault: Fault | undefined): void {
    const { method, url: path, headers } = incoming;
    const { hostname, port } = this.target;
    const outgoing = request({ hostname, port, method, path, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.rawHeaders);
      if (fault?.kind === 'cut-answer')
        cutAfter(response, fault.bytes, (chunk) => answer.write(chunk), answer);
      else if (fault?.kind === 'stalled-answer') stallAfter(response, fault.bytes, answer);
      else response.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    if (fault?.kind === 'cut-request')
      cutAfter(incoming, fault.bytes, (chunk) => outgoing.write(chunk), answer, outgoing);
    else incoming.pipe(outgoing);
  }
}

function sendFault(
  incoming: IncomingMessage,
  answer: ServerResponse,
  fault: Fault & { kind: 'status' },
): void {
  incoming.resume();
  answer.writeHead(fault.status, { 'content-type': 'application/xml' });
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${fault.code}</Code><Message>As the test wants.</Message></Error>`;
  answer.end(incoming.method === 'HEAD' ? undefined : body);
}

/** Time between two bytes of an answer that has no end. */
const BYTE_MS = 50;

function trickle(incoming: IncomingMessage): void {
  const { socket } = incoming.resume();
  socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
  const timer = setInterval(() => socket.write('x'), BYTE_MS);
  socket.once('close', () => {
    clearInterval(timer);
  });
}

/** Passes on the first bytes of a message; its end never comes. */
function stallAfter(message: IncomingMessage, bytes: number, answer: ServerResponse): void {
  let left = bytes;
  message.on('data', (chunk: Buffer) => {
    answer.write(chunk.subarray(0, left));
    left = Math.max(0, left - chunk.length);
  });
}

/** Passes on the first bytes of a message and then destroys both connections. */
function cutAfter(
  message: IncomingMessage,
  bytes: number,
  pass: (chunk: Buffer) => unknown,
  ...connections: readonly { destroy(): unknown }[]
): void {
  let passed = 0;
  message.on('data', (chunk: Buffer) => {
    pass(chunk);
    passed += chunk.length;
    if (passed < bytes) return;
    message.destroy();
    for (const connection of connections) connection.destroy();
  });
}

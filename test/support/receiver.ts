import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An HTTP server on the loopback interface that records its calls. */
export class Receiver {
  readonly calls: Call[] = [];
  /** The status of the next answers. */
  status = 204;
  /** How long an answer takes. */
  delayMs = 0;
  /** Selects the status by the call instead; calls with `undefined` get no answer. */
  respond: (call: Call) => number | undefined = () => this.status;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        const { method = '', url: path = '', headers } = request;
        const call = { method, path, headers: headers as Record<string, string>, body };
        receiver.calls.push(call);
        const status = receiver.respond(call);
        if (status !== undefined)
          setTimeout(() => response.writeHead(status).end(), receiver.delayMs).unref();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** The calls of one path. */
  of(path: string): readonly Call[] {
    return this.calls.filter((call) => call.path === path);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

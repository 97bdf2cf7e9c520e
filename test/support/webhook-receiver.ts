import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WebhookCall {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** An HTTP server on the loopback interface that records its calls. */
export class WebhookReceiver {
  readonly calls: WebhookCall[] = [];
  /** The status of the next answers. */
  status = 204;
  /** Selects the status by the call instead; calls with `undefined` get no answer. */
  respond: (call: WebhookCall) => number | undefined = () => this.status;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url: path = '', headers } = request;
        const body = Buffer.concat(chunks).toString('utf8');
        const call = { path, headers: headers as Record<string, string>, body };
        receiver.calls.push(call);
        const status = receiver.respond(call);
        if (status !== undefined) response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** The calls of one endpoint. */
  of(path: string): readonly WebhookCall[] {
    return this.calls.filter((call) => call.path === path);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

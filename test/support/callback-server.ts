import { createServer, type Server } from 'node:http';

/**
 * The site of a client. Its redirect URI leads on to the same server under another name, as sites do that have their
 * pages elsewhere than their login.
 */
export class CallbackServer {
  private parameters: Readonly<Record<string, string>> = {};

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<CallbackServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The client listens nowhere.');
    const started = new CallbackServer(server, `http://127.0.0.1:${address.port}/callback`);
    server.on('request', ({ url = '' }, response) => {
      const { pathname, searchParams } = new URL(url, started.url);
      if (pathname !== '/callback') {
        response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><p>Thank you');
        return;
      }
      started.parameters = Object.fromEntries(searchParams);
      response.writeHead(302, { Location: `http://localhost:${address.port}/` }).end();
    });
    return started;
  }

  /** What the last browser brought. */
  get last(): Readonly<Record<string, string>> {
    return this.parameters;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

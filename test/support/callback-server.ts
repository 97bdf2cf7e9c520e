import { createServer, type Server } from 'node:http';

/**
 * The site of an API client. Its redirect URI redirects to the same server under another host name, like sites whose
 * pages have another origin than their callback.
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
    if (typeof address !== 'object' || address === null) throw new Error('The callback server has no port.');
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

  /** The query parameters of the last request to the redirect URI. */
  get last(): Readonly<Record<string, string>> {
    return this.parameters;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

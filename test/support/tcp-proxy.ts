import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy to a server of the tests that a test can disconnect and silence. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private isSilent = false;
  private withholdsAnswers = false;
  private losesNextAnswer = false;
  private server: Server | undefined;
  private port = 0;

  private constructor(private readonly target: URL) {}

  /** @param url of the server, with its port */
  static async start(url: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(new URL(url));
    await proxy.listen();
    return proxy;
  }

  /** The URL of the server with the address of the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  /** Stops listening and destroys all connections. */
  async cut(): Promise<void> {
    const closed = this.server === undefined ? undefined : once(this.server, 'close');
    this.server?.close();
    this.disconnect();
    await closed;
  }

  /** Destroys all connections; new ones are accepted. */
  disconnect(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Keeps connections open without forwarding data. */
  silence(): void {
    this.isSilent = true;
  }

  /** Forwards to the server, but nothing from it. */
  withholdAnswers(): void {
    this.withholdsAnswers = true;
  }

  /** Destroys all connections instead of forwarding what the server sends next. */
  loseNextAnswer(): void {
    this.losesNextAnswer = true;
  }

  /** Listens, from the second time on with the same port, and forwards data. */
  async listen(): Promise<void> {
    this.isSilent = false;
    this.withholdsAnswers = false;
    const { hostname, port } = this.target;
    this.server = createServer((near) => {
      const far = connect(Number(port), hostname);
      this.forward(near, far);
      this.forward(far, near, () => {
        if (!this.losesNextAnswer) return !this.withholdsAnswers;
        this.losesNextAnswer = false;
        this.disconnect();
        return false;
      });
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  private forward(from: Socket, to: Socket, passes = (): boolean => true): void {
    this.sockets.add(from);
    from.on('data', (data) => {
      if (!this.isSilent && passes()) to.write(data);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
  }
}

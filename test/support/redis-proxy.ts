import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** The Redis of the tests (`.config/redis.js`). */
const REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';

/** A TCP proxy to Redis that a test can disconnect and silence. */
export class RedisProxy {
  private readonly sockets = new Set<Socket>();
  private isSilent = false;
  private server: Server | undefined;

  private constructor(private port: number) {}

  static async start(): Promise<RedisProxy> {
    const line = new RedisProxy(0);
    await line.listen();
    return line;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Stops listening and destroys all connections. */
  async cut(): Promise<void> {
    const closed = this.server === undefined ? undefined : once(this.server, 'close');
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Keeps connections open without forwarding data. */
  silence(): void {
    this.isSilent = true;
  }

  /** Listens, from the second time on with the same port, and forwards data. */
  async listen(): Promise<void> {
    this.isSilent = false;
    const { hostname, port } = new URL(REDIS_URL);
    this.server = createServer((near) => {
      const far = connect(Number(port === '' ? 6379 : port), hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.add(from);
        from.on('data', (data) => {
          if (!this.isSilent) to.write(data);
        });
        from.on('error', () => undefined);
        from.on('close', () => {
          this.sockets.delete(from);
          to.destroy();
        });
      }
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }
}

import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** What happens to the next COMMIT. */
export type ProxyBehaviour =
  | 'passes'
  | 'is lost on its way'
  | 'is done, but its answer is lost'
  | 'is done, then the server is unreachable';

/** A TCP proxy to a database server that breaks the connection at a COMMIT. */
export class FaultyProxy {
  behaviour: ProxyBehaviour = 'passes';
  /** Runs after a COMMIT is done and before its connection breaks. */
  beforeCut: () => Promise<unknown> = () => Promise.resolve();
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private isDown = false;

  constructor(private readonly to: { readonly host: string; readonly port: number }) {
    this.server = createServer((client) => {
      this.forward(client);
    });
  }

  /** @returns the port to connect to */
  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private forward(client: Socket): void {
    if (this.isDown) {
      client.destroy();
      return;
    }
    const server = connect(this.to.port, this.to.host);
    const both = [client, server];
    const cut = (): void => {
      for (const socket of both) socket.destroy();
    };
    for (const socket of both) {
      this.sockets.add(socket);
      socket.on('error', cut).on('close', cut);
    }
    let isCommitting = false;
    client.on('data', (packet) => {
      isCommitting = this.behaviour !== 'passes' && isCommit(packet);
      if (isCommitting && this.behaviour === 'is lost on its way') {
        this.behaviour = 'passes';
        cut();
      } else server.write(packet);
    });
    server.on('data', (packet) => {
      if (!isCommitting) {
        client.write(packet);
        return;
      }
      this.isDown = this.behaviour === 'is done, then the server is unreachable';
      this.behaviour = 'passes';
      void this.beforeCut().finally(cut);
    });
  }
}

/** Both protocols send five bytes before a statement; that of PostgreSQL ends in a NUL. */
function isCommit(packet: Buffer): boolean {
  return /^COMMIT\0?$/.test(packet.subarray(5).toString());
}

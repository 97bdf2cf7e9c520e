import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** What happens to the next COMMIT. */
export type Fate =
  'passes' | 'is lost on its way' | 'is done, but its answer is lost' | 'is done, and then nobody answers';

/** A line to a MySQL server that breaks at a COMMIT. */
export class BrokenLine {
  fate: Fate = 'passes';
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private isDown = false;

  constructor(private readonly to: { readonly host: string; readonly port: number }) {
    this.server = createServer((client) => {
      this.carry(client);
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

  private carry(client: Socket): void {
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
      isCommitting = this.fate !== 'passes' && packet.subarray(5).toString() === 'COMMIT';
      if (isCommitting && this.fate === 'is lost on its way') {
        this.fate = 'passes';
        cut();
      } else server.write(packet);
    });
    server.on('data', (packet) => {
      if (!isCommitting) {
        client.write(packet);
        return;
      }
      this.isDown = this.fate === 'is done, and then nobody answers';
      this.fate = 'passes';
      cut();
    });
  }
}

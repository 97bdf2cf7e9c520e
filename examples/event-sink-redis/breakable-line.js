import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** A TCP proxy whose connections the conformance kit breaks. */
export class BreakableLine {
  sockets = new Set();
  /** What happens to the answers of the server: `forwarded`, `withheld`, or `lost`, which breaks the connections once. */
  answers = 'forwarded';
  port = 0;

  /** @param {URL} target */
  constructor(target) {
    this.target = target;
  }

  /** Listens, from the second time on with the same port. */
  async open() {
    this.answers = 'forwarded';
    this.server = createServer((client) => {
      this.forward(client);
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = this.server.address().port;
  }

  /** Breaks all connections and refuses new ones. */
  async cut() {
    if (this.server?.listening !== true) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.disconnect();
    await closed;
  }

  disconnect() {
    for (const socket of this.sockets) socket.destroy();
  }

  forward(client) {
    const server = connect(Number(this.target.port), this.target.hostname);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
    client.pipe(server);
    server.on('data', (bytes) => {
      if (this.answers === 'forwarded') client.write(bytes);
      if (this.answers !== 'lost') return;
      this.answers = 'forwarded';
      this.disconnect();
    });
  }
}

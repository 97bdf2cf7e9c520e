import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { BATCH_SEPARATOR } from '../database/typeorm-statement-runner.js';

/** What happens to the next COMMIT. */
export type ProxyBehaviour =
  | 'passes'
  | 'is lost on its way'
  | 'is done, but its answer is lost'
  | 'is lost on its way, then the server is unreachable'
  | 'is done, then the server is unreachable';

/** A TCP proxy to a database server that breaks the connection at a COMMIT. */
export class FaultyProxy {
  behaviour: ProxyBehaviour = 'passes';
  /** Runs after a COMMIT is done, or its transaction was given up, and before the client loses its connection. */
  beforeCut: () => Promise<unknown> = () => Promise.resolve();
  /** How many connections an unreachable server refuses before it is reachable again. */
  refusals = Infinity;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private refusalsLeft = 0;

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
    if (this.refusalsLeft > 0) {
      this.refusalsLeft -= 1;
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
      if (isCommitting && this.behaviour.startsWith('is lost')) {
        // The server gives up the transaction first, so that others can have its locks.
        server.off('close', cut).destroy();
        this.breakOff(cut);
      } else server.write(packet);
    });
    server.on('data', (packet) => {
      if (!isCommitting) {
        client.write(packet);
        return;
      }
      if (hasMoreResults(packet)) return;
      this.breakOff(cut);
    });
  }

  private breakOff(cut: () => void): void {
    if (this.behaviour.endsWith('is unreachable')) this.refusalsLeft = this.refusals;
    this.behaviour = 'passes';
    void this.beforeCut().finally(cut);
  }
}

/**
 * Both protocols send five bytes before a statement; that of PostgreSQL ends in a NUL. A batch of PostgreSQL has each
 * statement in a message of its own, behind an empty name.
 */
function isCommit(packet: Buffer): boolean {
  const statements = packet.subarray(5).toString('latin1');
  const last = statements.split(BATCH_SEPARATOR).at(-1);
  return last === 'COMMIT' || last === 'COMMIT\0' || statements.includes('\0COMMIT\0');
}

/** SERVER_MORE_RESULTS_EXISTS of the protocol of MySQL. */
const MORE_RESULTS = 8;

/**
 * Whether the answers of a statement before COMMIT end the packet. Statements without rows are answered by OK packets:
 * three bytes of length, a number, 0, the rows and the id as length-encoded integers, and the status.
 */
function hasMoreResults(packet: Buffer): boolean {
  let status = 0;
  for (let at = 0; at + 4 <= packet.length; at += 4 + packet.readUIntLE(at, 3)) {
    if (packet[at + 4] !== 0) return false;
    const afterRows = skipInteger(packet, at + 5);
    status = packet.readUInt16LE(skipInteger(packet, afterRows));
  }
  return (status & MORE_RESULTS) !== 0;
}

const INTEGER_BYTES: ReadonlyMap<number | undefined, number> = new Map([
  [0xfc, 3],
  [0xfd, 4],
  [0xfe, 9],
]);

function skipInteger(packet: Buffer, at: number): number {
  return at + (INTEGER_BYTES.get(packet[at]) ?? 1);
}

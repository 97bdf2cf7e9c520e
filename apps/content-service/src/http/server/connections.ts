import type { Socket } from 'node:net';
import { toRateLimitPrefix } from '@content-service/accounts';

/**
 * The open connections of a server, of which there are at most `maximum`. Beyond that one that waits for its client is
 * destroyed for the new one: of the address that has the most, the one that was used the longest time ago. A client that opens
 * connections and leaves them therefore loses its own, and others are served, also when they share its address.
 */
export class Connections {
  /** The connections of each address, the last used at the end. */
  private readonly byAddress = new Map<string, Set<Socket>>();
  /** The connections of the address of each. */
  private readonly peers = new WeakMap<Socket, Set<Socket>>();
  private size = 0;

  /**
   * @param maximum 0: no limit
   * @param isBusy whether the service is working for the connection, which is then kept
   */
  constructor(
    private readonly maximum: number,
    private readonly isBusy: (socket: Socket) => boolean,
  ) {}

  /** Registers a connection until it is closed; destroys it when all others are busy. */
  add(socket: Socket): void {
    const address = toRateLimitPrefix(socket.remoteAddress ?? '');
    const peers = this.byAddress.get(address) ?? new Set();
    this.byAddress.set(address, peers.add(socket));
    this.peers.set(socket, peers);
    this.size += 1;
    socket.once('close', () => {
      this.size -= 1;
      peers.delete(socket);
      if (peers.size === 0) this.byAddress.delete(address);
    });
    if (this.maximum > 0 && this.size > this.maximum) this.findIdle(socket).destroy();
  }

  /** Notes that the connection was used now: its request was answered. */
  use(socket: Socket): void {
    const peers = this.peers.get(socket);
    if (peers?.delete(socket) === true) peers.add(socket);
  }

  /** The connection to destroy for a new one; the new one itself when there is no other. */
  private findIdle(added: Socket): Socket {
    const addresses = [...this.byAddress.values()].sort((one, other) => other.size - one.size);
    for (const peers of addresses)
      for (const socket of peers)
        if (socket !== added && !socket.destroyed && !this.isBusy(socket)) return socket;
    return added;
  }
}

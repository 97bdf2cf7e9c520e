import type { Socket } from 'node:net';

/** A connection, as long as it is open. */
interface Use {
  /** Requests that are not answered. */
  open: number;
  /** Since when there are none; a time of `performance.now()`. */
  idleSince: number;
  /** What was read until then; more is the beginning of a request. */
  bytesRead: number;
}

/** The connections of a server that wait for a request, those without a first one included, which Node does not count as idle. */
export class IdleConnections {
  private readonly uses = new Map<Socket, Use>();

  /** Registers a connection until it is closed. */
  add(socket: Socket): void {
    this.uses.set(socket, { open: 0, idleSince: performance.now(), bytesRead: socket.bytesRead });
    socket.once('close', () => this.uses.delete(socket));
  }

  /** Notes that a request of the connection has begun. */
  beginRequest(socket: Socket): void {
    const use = this.uses.get(socket);
    if (use !== undefined) use.open += 1;
  }

  /** Notes that a request of the connection was answered. */
  endRequest(socket: Socket): void {
    const use = this.uses.get(socket);
    if (use === undefined) return;
    use.open -= 1;
    if (use.open > 0) return;
    use.idleSince = performance.now();
    use.bytesRead = socket.bytesRead;
  }

  /**
   * Destroys the connections that have been idle for this time.
   *
   * @returns the number of other idle connections
   */
  destroy(idleMs: number): number {
    const before = performance.now() - idleMs;
    let kept = 0;
    for (const [socket, { open, idleSince, bytesRead }] of this.uses) {
      if (open > 0 || socket.bytesRead > bytesRead) continue;
      if (idleSince <= before) socket.destroy();
      else kept += 1;
    }
    return kept;
  }
}

import type { Server } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';

/** The ends that servers have of connections within the process. */
const SERVED = new WeakSet<Duplex>();

/** In bytes; the buffer of each direction. */
const BUFFER_BYTES = 64 * 1024;

/** Whether a connection of a server was opened by `connectInProcess`. */
export function isInProcess(socket: Duplex): boolean {
  return SERVED.has(socket);
}

/**
 * Opens a connection to a server of this process without the network, and returns the client's end. When either end is destroyed
 * before its data was taken, so is the other.
 *
 * @param remoteAddress the IP address of the client, as the server sees it
 */
export function connectInProcess(server: Server, remoteAddress: string): Duplex {
  const [client, served] = duplexPair({ highWaterMark: BUFFER_BYTES });
  SERVED.add(served);
  // What the server reads of a socket of the network. Requests without a body have no bytes that count.
  Object.assign(served, { remoteAddress, bytesRead: 0, destroySoon: endAndDestroy });
  client.once('close', () => served.destroy());
  served.once('close', () => {
    if (!served.writableFinished) client.destroy();
  });
  // The requests of both ends have their own listeners; an error without one would end the process.
  for (const end of [client, served]) end.on('error', () => undefined);
  server.emit('connection', served);
  return client;
}

/** Destroys a stream after everything was taken that was written to it, as `destroySoon` of a socket does. */
function endAndDestroy(this: Duplex): void {
  if (this.writable) this.end();
  if (this.writableFinished) this.destroy();
  else this.once('finish', () => this.destroy());
}

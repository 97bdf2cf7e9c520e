import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of a connection that may wait for the response to the one before. */
const WAITING_MAXIMUM = 16;

type Exchange<Request extends typeof IncomingMessage, Response extends typeof ServerResponse> = Parameters<
  RequestListener<Request, Response>
>;

/**
 * Wraps a request listener so that the requests of a connection are handled one after the other, each after the response
 * to the one before was taken by the client. HTTP/1.1 permits a client to send requests ahead (RFC 9112 §9.3.2), and Node
 * emits them all at once: their responses would pile up in memory while the client reads none of them, and would never
 * emit `close` when the connection ends before it is their turn. A connection with more than 16 requests ahead is destroyed.
 *
 * @param isClosing whether the server is closing: connections then end with the response to their last request
 */
export function handleInOrder<Request extends typeof IncomingMessage, Response extends typeof ServerResponse>(
  handle: RequestListener<Request, Response>,
  isClosing: () => boolean = () => false,
): RequestListener<Request, Response> {
  /** The requests that wait, for each connection with a request that is being handled. */
  const queues = new WeakMap<Socket, Exchange<Request, Response>[]>();
  const run = (...[request, response]: Exchange<Request, Response>): void => {
    const { socket } = request;
    response.once('close', () => {
      // After all other listeners, which must not take the next request for this one.
      process.nextTick(runNext, socket);
    });
    if (isClosing() && queues.get(socket)?.length === 0) response.setHeader('Connection', 'close');
    handle(request, response);
  };
  const runNext = (socket: Socket): void => {
    const next = socket.destroyed ? undefined : queues.get(socket)?.shift();
    if (next === undefined) queues.delete(socket);
    else run(...next);
  };
  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket);
    if (queue === undefined) {
      queues.set(socket, []);
      run(request, response);
    } else if (queue.length < WAITING_MAXIMUM) queue.push([request, response]);
    else socket.destroy();
  };
}

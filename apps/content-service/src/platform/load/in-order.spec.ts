import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { handleInOrder } from './in-order.js';

describe('handleInOrder', () => {
  let server: Server;
  let socket: Socket;
  /** The requests that were handled, with their responses. */
  let handled: { readonly url: string | undefined; readonly response: ServerResponse }[];
  /** What the handler does; a test sets it. */
  let handle: RequestListener;

  beforeEach(async () => {
    handled = [];
    const listener: RequestListener = (request, response) => {
      handled.push({ url: request.url, response });
      handle(request, response);
    };
    server = createServer(handleInOrder(listener)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
  });
  afterEach(() => {
    socket.destroy();
    server.close();
  });

  const get = (path: string | number): string => `GET /${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  async function until(isReached: () => boolean): Promise<void> {
    while (!isReached()) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  it('handles pipelined requests one after the other, and answers them in their order', async () => {
    let isHandling = false;
    handle = ({ url }, response) => {
      expect(isHandling).toBe(false);
      isHandling = true;
      setTimeout(() => {
        isHandling = false;
        response.end(url);
      }, 5);
    };
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.write(Array.from({ length: 16 }, (_, number) => get(number)).join(''));
    await until(() => text.includes('/15'));

    const answers = [...text.matchAll(/\r\n\r\n(\/\d+)/g)].map(([, url]) => url);
    expect(answers).toEqual(Array.from({ length: 16 }, (_, number) => `/${number}`));
  });

  it('handles none behind a response that the client does not take', async () => {
    handle = (_, response) => response.end(Buffer.alloc(64 * 1024 * 1024));
    socket.pause();
    socket.write(get(1) + get(2) + get(3));
    await until(() => handled.length > 0);
    await pause(100);

    expect(handled).toHaveLength(1);
  });

  it.each([
    ['resets', (): unknown => socket.resetAndDestroy()],
    ['closes', (): unknown => socket.destroy()],
    ['half-closes', (): unknown => socket.end()],
  ])('emits close for every handled response when the client %s the connection', async (_, end) => {
    let closed = 0;
    handle = (__, response) => {
      response.once('close', () => (closed += 1));
    };
    socket.write(get('pending').repeat(10));
    await until(() => handled.length > 0);
    end();
    await until(() => closed === handled.length);
    await pause(50);

    expect([handled.length, closed]).toEqual([1, 1]);
  });

  it('destroys a connection that sends more than 16 requests ahead, and handles none of them', async () => {
    handle = () => undefined;
    socket.write(get('ahead').repeat(1000));
    await once(socket.resume(), 'close');

    expect(handled).toHaveLength(1);
  });
});

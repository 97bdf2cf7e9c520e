import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import express, { type Request, type Response } from 'express';
import { BodyTooSlow, type LoadRefusal } from './load.errors.js';
import { OpenRequests } from './open-requests.js';

const RATE = { bytesPerSecond: 1000, afterMs: 100 };

describe('OpenRequests', () => {
  let open: OpenRequests;
  let server: Server;
  let refusals: LoadRefusal[];
  /** What the handler does; a test sets it. */
  let handle: (request: Request, response: Response) => void;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    [open, refusals] = [new OpenRequests(), []];
    const app = express().use((request, response) => {
      open.add(request, response, 0);
      handle(request, response);
    });
    const refuse = (refusal: LoadRefusal, _: Request, response: Response): void => {
      refusals.push(refusal);
      response.writeHead(408).end('slow');
    };
    open.start(refuse, RATE, 10);
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    open.onModuleDestroy();
    server.close();
  });

  async function send(bytes: string): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(bytes);
    return socket;
  }

  async function textUntilClosed(socket: Socket): Promise<string> {
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    await once(socket, 'close');
    return text;
  }

  const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n';

  it('responds with 408 to a body that arrives too slowly while it is read, and closes the connection', async () => {
    handle = (request) => void request.resume();
    const socket = await send(HEAD);
    const dripping = setInterval(() => socket.write('a'), 20);

    const text = await textUntilClosed(socket);
    clearInterval(dripping);

    expect(text).toMatch(/^HTTP\/1\.1 408 [^]*Connection: close[^]*slow/);
    expect(refusals).toEqual([expect.any(BodyTooSlow)]);
    expect(open.size).toBe(0);
  });

  it('does not limit a body that is not read yet, or arrives fast enough', async () => {
    handle = (request, response) => {
      setTimeout(() => request.resume(), 300);
      request.on('end', () => response.end('read'));
    };
    const socket = await send(
      HEAD.replace('100000', '2000').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
    );
    let left = 2000;
    const sending = setInterval(() => {
      if (left > 0) socket.write('a'.repeat(100));
      left -= 100;
    }, 10);

    const text = await textUntilClosed(socket);
    clearInterval(sending);

    expect(text).toMatch(/^HTTP\/1\.1 200 [^]*read/);
    expect(refusals).toEqual([]);
  });

  it('isWorkingFor is true until the response is written', async () => {
    const arrived = new Promise<[Request, Response]>((resolve) => {
      handle = (...httpContext) => {
        resolve(httpContext);
      };
    });
    const socket = await send('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const [request, response] = await arrived;

    expect([open.size, open.isWorkingFor(request.socket)]).toEqual([1, true]);
    response.end(Buffer.alloc(64 * 1024 * 1024));
    expect(open.isWorkingFor(request.socket)).toBe(false);
    socket.destroy();
    await once(response, 'close');
    expect(open.size).toBe(0);
  });
});

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import express, { type Request, type Response } from 'express';
import { handleInOrder } from './in-order.js';
import { BodyTooSlow, type LoadRefusal } from './load.errors.js';
import { OpenRequestRegistry, receiveBody } from './open-request-registry.js';

const RATE = { bytesPerSecond: 1000, afterMs: 100 };
const MIB = 1024 * 1024;
const HELD_BYTES = 100 * MIB;

describe('OpenRequestRegistry', () => {
  let open: OpenRequestRegistry;
  let server: Server;
  let refusals: LoadRefusal[];
  /** What the handler does; a test sets it. */
  let handle: (request: Request, response: Response) => void;
  /** What happens when a body that was waited for has arrived; a test sets it. */
  let admit: () => void;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    [open, refusals, admit] = [new OpenRequestRegistry(), [], () => undefined];
    const app = express().use((request, response) => {
      open.add(request, response, 0, () => {
        admit();
      });
      handle(request, response);
    });
    const refuse = (refusal: LoadRefusal, _: Request, response: Response): void => {
      refusals.push(refusal);
      response.writeHead(408).end('slow');
    };
    open.start(refuse, { bodyRate: RATE, heldBytes: HELD_BYTES, sweepMs: 10 });
    server = createServer(handleInOrder(app)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    jest.useRealTimers();
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
      HEAD.replace('100000', '20000').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
    );
    let left = 20_000;
    const sending = setInterval(() => {
      if (left > 0) socket.write('a'.repeat(1000));
      left -= 1000;
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

  const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  /** Waits for the sweep or an event; fails by the time limit of the test. */
  async function until(isReached: () => boolean): Promise<void> {
    while (!isReached()) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  it('counts a request whose connection ended as in flight until its handler has answered', async () => {
    let answer: () => void = () => undefined;
    handle = (_, response) => (answer = () => response.end());
    const socket = await send(GET);
    await until(() => open.inFlight === 1);
    const closed = once(socket, 'close');
    socket.resetAndDestroy();
    await closed;
    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(open.inFlight).toBe(1);
    answer();
    expect(open.inFlight).toBe(0);
    await until(() => open.size === 0);
  });

  it('does not count a request that waits for its body, nor a response that waits for its client', async () => {
    const responses: Response[] = [];
    handle = (request, response) => {
      responses.push(response);
      void receiveBody(response, () => once(request.resume(), 'end')).then(() =>
        response.end(Buffer.alloc(64 * MIB)),
      );
    };
    const socket = await send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na');
    await until(() => open.size === 1 && open.inFlight === 0);
    socket.pause();
    socket.write('b');
    await until(() => responses.some(({ headersSent }) => headersSent));

    expect([open.size, open.inFlight]).toEqual([1, 0]);
  });

  it('receiveBody refuses a request when the process is full by the time its body has arrived', async () => {
    const full = new Error('full');
    const failures: unknown[] = [];
    handle = (request, response) => {
      receiveBody(response, () => once(request.resume(), 'end')).catch((error: unknown) => {
        failures.push(error);
        response.writeHead(503).end();
      });
    };
    const socket = await send(
      'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\na',
    );
    await until(() => open.size === 1);
    admit = () => {
      throw full;
    };
    socket.write('b');

    expect(await textUntilClosed(socket)).toMatch(/^HTTP\/1\.1 503 /);
    expect(failures).toEqual([full]);
  });

  it('tracks a pipelined request from the moment it is handled', async () => {
    const paths: string[] = [];
    handle = (request, response) => {
      paths.push(request.path);
      if (request.path === '/first') setTimeout(() => response.end('first'), 20);
      else void request.resume();
    };
    const first = 'GET /first HTTP/1.1\r\nHost: a\r\n\r\n';
    const socket = await send(first + HEAD);
    await until(() => paths.length === 2);

    expect([open.size, open.inFlight]).toEqual([1, 1]);
    expect(await textUntilClosed(socket)).toMatch(/first[^]*HTTP\/1\.1 408 /);
    expect(refusals).toEqual([expect.any(BodyTooSlow)]);
    await until(() => open.size === 0);
  });

  it('forgets a stream whose client went away before it began', async () => {
    const responses: Response[] = [];
    handle = (_, response) => responses.push(response);
    const socket = await send(GET);
    await until(() => responses.length === 1);
    socket.resetAndDestroy();
    const [response] = responses as [Response];
    await until(() => response.closed);
    open.markAsStream(response);

    expect([open.size, open.isWorkingFor(response.req.socket)]).toEqual([0, false]);
  });

  it('destroys the oldest connections that do not take their responses when the bytes they hold are too many', async () => {
    handle = (_, response) => void response.end(Buffer.alloc(40 * MIB));
    const request = GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    const readers: Socket[] = [];
    for (let reader = 0; reader < 5; reader++) {
      readers.push((await send(request)).pause());
      // Two responses are fewer bytes than HELD_BYTES, three are more.
      await until(() => open.size === Math.min(2, reader + 1));
    }

    const texts = await Promise.all(readers.map((reader) => textUntilClosed(reader.resume())));
    expect(texts.map(({ length }) => length > 40 * MIB)).toEqual([false, false, false, true, true]);
  });

  it('keeps the connection of a client that takes its response while others take none', async () => {
    const sweepMs = 1000;
    jest.useFakeTimers({ doNotFake: ['nextTick', 'performance', 'setImmediate', 'setTimeout'] });
    open.onModuleDestroy();
    open = new OpenRequestRegistry();
    open.start(() => undefined, { heldBytes: HELD_BYTES, sweepMs });
    handle = (_, response) => void response.end(Buffer.alloc(40 * MIB));
    const request = GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    const taking = await send(request);
    let [taken, limit] = [0, 0];
    taking.on('data', ({ length }: Buffer) => {
      taken += length;
      if (taken >= limit) taking.pause();
    });
    /** Takes a quarter of the response, and looks at all connections. */
    const takeAndSweep = async (): Promise<void> => {
      limit = taken + 10 * MIB;
      taking.resume();
      await until(() => taken >= limit);
      jest.advanceTimersByTime(sweepMs);
    };

    await takeAndSweep();
    // The second sweep knows that it moves.
    await takeAndSweep();
    const others = await Promise.all([send(request), send(request), send(request)]);
    for (const other of others) other.pause();
    await until(() => open.size === 4);
    await takeAndSweep();
    limit = Infinity;
    taking.resume();
    await once(taking, 'close');

    expect(taken).toBeGreaterThan(40 * MIB);
    // No more than HELD_BYTES of the 160 MiB are held.
    await until(() => open.size <= 2);
  });
});

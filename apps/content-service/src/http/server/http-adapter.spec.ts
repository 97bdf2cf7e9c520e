import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Express } from 'express';
import { CONNECTION_LIMITS, type ConnectionLimits, HttpAdapter } from './http-adapter.js';

/** Small enough for tests: none waits for the limits of operation. */
const SMALL: ConnectionLimits = {
  headersTimeout: 200,
  requestTimeout: 400,
  connectionsCheckingInterval: 20,
  stalledReaderTimeout: 200,
  maxConnections: 2,
};

describe('HttpAdapter', () => {
  let adapter: HttpAdapter;
  let port: number;
  let bodiesRead: number;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    bodiesRead = 0;
    adapter = new HttpAdapter(SMALL);
    adapter.initHttpServer();
    const app = adapter.getInstance<Express>();
    app.post('/', (request, response) => {
      request.resume().on('end', () => {
        bodiesRead += 1;
        response.end('read');
      });
    });
    app.get('/large', (_, response) => {
      response.end(Buffer.alloc(64 * 1024 * 1024));
    });
    app.get('/slow', (_, response) => {
      setTimeout(() => response.end('done'), 600);
    });
    const server = adapter.getHttpServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await adapter.close();
  });

  async function open(bytes: string): Promise<Socket> {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
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

  it('gives requests and responses the prototypes of the application before Express handles them', async () => {
    const app = adapter.getInstance<Express>();
    const server = adapter.getHttpServer();
    const prototypes = new Promise<readonly object[]>((resolve) => {
      server.prependListener('request', (...messages: object[]) => {
        resolve(messages.map((message) => Object.getPrototypeOf(message) as object));
      });
    });
    app.get('/typed', (request, response) => response.json({ ip: request.ip, hasApp: response.app === app }));

    const socket = await open('GET /typed HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');

    expect(await textUntilClosed(socket)).toContain('{"ip":"127.0.0.1","hasApp":true}');
    const [ofRequest, ofResponse] = await prototypes;
    expect(ofRequest === app.request && ofResponse === app.response).toBe(true);
  });

  it('answers headers that do not end within headersTimeout with 408 and closes the connection', async () => {
    const socket = await open('GET /slow HTTP/1.1\r\nHost: a\r\nX-A: ');
    const dripping = setInterval(() => socket.write('a'), 20);

    expect(await textUntilClosed(socket)).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(dripping);
  });

  it('answers a body that does not end within requestTimeout with 408 and closes the connection', async () => {
    const socket = await open('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n');
    const dripping = setInterval(() => socket.write('a'), 20);

    expect(await textUntilClosed(socket)).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(dripping);
    expect(bodiesRead).toBe(0);
  });

  it('leaves a body more time than requestTimeout where it may take long', async () => {
    adapter.hasLongBody = () => true;
    const socket = await open(
      'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 30\r\n\r\n',
    );
    let left = 30;
    const dripping = setInterval(() => {
      if (left > 0) socket.write('a');
      left -= 1;
    }, 20);

    expect(await textUntilClosed(socket)).toMatch(/^HTTP\/1\.1 200 /);
    clearInterval(dripping);
    expect(bodiesRead).toBe(1);
  });

  it('answers what is no HTTP with 400 and closes the connection', async () => {
    const socket = await open('nonsense\r\n\r\n');

    expect(await textUntilClosed(socket)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('destroys the connection of a client that does not read a response for stalledReaderTimeout', async () => {
    adapter.isWorkingFor = () => false;
    const socket = await open('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    socket.pause();

    const [accepted] = (await once(adapter.getHttpServer(), 'timeout')) as [Socket];

    expect(accepted.destroyed).toBe(true);
  });

  it('keeps a connection while the service processes its request', async () => {
    adapter.isWorkingFor = () => true;
    const socket = await open('GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');

    expect(await textUntilClosed(socket)).toMatch(/done$/);
  });

  it('destroys the oldest idle connection for one above maxConnections', async () => {
    const closed: string[] = [];
    for (const name of ['first', 'second', 'third']) {
      const socket = await open('');
      socket.resume().once('close', () => closed.push(name));
    }
    // Before headersTimeout ends the others with 408.
    while (closed.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));

    expect(closed).toEqual(['first']);
  });

  it('keeps the connection whose request was answered last, though it is the oldest', async () => {
    // No other limit ends a connection meanwhile.
    const { headersTimeout, requestTimeout, stalledReaderTimeout: timeout } = CONNECTION_LIMITS;
    Object.assign(adapter.getHttpServer(), { headersTimeout, requestTimeout, timeout });
    adapter.getInstance<Express>().get('/', (_, response) => response.end('answered'));
    const [first, second] = [await open(''), await open('')];
    first.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(first, 'data');

    await open('');
    await once(second.resume(), 'close');

    expect(first.readyState).toBe('open');
  });

  it('closes a connection above maxConnections at once when the service works for all others', async () => {
    adapter.isWorkingFor = () => true;
    await open('');
    await open('');
    const third = await open('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');

    expect(await textUntilClosed(third)).toBe('');
  });

  it('closes a connection without a request when the server closes', async () => {
    const accepted = once(adapter.getHttpServer(), 'connection');
    const socket = await open('');
    await accepted;

    const [hadError] = await Promise.all([once(socket, 'close'), adapter.close()]);

    expect(hadError).toEqual([false]);
  });

  it('ends a connection with the next response when the server closes meanwhile', async () => {
    let closed: Promise<void> | undefined;
    let requests = 0;
    adapter.getInstance<Express>().get('/next', (_, response) => {
      requests += 1;
      if (requests === 3) closed = adapter.close();
      response.end('next');
    });
    const socket = await open('');
    const get = 'GET /next HTTP/1.1\r\nHost: a\r\n\r\n';
    // A client that sends the next request as soon as it has a response.
    socket.on('data', () => socket.write(get)).write(get);
    await once(socket, 'close');
    await closed;

    // The last one is not sent when the connection is idle for a millisecond.
    expect([3, 4]).toContain(requests);
  });

  it('has limits of 10 s for headers, 30 s for requests and unread responses, and 65 s for idle connections', () => {
    const usual = new HttpAdapter({ ...CONNECTION_LIMITS, maxConnections: 0 });
    usual.initHttpServer();

    const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = usual.getHttpServer();

    expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      timeout: 30_000,
      keepAliveTimeout: 65_000,
    });
  });
});

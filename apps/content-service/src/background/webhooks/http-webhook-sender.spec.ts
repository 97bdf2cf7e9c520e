import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type HttpWebhookSenderOptions, HttpWebhookSender } from './http-webhook-sender.js';

const LOOPBACK = ['127.0.0.0/8'];
const servers: TcpServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) (server as Server).closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(server: TcpServer): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function receive(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(listener))}/hook`;
}

function createSender(options: Partial<HttpWebhookSenderOptions> = {}): HttpWebhookSender {
  return new HttpWebhookSender({
    ...{ timeoutMs: 5000, allowHttp: true, allowedNetworks: LOOPBACK, ownPort: 0 },
    ...options,
  });
}

const post = (
  url: string,
  options?: Partial<HttpWebhookSenderOptions>,
): ReturnType<HttpWebhookSender['send']> =>
  createSender(options).send({ url, headers: { 'Content-Type': 'application/json' }, body: '{"a":"ä"}' });

describe('HttpWebhookSender.send', () => {
  it('uses a connection again, and opens another when the receiver has closed it', async () => {
    const ports = new Set<number | undefined>();
    const server = createServer((request, response) => {
      ports.add(request.socket.remotePort);
      request.resume();
      response.end('done');
    });
    const url = `http://127.0.0.1:${await listen(server)}/hook`;
    const sender = createSender();
    const call = { url, headers: {}, body: '{}' };

    for (let n = 0; n < 3; n += 1) expect(await sender.send(call)).toEqual({ status: 200, excerpt: 'done' });
    expect(ports.size).toBe(1);
    // The process learns of the end of the connection with its next call only.
    server.closeAllConnections();
    expect(await sender.send(call)).toEqual({ status: 200, excerpt: 'done' });
    expect(ports.size).toBe(2);
  });

  it('posts the body and gives status and the beginning of the answer', async () => {
    const received: unknown[] = [];
    const url = await receive((request, response) => {
      const { method, headers } = request;
      void request.toArray().then((chunks) => {
        received.push({ method, headers, body: Buffer.concat(chunks as Buffer[]).toString() });
        response.writeHead(202).end('queued');
      });
    });

    expect(await post(url)).toEqual({ status: 202, excerpt: 'queued' });
    expect(received).toEqual([
      {
        method: 'POST',
        body: '{"a":"ä"}',
        headers: expect.objectContaining({
          'content-type': 'application/json',
          'content-length': '10',
          'accept-encoding': 'identity',
        }),
      },
    ]);
  });

  it('gives Retry-After', async () => {
    const url = await receive((_, response) => response.writeHead(503, { 'Retry-After': '120' }).end());

    expect(await post(url)).toEqual({ status: 503, retryAfter: '120', excerpt: '' });
  });

  it('does not follow redirects', async () => {
    let requests = 0;
    const target = await receive((_, response) => {
      requests += 1;
      response.end();
    });
    const url = await receive((_, response) => response.writeHead(301, { Location: target }).end());

    expect(await post(url)).toEqual({ status: 301, excerpt: '' });
    expect(requests).toBe(0);
  });

  it('ends at the time limit when the receiver hangs', async () => {
    const url = await receive(() => undefined);

    expect(await post(url, { timeoutMs: 100 })).toEqual({
      error: 'timeout',
      detail: 'There was no answer within 100 ms.',
    });
  });

  it('takes the status of an answer whose body never ends', async () => {
    const url = await receive((_, response) => response.writeHead(200).write('begun'));

    expect(await post(url, { timeoutMs: 200 })).toEqual({ status: 200, excerpt: 'begun' });
  });

  it('fails when the receiver resets the connection', async () => {
    const url = await receive((request) => request.socket.resetAndDestroy());

    expect(await post(url)).toEqual({
      error: 'connection_failed',
      detail: 'The connection failed (ECONNRESET).',
    });
  });

  it('fails when the answer is no HTTP', async () => {
    const server = createTcpServer((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .end('SSH-2.0-x\r\n'),
    );
    const url = `http://127.0.0.1:${await listen(server)}`;

    expect(await post(url)).toMatchObject({ error: 'invalid_response' });
  });

  it('receives a small part of an answer of 5 MB', async () => {
    let written = 0;
    const url = await receive((_, response) => {
      response.on('error', () => undefined);
      const write = (): void => {
        while (written < 5_000_000 && !response.destroyed) {
          written += 10_000;
          if (!response.write('x'.repeat(10_000))) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    });

    expect(await post(url)).toEqual({ status: 200, excerpt: 'x'.repeat(1024) });
    // The rest fills buffers of the two sockets at most.
    expect(written).toBeLessThan(5_000_000);
  });

  it('does not decompress an answer', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const url = await receive((_, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb),
    );

    const response = await post(url);

    expect(response).toMatchObject({ status: 200 });
    expect('excerpt' in response ? response.excerpt.length : 0).toBeLessThanOrEqual(1024);
  });

  it('refuses a certificate that is not trusted, before anything is sent', async () => {
    let requests = 0;
    const server = createTlsServer({ key: KEY, cert: CERTIFICATE }, () => (requests += 1));
    server.on('tlsClientError', () => undefined);

    expect(await post(`https://127.0.0.1:${await listen(server)}/hook`)).toEqual({
      error: 'tls_failed',
      detail: 'No trusted TLS connection could be made (DEPTH_ZERO_SELF_SIGNED_CERT).',
    });
    expect(requests).toBe(0);
  });
});

describe('HttpWebhookSender.send to a forbidden address', () => {
  const REFUSED = {
    error: 'address_refused',
    detail: 'The URL leads to an address that may not be called.',
  };
  let port: number;
  let connections: number;
  beforeEach(async () => {
    connections = 0;
    port = await listen(createTcpServer((socket) => void ((connections += 1), socket.destroy())));
  });

  it.each([
    '127.0.0.1',
    '2130706433',
    '0.0.0.0',
    '10.0.0.1',
    '169.254.169.254',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fd00::1]',
    '[fec0::1]',
    '[::127.0.0.1]',
    '[2001:0:7f00:1::]',
    'localhost',
  ])('makes no connection to %s', async (host) => {
    for (const protocol of ['http', 'https'])
      expect(await post(`${protocol}://${host}:${port}/`, { allowedNetworks: [] })).toEqual(REFUSED);
    expect(connections).toBe(0);
  });

  it.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['0.0.0.0'],
    ['::127.0.0.1'],
    ['::7f00:1'],
    ['fec0::1'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['93.184.216.34', '127.0.0.1'],
  ])('makes no connection to a name that resolves to %s %s', async (...addresses) => {
    const lookup = createLookup(() => addresses);

    for (const protocol of ['http', 'https'])
      expect(await post(`${protocol}://rebind.example:${port}/`, { allowedNetworks: [], lookup })).toEqual(
        REFUSED,
      );
    expect(connections).toBe(0);
  });

  it.each(['127.0.0.1', 'self.example', 'localhost'])(
    'makes no connection to its own port at %s, though its network is allowed',
    async (host) => {
      const options = host === 'localhost' ? {} : { lookup: createLookup(() => ['127.0.0.9']) };

      expect(
        await post(`http://${host}:${port}/`, {
          ...options,
          allowedNetworks: ['127.0.0.0/8', '::1/128'],
          ownPort: port,
        }),
      ).toEqual(REFUSED);
      expect(connections).toBe(0);
    },
  );

  it('fails without a connection when the name cannot be resolved', async () => {
    const lookup = ((_: string, __: object, callback: (error: Error) => void): void => {
      process.nextTick(callback, new Error('getaddrinfo ENOTFOUND'));
    }) as unknown as Lookup;

    for (const protocol of ['http', 'https'])
      expect(await post(`${protocol}://unknown.example:${port}/`, { lookup })).toMatchObject({
        error: 'connection_failed',
      });
    // By the resolver of the system.
    expect(await post(`http://unknown.invalid:${port}/`, {})).toMatchObject({ error: 'host_not_found' });
    expect(connections).toBe(0);
  });

  it('judges each connection by the address it is made to, when a name changes its address', async () => {
    let lookups = 0;
    const lookup = createLookup(() => ((lookups += 1) === 1 ? ['127.0.0.2'] : ['127.0.0.1']));
    const options = { allowedNetworks: ['127.0.0.2/32'], lookup };

    expect(await post(`http://rebind.example:${port}/`, options)).toMatchObject({
      error: 'connection_failed',
    });
    expect(await post(`http://rebind.example:${port}/`, options)).toEqual(REFUSED);
    expect(connections).toBe(0);
  });

  it('does not use http: unless the deployment allows it', async () => {
    expect(await post(`http://127.0.0.1:${port}/`, { allowHttp: false })).toEqual(REFUSED);
    expect(connections).toBe(0);
  });
});

type Lookup = NonNullable<HttpWebhookSenderOptions['lookup']>;

function createLookup(resolve: () => readonly string[]): Lookup {
  return (_, options, callback) => {
    const found = resolve().map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const [first = { address: '', family: 4 }] = found;
    if (options.all === true) callback(null, found);
    else callback(null, first.address, first.family);
  };
}

/** Key of this test alone, with a certificate that is self-signed for localhost. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgApgubsICbaKOObNz
FRwYSp7Ck1JXGsMG3kUc/UHNWW+hRANCAARQ7ev8fsr7iKF2sD4GeWkSykXJpQtE
+7wcOTPbUOCuAzMekjo4LeOdRgQ6MkRVaToRyEXD7JQ69L3xaNrdvkVY
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBgDCCASWgAwIBAgIUD8y+uaI3JXqn3TKzRHfmUqRwm6cwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE5NTkzM1oYDzIxMjYxMDI5
MTk1OTMzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARQ7ev8fsr7iKF2sD4GeWkSykXJpQtE+7wcOTPbUOCuAzMekjo4LeOd
RgQ6MkRVaToRyEXD7JQ69L3xaNrdvkVYo1MwUTAdBgNVHQ4EFgQUy2r/mICLr+nh
FXU+7AcVL8jZjBkwHwYDVR0jBBgwFoAUy2r/mICLr+nhFXU+7AcVL8jZjBkwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA7zWsyqeXkAo86fB27amp
6itSwvhaXsnZtbhmREjfSmwCIQCPJC8DzrMPV+GHRhkcyVlykLfSxSSiWvlVe8Tw
zV9fog==
-----END CERTIFICATE-----`;

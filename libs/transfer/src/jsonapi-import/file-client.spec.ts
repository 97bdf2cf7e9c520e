import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { ClientCredentials } from './client-credentials.js';
import { FILE_LIMITS, FileClient, type FileLimits } from './file-client.js';
import type { SourceAccess } from './source-client.js';
import { SOURCE_LIMITS } from './source-client.js';

describe('FileClient', () => {
  let server: Server;
  let requests: IncomingMessage[];
  let answer: (response: ServerResponse, request: IncomingMessage) => void;
  beforeEach(async () => {
    requests = [];
    server = createServer((request, response) => {
      requests.push(request);
      answer(response, request);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetchText = async (
    limits: Partial<FileLimits> = {},
    access: SourceAccess = { headers: {} },
    read: (body: Readable) => Promise<string> = text,
  ): Promise<string> => {
    const all = { ...FILE_LIMITS, attempts: 3, backoffMs: 1, ...limits };
    const client = new FileClient(origin(), [], access, all);
    return client.fetch(client.resolve('/a.txt'), read, new AbortController().signal);
  };

  it('gets a file after answers that break off', async () => {
    answer = (response) => {
      response.writeHead(200, { 'Content-Length': '4' }).write('te');
      if (requests.length < 3) setImmediate(() => response.destroy());
      else response.end('xt');
    };

    expect(await fetchText()).toBe('text');
    expect(requests.length).toBe(3);
  });

  it('gives up a file of which no more bytes arrive', async () => {
    answer = (response) => response.writeHead(200).write('te');

    await expect(fetchText({ idleMs: 200 })).rejects.toMatchObject({
      ...{ code: 'file_not_fetched', message: 'It could not be read (no byte for 0 seconds), 3 times.' },
    });
    expect(requests.length).toBe(3);
  });

  it('gives up a file whose bytes arrive one by one without an end', async () => {
    const drips: NodeJS.Timeout[] = [];
    answer = (response) => {
      response.writeHead(200);
      drips.push(setInterval(() => response.write('x'), 20));
    };

    await expect(fetchText({ timeoutMs: 1000 })).rejects.toMatchObject({
      message: 'It did not arrive within 1 seconds.',
    });
    expect(requests.length).toBe(1);
    drips.forEach(clearInterval);
  });

  it('does not decompress bodies, so that a small one cannot become large', async () => {
    const body = gzipSync(Buffer.alloc(1_000_000));
    answer = (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(body);
    let bytes = 0;

    await fetchText({}, { headers: {} }, async (stream) => {
      for await (const chunk of stream as AsyncIterable<Buffer>) bytes += chunk.length;
      return '';
    });

    expect(bytes).toBe(body.length);
    expect(requests[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('asks for a new token once when the source refuses the present one', async () => {
    let tokens = 0;
    answer = (response, { url, headers }) => {
      if (url === '/token') response.end(JSON.stringify({ access_token: `t${++tokens}`, expires_in: 900 }));
      else if (headers.authorization === 'Bearer t2') response.end('text');
      else response.writeHead(401).end();
    };
    const credentials = new ClientCredentials(
      { tokenUrl: new URL('/token', origin()), clientId: 'a', clientSecret: 'b' },
      SOURCE_LIMITS,
    );

    expect(await fetchText({}, { headers: {}, credentials })).toBe('text');
    expect(tokens).toBe(2);
  });

  it('passes on what the reader throws, and does not read further', async () => {
    answer = (response) => response.writeHead(200).write('text');

    await expect(
      fetchText({}, { headers: {} }, () => Promise.reject(new RangeError('enough'))),
    ).rejects.toMatchObject({ message: expect.stringContaining('enough') });
  });

  it.each([
    ['https://other.example/a.txt', 'It lies outside of the site, at https://other.example;'],
    ['//other.example/a.txt', 'It lies outside of the site, at http://other.example;'],
    ['file:///etc/passwd', 'It lies outside of the site, at null;'],
    ['http://mira:secret@127.0.0.1/a.txt', 'Its address has a password.'],
    ['http://[', 'Its address is malformed.'],
  ])('does not fetch %s', (address, message) => {
    const client = new FileClient(origin(), [], { headers: {} });

    expect(() => client.resolve(address)).toThrow(message);
  });
});

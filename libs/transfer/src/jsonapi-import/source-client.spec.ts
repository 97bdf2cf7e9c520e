import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SOURCE_LIMITS, SourceClient } from './source-client.js';

describe('SourceClient', () => {
  let server: Server;
  let requests: string[];
  let answer: (response: ServerResponse, path: string) => void;
  beforeEach(async () => {
    requests = [];
    server = createServer(({ url = '' }, response) => {
      requests.push(url);
      answer(response, url);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const address = (path: string): URL =>
    new URL(path, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const get = (path: string, limits: Partial<typeof SOURCE_LIMITS> = {}): Promise<unknown> => {
    const all = { ...SOURCE_LIMITS, attempts: 3, backoffMs: 1, ...limits };
    return new SourceClient(address('/').origin, { headers: {} }, all).get(address(path));
  };
  const respond =
    (status: number, body = '{}', headers: Record<string, string> = {}) =>
    (response: ServerResponse): void => {
      response.writeHead(status, headers).end(body);
    };

  it('gives up after the last attempt at a server that fails', async () => {
    answer = respond(500);

    await expect(get('/x')).rejects.toMatchObject({
      code: 'source_unavailable',
      message: `${address('/x').href} answered 500, 3 times. --resume continues the import later.`,
    });
    expect(requests.length).toBe(3);
  });

  it('tries again when connections break', async () => {
    answer = (response) => {
      if (requests.length < 3) response.destroy();
      else response.end('{"data":[]}');
    };

    expect(await get('/x')).toEqual({ data: [] });
  });

  it('tries again when an answer breaks off', async () => {
    answer = (response) => {
      response.writeHead(200, { 'Content-Length': '11' }).write('{"data"');
      if (requests.length < 2) setImmediate(() => response.destroy());
      else response.end(':[]}');
    };

    expect(await get('/x')).toEqual({ data: [] });
  });

  it('ends requests without an answer at the time limit', async () => {
    answer = () => undefined;

    await expect(get('/x', { timeoutMs: 50 })).rejects.toThrow(/cannot be read .*, 3 times\./);
  });

  it('ends answers that never end at the time limit', async () => {
    answer = (response) => {
      response.write('{');
    };

    await expect(get('/x', { timeoutMs: 50, attempts: 1 })).rejects.toThrow('cannot be read');
  });

  it('does not receive more bytes than allowed', async () => {
    answer = respond(200, JSON.stringify({ data: 'x'.repeat(1000) }));

    await expect(get('/x', { bytesMaximum: 1000 })).rejects.toMatchObject({
      code: 'source_fault',
      message: `${address('/x').href} answered more than 1000 bytes. Try a smaller --page-size.`,
    });
    expect(requests.length).toBe(1);
  });

  it('takes an HTTP date as Retry-After', async () => {
    const past = new Date(0).toUTCString();
    answer = (response) => {
      if (requests.length === 1) respond(503, '{}', { 'Retry-After': past })(response);
      else response.end('{}');
    };

    expect(await get('/x', { backoffMs: 3_600_000 })).toEqual({});
  });

  it('ends redirects that lead on and on', async () => {
    answer = (response) => {
      respond(302, '', { Location: `/${requests.length}` })(response);
    };

    await expect(get('/x')).rejects.toThrow('redirects more than 5 times.');
  });

  it.each([
    'https://127.0.0.1/x',
    '//example.com/x',
    'http://169.254.169.254/x',
    'file:///etc/passwd',
    'data:,x',
  ])('refuses the link %s', (link) => {
    const client = new SourceClient('http://127.0.0.1', { headers: {} });

    expect(() => client.resolve(link, new URL('http://127.0.0.1/a'))).toThrow('was not followed');
  });

  it('refuses links with a password and malformed ones', () => {
    const client = new SourceClient('http://127.0.0.1', { headers: {} });

    expect(() => client.resolve('http://a:b@127.0.0.1/', new URL('http://127.0.0.1/a'))).toThrow(
      'was not followed',
    );
    expect(() => client.resolve('http://', new URL('http://127.0.0.1/a'))).toThrow('has the malformed link');
  });
});

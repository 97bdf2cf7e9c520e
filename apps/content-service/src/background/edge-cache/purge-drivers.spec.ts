import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PurgeDriver } from '../../platform/config/edge-cache-environment.js';
import { purge, PurgeFailed } from './purge-drivers.js';

interface Call {
  readonly request: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const createTags = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `node:${n}`);

describe('purge', () => {
  let server: Server;
  let calls: Call[];
  let answer: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
  let url: string;
  beforeEach(async () => {
    calls = [];
    answer = { status: 200, headers: {} };
    server = createServer((request, response) => {
      void text(request).then((body) => {
        calls.push({
          request: `${request.method ?? ''} ${request.url ?? ''}`,
          headers: request.headers,
          body,
        });
        response.writeHead(answer.status, answer.headers).end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const purgeWith = (driver: PurgeDriver, tags: readonly string[], token?: string): Promise<void> =>
    purge(tags, { driver, urls: [url], token });

  it('sends PURGE with the tags in xkey-purge to Varnish, at most 50 a request', async () => {
    await purgeWith('varnish', createTags(51));

    expect(calls.map(({ request }) => request)).toEqual(['PURGE /purge', 'PURGE /purge']);
    expect(calls[0]?.headers['xkey-purge']?.toString().split(' ')).toHaveLength(50);
    expect(calls[1]?.headers).toMatchObject({ 'xkey-purge': 'node:50' });
    expect(calls[1]?.headers.authorization).toBeUndefined();
  });

  it('sends the purge to each instance of Varnish, with the token', async () => {
    await purge(['model'], { driver: 'varnish', urls: [url, `${url}/second`], token: 'secret' });

    expect(calls.map(({ request }) => request)).toEqual(['PURGE /purge', 'PURGE /purge/second']);
    expect(calls[1]?.headers).toMatchObject({ 'xkey-purge': 'model', authorization: 'Bearer secret' });
  });

  it('posts surrogate_keys with Fastly-Key to Fastly, at most 256 a request', async () => {
    await purgeWith('fastly', createTags(257), 'secret');

    expect(calls.map(({ request }) => request)).toEqual(['POST /purge', 'POST /purge']);
    expect(calls[0]?.headers).toMatchObject({
      'fastly-key': 'secret',
      'content-type': 'application/json',
      accept: 'application/json',
    });
    const bodies = calls.map(({ body }) => JSON.parse(body) as { surrogate_keys: string[] });
    expect(bodies.map(({ surrogate_keys: keys }) => keys.length)).toEqual([256, 1]);
    expect(bodies[1]).toEqual({ surrogate_keys: ['node:256'] });
  });

  it('posts tags with a bearer token to Cloudflare, at most 100 a request', async () => {
    await purgeWith('cloudflare', createTags(101), 'secret');

    expect(calls.map(({ request }) => request)).toEqual(['POST /purge', 'POST /purge']);
    expect(calls[0]?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'content-type': 'application/json',
    });
    expect((JSON.parse(calls[0]?.body ?? '') as { tags: string[] }).tags).toHaveLength(100);
    expect(JSON.parse(calls[1]?.body ?? '')).toEqual({ tags: ['node:100'] });
  });

  it.each([
    [403, {}, 0],
    [429, { 'Retry-After': '7' }, 7],
    [503, { 'Retry-After': 'Mon, 23 Nov 2026 00:00:00 GMT' }, 0],
  ])('fails when the cache answers %s %j', async (status, headers, retryAfterSeconds) => {
    answer = { status, headers };

    const failure = await purgeWith('fastly', ['model'], 'secret').catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(PurgeFailed);
    expect(failure).toMatchObject({
      message: `The cache at ${new URL(url).host} answered a purge with ${status}.`,
      retryAfterSeconds,
    });
  });

  it('does not follow a redirect, which would take the token elsewhere', async () => {
    answer = { status: 307, headers: { Location: `${url}/elsewhere` } };

    await expect(purgeWith('fastly', ['model'], 'secret')).rejects.toThrow('could not be reached');

    expect(calls).toHaveLength(1);
  });

  it('fails when nothing listens', async () => {
    await new Promise((resolve) => server.close(resolve));

    await expect(purgeWith('varnish', ['model'])).rejects.toThrow(PurgeFailed);
  });
});

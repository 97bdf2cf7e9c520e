/** @needs varnishd */
import type { AddressInfo } from 'node:net';
import type { Entry } from '@content-service/entries';
import { ClientRegistry } from '@content-service/oauth-clients';
import { startApp, type TestApp } from '../support/app.js';
import { JSON_API } from '../support/api-client.js';
import { formatEntryPath } from '../support/entry-path.js';
import { eventually } from '../support/eventually.js';
import { OperatedClients } from '../support/operated-clients.js';
import { Varnish } from './varnish.js';

const CURSOR = `${JSON_API};profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"`;
/** Reads of each article between two edits. */
const ROUNDS = 6;
const PURGE_TOKEN = 'token.of/purges+';
const COLLECTION = '/api/node/article?sort=title';

interface CachedSite {
  readonly app: TestApp;
  readonly varnish: Varnish;
  /** Paths of the requests that have reached the service. */
  readonly arrived: string[];
}

async function startCached({ sharedMaxAgeSeconds = 3600, isPurged = true } = {}): Promise<CachedSite> {
  const varnish = await Varnish.prepare();
  const purge: Readonly<Record<string, string>> = isPurged
    ? { PURGE_DRIVER: 'varnish', PURGE_URL: varnish.url, PURGE_TOKEN }
    : {};
  const app = await startApp({ CACHE_TAGS: 'surrogate-key', ...purge });
  await app.site.settings({ publicAccess: true, publicMaxAgeSeconds: 10, sharedMaxAgeSeconds });
  const arrived: string[] = [];
  const server = app.nest.getHttpServer();
  server.on('request', ({ url = '' }) => {
    // The probe of Varnish arrives at any time.
    if (url !== '/health/ready') arrived.push(url);
  });
  await varnish.start((server.address() as AddressInfo).port, purge['PURGE_TOKEN']);
  return { app, varnish, arrived };
}

async function stop({ app, varnish }: CachedSite): Promise<void> {
  await app.stop();
  await varnish.stop();
}

describe('deploy/varnish/default.vcl', () => {
  let site: CachedSite;
  beforeAll(async () => {
    site = await startCached();
  });
  afterAll(() => stop(site));

  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    site.varnish.send(path, { headers });
  /** Whether the answer came from the cache. The answer of a new entry is purged, and purged again after five seconds. */
  const isHit = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<boolean> =>
    (await get(path, headers)).headers['x-cache'] === 'HIT';
  const getTitle = async (entry: Entry): Promise<string> =>
    (JSON.parse((await get(formatEntryPath(entry))).body) as { data: { attributes: { title: string } } }).data
      .attributes.title;
  const getToken = async (client: string): Promise<string> => {
    const form = { grant_type: 'client_credentials', client_id: client, client_secret: 's'.repeat(43) };
    const { body } = await site.varnish.send('/oauth/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
    return `Bearer ${(JSON.parse(body) as { access_token: string }).access_token}`;
  };

  it('shows an edited article an hour before it expires while more than nine reads in ten are answered from the cache', async () => {
    const articles = await site.app.site.articles({ published: 20 });
    let [hits, reads] = [0, 0];
    for (let edit = 0; edit < 9; edit++) {
      const article = articles[edit];
      if (article === undefined) throw new Error('The article is missing.');
      const title = `Edited ${edit}`;
      await site.app.api.asAdministrator().patch(formatEntryPath(article), {
        data: { type: article.type, id: article.id, attributes: { title } },
      });
      await eventually(async () => (await getTitle(article)) === title);

      expect((await get(COLLECTION)).body).toContain(`"${title}"`);
      for (let round = 0; round < ROUNDS; round++)
        for (const each of articles) {
          reads += 1;
          if (await isHit(formatEntryPath(each))) hits += 1;
        }
    }

    expect(hits / reads).toBeGreaterThan(0.9);
  });

  it('is emptied by a job that an administrator requests', async () => {
    const article = await site.app.site.article();
    const path = formatEntryPath(article);
    await eventually(() => isHit(path));

    const operator = { label: 'Operator', allowedScopes: ['site_settings:administer'], redirectUris: [] };
    const secret = 's'.repeat(43);
    await new OperatedClients(site.app.nest.get(ClientRegistry)).register(operator, {
      id: 'operator',
      secret,
    });
    const { status } = await site.varnish.send('/manage/jobs', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: await getToken('operator') },
      body: '{"kind": "cache.purge"}',
    });

    expect(status).toBe(202);
    await eventually(async () => !(await isHit(path)));
  });

  it('shows a new article, a published and a deleted one in the collection', async () => {
    const hidden = await site.app.site.article({ title: 'Hidden at first', published: false });
    await eventually(() => isHit(COLLECTION));
    const contains = async (title: string): Promise<boolean> => (await get(COLLECTION)).body.includes(title);
    expect(await contains('Hidden at first')).toBe(false);

    await site.app.api.asAdministrator().patch(formatEntryPath(hidden), {
      data: { type: hidden.type, id: hidden.id, attributes: { status: true } },
    });
    await eventually(() => contains('Hidden at first'));
    await site.app.api.asAdministrator().delete(formatEntryPath(hidden));
    await eventually(async () => !(await contains('Hidden at first')));

    expect((await get(formatEntryPath(hidden))).status).toBe(404);
  });

  it('no longer answers from the cache when public access ends', async () => {
    const path = formatEntryPath(await site.app.site.article());
    await eventually(() => isHit(path));

    await site.app.site.settings({ publicAccess: false });

    await eventually(async () => (await get(path)).status === 401);
    await site.app.site.settings({ publicAccess: true });
    await eventually(async () => (await get(path)).status === 200);
  });

  it('stores no answer to a request with a token', async () => {
    const hidden = formatEntryPath(await site.app.site.article({ published: false }));
    const shown = formatEntryPath(await site.app.site.article());
    await eventually(() => isHit(shown));
    const Authorization = await getToken('administrator');
    site.arrived.length = 0;

    for (const path of [hidden, shown, hidden, shown])
      expect((await get(path, { Authorization })).headers).toMatchObject({
        'x-cache': 'MISS',
        'cache-control': 'private, no-cache',
      });

    expect(site.arrived).toEqual([hidden, shown, hidden, shown]);
    expect((await get(hidden)).status).toBe(401);
  });

  it.each([
    ['an unpublished entry', async () => formatEntryPath(await site.app.site.article({ published: false }))],
    ['an unknown entry', () => '/api/node/article/00000000-0000-4000-8000-000000000000'],
    ['an invalid query', () => '/api/node/article?filter[nothing]=1'],
    ['the entry point', () => '/api'],
    ['the management API', () => '/manage/settings/jsonapi'],
    ['an OAuth endpoint', () => '/oauth/authorize'],
    ['the login page', () => '/user/login'],
    ['the administration', () => '/admin'],
  ])('asks the service each time for %s', async (_, find) => {
    const path = await find();
    site.arrived.length = 0;

    const answers = [await get(path), await get(path), await get(path)];

    expect(answers.map(({ headers }) => headers['x-cache'])).toEqual(['MISS', 'MISS', 'MISS']);
    expect(site.arrived).toEqual([path, path, path]);
  });

  it('stores one answer for all forms of Accept that mean JSON:API', async () => {
    const path = formatEntryPath(await site.app.site.article());
    const forms = [JSON_API, '*/*', 'text/html, */*;q=0.8', `${JSON_API}, */*;q=0.1`];

    await eventually(async () => {
      await site.varnish.send(path);
      const hits = await Promise.all(forms.map((Accept) => isHit(path, { Accept })));
      return hits.every((hit) => hit);
    });
  });

  it('keeps the cursor profile and unacceptable types apart', async () => {
    const path = '/api/taxonomy_term/tags';
    await site.app.site.tag();
    await eventually(() => isHit(path));

    const cursor = await get(path, { Accept: CURSOR });
    const refused = await get(path, { Accept: `${JSON_API};charset=utf-8` });

    expect([cursor.status, cursor.headers['content-type']]).toEqual([200, CURSOR]);
    expect(refused.status).toBe(406);
    expect((await get(path)).headers['content-type']).toBe(JSON_API);
  });

  it('delivers the fields for browsers alone', async () => {
    const path = formatEntryPath(await site.app.site.article());
    await eventually(() => isHit(path));

    const { headers } = await get(path);

    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=10',
      vary: 'Accept, Authorization, Accept-Encoding',
    });
    for (const name of ['surrogate-key', 'surrogate-control', 'cdn-cache-control', 'xkey'])
      expect(headers[name]).toBeUndefined();
    await eventually(async () => {
      const revalidated = await get(path, { 'If-None-Match': headers['etag'] ?? '' });
      expect(revalidated.status).toBe(304);
      return revalidated.headers['x-cache'] === 'HIT';
    });
  });

  it('purges for the addresses of the list alone, not through a proxy, with the token, and by tags alone', async () => {
    const path = formatEntryPath(await site.app.site.article());
    await eventually(() => isHit(path));
    const purge = (headers: Readonly<Record<string, string>>, from?: string) =>
      site.varnish.send('/', {
        ...{ method: 'PURGE', headers: { 'xkey-purge': 'node--article', ...headers } },
        ...(from === undefined ? {} : { from }),
      });
    const Authorization = `Bearer ${PURGE_TOKEN}`;

    const refused = [
      await purge({ Authorization }, '127.0.0.2'),
      await purge({ Authorization, 'X-Forwarded-For': '203.0.113.9' }),
      await purge({}),
      await purge({ Authorization: 'Bearer' }),
      await purge({ Authorization: PURGE_TOKEN }),
      await purge({ Authorization: `${Authorization}x` }),
      await purge({ Authorization: Authorization.slice(0, -1) }),
      await purge({ Authorization: Authorization.toUpperCase() }),
    ];

    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    expect((await site.varnish.send(path, { method: 'PURGE', headers: { Authorization } })).status).toBe(400);
    expect((await purge({ Authorization })).status).toBe(200);
    expect(await isHit(path)).toBe(false);
  });
});

describe('deploy/varnish/default.vcl without a token', () => {
  it('purges nothing', async () => {
    const site = await startCached({ isPurged: false });
    const credentials = [undefined, 'Bearer', 'Bearer ', 'Bearer undefined', 'Bearer (null)'];

    const answers = await Promise.all(
      credentials.map((Authorization) =>
        site.varnish.send('/', {
          method: 'PURGE',
          headers: { 'xkey-purge': 'model', ...(Authorization === undefined ? {} : { Authorization }) },
        }),
      ),
    );
    await stop(site);

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  });
});

describe('deploy/varnish/default.vcl without the service', () => {
  it('answers with what it has stored, though that is outdated', async () => {
    const site = await startCached({ sharedMaxAgeSeconds: 1, isPurged: false });
    const path = formatEntryPath(await site.app.site.article());
    await eventually(async () => (await site.varnish.send(path)).headers['x-cache'] === 'HIT');

    await site.app.stop();

    const stoppedAt = performance.now();
    await eventually(async () => {
      expect((await site.varnish.send(path)).status).toBe(200);
      return performance.now() - stoppedAt > 3000;
    });
    await site.varnish.stop();
  });
});

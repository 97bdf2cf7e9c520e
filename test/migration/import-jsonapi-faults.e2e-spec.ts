import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { launchCommand } from '../support/content-service.js';
import { eventually } from '../support/eventually.js';
import { Receiver } from '../support/receiver.js';
import { Workshop } from '../restore/backup-site.js';
import { article, createSite, tag, toId } from './drupal-site.js';
import { DrupalSource } from './drupal-source.js';
import { messages, MigratedSite } from './migrated-site.js';

/** Each test has a database of its own, which a busy server takes long to create. */
const ARTICLES = '/jsonapi/node/article?';

describe('content-service import-jsonapi with a faulty source', () => {
  const workshop = new Workshop();
  let source: DrupalSource;
  let site: MigratedSite;
  beforeEach(async () => {
    source = await DrupalSource.start([
      ...Array.from({ length: 120 }, (_, n) => article(n + 1, 120)),
      ...[tag(1), tag(2, 1)],
    ]);
    site = new MigratedSite(workshop, (await workshop.database()).url, source);
  });
  afterEach(() => source.stop());
  afterAll(() => workshop.remove());

  const isPage = (path: string, offset: number): boolean =>
    path.startsWith(ARTICLES) && path.endsWith(`page[offset]=${offset}`);

  it('waits as long as Retry-After says when the source answers 429 or 503', async () => {
    const statuses = [429, 503, 429];
    source.override = ({ path }) => {
      const status = isPage(path, 50) ? statuses.shift() : undefined;
      return status === undefined ? undefined : { status, headers: { 'Retry-After': '0' } };
    };

    expect(await site.takeOver()).toMatchObject({ stored: { inserted: 122 }, problems: [] });
    expect(statuses).toEqual([]);
  });

  it('ends when the source asks for a pause of hours, and continues with --resume without reading pages again', async () => {
    source.override = ({ path }) =>
      isPage(path, 100) ? { status: 429, headers: { 'Retry-After': '7200' } } : undefined;

    const { code, errors } = await site.run();

    expect([code, errors]).toEqual([
      1,
      expect.stringContaining('and asks for a pause of 7200 seconds. --resume continues the import later.'),
    ]);
    expect((await site.exportResources()).size).toBe(0);
    source.override = () => undefined;
    source.requests.length = 0;
    expect(await site.takeOver('--resume')).toMatchObject({ stored: { inserted: 122 }, problems: [] });
    expect(source.requestsOf(ARTICLES).map(({ path }) => path)).toEqual([
      expect.stringContaining('page[offset]=100'),
    ]);
    expect(existsSync(site.folder)).toBe(false);
  });

  it('refuses to begin again over an unfinished import, and to continue one of another source', async () => {
    source.override = ({ path }) =>
      isPage(path, 50) ? { status: 429, headers: { 'Retry-After': '7200' } } : undefined;
    await site.run();
    source.override = () => undefined;

    expect((await site.run()).errors).toContain(
      `The folder '${site.folder}' has an unfinished import. --resume continues it; remove the folder to begin again.`,
    );
    expect((await site.run('--resume', '--exclude', 'node--article')).errors).toContain(
      'belongs to an import of',
    );
    expect(await site.takeOver('--resume')).toMatchObject({ stored: { inserted: 122 } });
  });

  it('continues with --resume after the process was killed', async () => {
    source.override = ({ path }) => (isPage(path, 100) ? 'never' : undefined);
    const options = ['import-jsonapi', source.url, '--folder', site.folder];
    const child = launchCommand(site.database, ...options);
    await eventually(async () => source.requests.some(({ path }) => isPage(path, 100)));
    child.kill('SIGKILL');
    await once(child, 'close');
    source.override = () => undefined;
    source.requests.length = 0;

    expect(await site.takeOver('--resume')).toMatchObject({ stored: { inserted: 122 }, problems: [] });

    expect(source.requestsOf(ARTICLES).length).toBe(1);
    expect((await site.exportLines()).filter(({ kind }) => kind === 'entry').length).toBe(122);
  });

  it('continues with --resume after the process was killed while it stored entries', async () => {
    source.resources = Array.from({ length: 2000 }, (_, n) => article(n + 1, 2000));
    const child = launchCommand(site.database, 'import-jsonapi', source.url, '--folder', site.folder);
    await eventually(
      async () => (await site.exportLines()).some(({ kind }) => kind === 'entry') || child.exitCode !== null,
    );
    child.kill('SIGKILL');
    if (child.exitCode === null) await once(child, 'close');

    expect(await site.takeOver('--resume')).toMatchObject({ problems: [] });

    expect((await site.exportLines()).filter(({ kind }) => kind === 'entry').length).toBe(2000);
    expect((await site.exported(toId('a', 2000)))?.relationships).toMatchObject({
      field_next: { data: { id: toId('a', 1) } },
    });
  });

  it('keeps what it has read from other users of the machine', async () => {
    source.override = ({ path }) =>
      path.startsWith('/jsonapi/taxonomy') ? { status: 429, headers: { 'Retry-After': '7200' } } : undefined;
    await site.run();

    expect(statSync(site.folder).mode & 0o777).toBe(0o700);
    expect(statSync(`${site.folder}/collection-0.ndjson`).mode & 0o777).toBe(0o600);
    source.override = () => undefined;
    await site.takeOver('--resume');
  });

  it('ends a collection whose next links never end, and imports the rest', async () => {
    let page = 0;
    source.override = ({ path }) => {
      if (!path.startsWith(ARTICLES)) return undefined;
      page += 1;
      return {
        body: { data: [article(page, 9)], links: { next: { href: `${source.url}${ARTICLES}n=${page}` } } },
      };
    };

    const { code, output } = await site.run('--max-pages', '7', '--json');

    expect(code).toBe(1);
    const report = JSON.parse(output) as object;
    expect(report).toMatchObject({
      problems: [{ message: expect.stringMatching(/is page 7, the last one that --max-pages allows\.$/) }],
      stored: { inserted: 9 },
    });
    expect(page).toBe(7);
  });

  it('ends a collection whose next link leads back', async () => {
    source.override = ({ path }) =>
      isPage(path, 50)
        ? { body: { data: [], links: { next: { href: `${source.url}${ARTICLES}page[limit]=50` } } } }
        : undefined;

    expect(await site.takeOver()).toMatchObject({
      problems: [{ message: expect.stringContaining('leads back to') }],
      stored: { inserted: 52 },
    });
  });

  it.each([
    ['a next link', (url: string) => ({ body: { data: [], links: { next: { href: `${url}/next` } } } })],
    ['a redirect', (url: string) => ({ status: 302, headers: { Location: `${url}/redirect` } })],
  ])('does not follow %s to another host', async (_, answer) => {
    const other = await Receiver.start();
    source.override = ({ path }) => (isPage(path, 50) ? answer(other.url('')) : undefined);

    const report = await site.takeOver('--token', 'secret');

    expect(other.calls).toEqual([]);
    expect(messages(report.problems)).toEqual([
      expect.stringContaining(`which was not followed: it is outside of ${source.url}.`),
    ]);
    expect(report.stored).toMatchObject({ inserted: 52 });
    await other.stop();
  });

  it('does not read collections of other hosts', async () => {
    const other = await Receiver.start();
    source.links = { 'node--page': { href: other.url('/jsonapi/node/page') } };

    const { problems } = await site.takeOver();

    expect(other.calls).toEqual([]);
    expect(messages(problems)).toEqual([
      expect.stringContaining(`leads to ${other.url('/jsonapi/node/page')}`),
    ]);
    await other.stop();
  });

  it('follows redirects inside of the source', async () => {
    source.override = ({ path }) =>
      path.startsWith('/jsonapi/taxonomy_term/tags?') && !path.includes('moved')
        ? { status: 301, headers: { Location: '/jsonapi/taxonomy_term/tags?moved=1' } }
        : undefined;

    expect(await site.takeOver('--include', 'taxonomy_term--tags')).toMatchObject({
      stored: { inserted: 2 },
    });
  });

  it.each([
    ['HTML', '<!doctype html>', 'answered no JSON (application/vnd.api+json).'],
    ['a list', [], 'answered no JSON object.'],
    ['a document without data', {}, "has no list of resources under 'data'."],
    [
      'a resource without an id',
      { data: [{ type: 'node--article' }] },
      "has a resource without 'type' and 'id' at /data/0.",
    ],
  ])('ends a collection with %s, and imports the rest', async (_, body, message) => {
    source.override = ({ path }) => (isPage(path, 50) ? { body } : undefined);

    const report = await site.takeOver();

    expect(messages(report.problems)).toEqual([expect.stringContaining(message)]);
    expect(report.stored).toMatchObject({ inserted: 52 });
  });

  it('reports collections that the credentials do not allow to read', async () => {
    source.override = ({ path }) => (path.startsWith('/jsonapi/taxonomy') ? { status: 403 } : undefined);

    const report = await site.takeOver();

    expect(messages(report.problems)).toEqual([
      `${source.url}/jsonapi/taxonomy_term/tags?page%5Blimit%5D=50 answered 403, so the credentials do not allow it.`,
    ]);
    expect(report.stored).toMatchObject({ inserted: 120 });
  });

  it('reads sources that do not know page[limit]', async () => {
    source.override = ({ path }) =>
      path.startsWith('/jsonapi/taxonomy') && path.includes('page[limit]') ? { status: 400 } : undefined;

    expect(await site.takeOver('--include', 'taxonomy_term--tags')).toMatchObject({
      stored: { inserted: 2 },
    });
  });

  it.each([
    ['no start document', { status: 404 }, 'There is no start document of JSON:API'],
    [
      'a start document that needs credentials',
      { status: 401 },
      'so the credentials are missing or were refused',
    ],
    ['a page instead of a start document', { body: '<html>' }, 'answered no JSON'],
  ])('fails with %s', async (_, answer, message) => {
    source.override = () => answer;

    const { code, errors } = await site.run('--folder', workshop.path(`failed-${message.length}`));

    expect([code, errors]).toEqual([1, expect.stringContaining(message)]);
  });
});

describe('content-service import-jsonapi with credentials', () => {
  const workshop = new Workshop();
  let source: DrupalSource;
  let site: MigratedSite;
  beforeEach(async () => {
    source = await DrupalSource.start(createSite(1));
    site = new MigratedSite(workshop, (await workshop.database()).url, source);
  });
  afterEach(() => source.stop());
  afterAll(() => workshop.remove());

  const sentWith = (authorization: string): boolean =>
    source.requestsOf('/jsonapi').every((request) => request.authorization === authorization);

  it('sends a token or a header with every request', async () => {
    await site.takeOver('--token', 'abc');
    expect(sentWith('Bearer abc')).toBe(true);

    source.requests.length = 0;
    await site.takeOver('--header', 'Authorization: Basic bWlyYTp4');
    expect(sentWith('Basic bWlyYTp4')).toBe(true);
  });

  it('gets tokens with the credentials of a client, and a new one when the source refuses the first', async () => {
    let tokens = 0;
    source.override = ({ path, authorization }) => {
      if (path === '/oauth/token') {
        tokens += 1;
        return { body: { token_type: 'Bearer', expires_in: 300, access_token: `token-${tokens}` } };
      }
      const isExpired = authorization === 'Bearer token-1' && path.startsWith('/jsonapi/taxonomy');
      return isExpired ? { status: 401 } : undefined;
    };

    const report = await site.takeOver(
      '--client-id',
      'mover',
      '--client-secret',
      'p&ss',
      '--scope',
      'content',
    );

    expect(report.problems).toEqual([]);
    expect(tokens).toBe(2);
    expect(source.requestsOf('/oauth/token')[0]).toMatchObject({
      method: 'POST',
      body: 'grant_type=client_credentials&client_id=mover&client_secret=p%26ss&scope=content',
    });
  });

  it('renews a token before it expires', async () => {
    source.override = ({ path }) =>
      path === '/oauth/token' ? { body: { expires_in: 10, access_token: 'short' } } : undefined;

    await site.takeOver('--client-id', 'mover', '--client-secret', 'secret');

    const [tokens, all] = [source.requestsOf('/oauth/token').length, source.requests.length];
    expect(tokens).toBe(all - tokens);
  });

  it('fails when the client is refused, without showing its secret', async () => {
    source.override = ({ path }) =>
      path === '/oauth/token'
        ? {
            status: 401,
            body: { error: 'invalid_client', error_description: 'Client authentication failed' },
          }
        : undefined;

    const { code, errors } = await site.run('--client-id', 'mover', '--client-secret', 'very-secret');

    expect([code, errors]).toEqual([
      1,
      `content-service: ${source.url}/oauth/token issued no token; it answered 401: Client authentication failed\n`,
    ]);
  });

  it.each([
    [['--client-id', 'mover'], 1, '--client-id and --client-secret belong together.'],
    [
      ['--token', 'a', '--client-id', 'b', '--client-secret', 'c'],
      1,
      'Give either --token or --client-id, not both.',
    ],
    [['--token', '-'], 1, '--token - needs a line on standard input.'],
    [['--header', 'no header'], 2, 'Must be a header such as'],
    [['--page-size', '0'], 2, 'Must be a whole number from 1, in digits.'],
  ])('refuses %j', async (options, code, message) => {
    const result = await site.run(...options);

    expect([result.code, result.errors]).toEqual([code, expect.stringContaining(message)]);
    expect(source.requests).toEqual([]);
  });

  it.each(['ftp://example.com', 'example.com', 'https://mira:secret@example.com/'])(
    'refuses the address %s',
    async (url) => {
      const { code, errors } = await workshop.run(site.database, 'import-jsonapi', url);

      expect([code, errors]).toEqual([
        2,
        expect.stringMatching(/Must (begin with https|not contain a password)/),
      ]);
    },
  );
});

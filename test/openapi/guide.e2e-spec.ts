import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startApp, type TestApp } from '../support/app.js';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));

/** Paths of pages below /docs/guide/ that are made from the files of a folder of docs/. */
const listPages = (folder: string): readonly string[] =>
  readdirSync(DOCS + folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => folder + name.slice(0, -'.md'.length));

const PAGES = ['readme', 'deploy', ...listPages(''), ...listPages('runbooks/')].map(
  (path) => `/docs/guide/${path}`,
);

describe('GET /docs/guide', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const get = (path: string): ReturnType<ReturnType<TestApp['api']['asAnonymous']>['get']> =>
    app.api.asAnonymous().get(path);
  const readHtml = async (path: string): Promise<string> => (await get(path)).text;

  it('is reached from /docs', async () => {
    expect(await readHtml('/docs')).toContain('<a href="/docs/guide">Guide</a>');
  });

  it('lists a page for every Markdown file of docs', async () => {
    const html = await readHtml('/docs/guide');
    const links = [...html.matchAll(/<li><a href="(?<path>[^"]+)"/g)].map(([, path = '']) => path);

    expect(links.sort()).toEqual([...PAGES].sort());
  });

  it('has a CSP without scripts and other sites, whose form leads to the service', async () => {
    const { headers } = await get('/docs/guide/operations');

    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
  });

  it('shows a Markdown file with a list of its sections', async () => {
    const html = await readHtml('/docs/guide/operations');

    expect(html).toContain('<title>Operations - Content service</title>');
    expect(html).toContain('<h2 id="backup-and-restore">Backup and restore</h2>');
    expect(html).toContain('<li><a href="#backup-and-restore">Backup and restore</a></li>');
    expect(html).toMatch(/<a href="\/docs\/guide\/operations" aria-current="page">Operations<\/a>/);
  });

  it('has only links of its own that lead to a page, a heading or a file', async () => {
    const pages = new Map<string, string>();
    for (const path of ['/docs/guide', ...PAGES]) pages.set(path, await readHtml(path));
    const links = [...pages].flatMap(([page, html]) =>
      [
        ...html
          .replace(/<pre[^]*?<\/pre>|<code>[^<]*<\/code>/g, '')
          .matchAll(/(?:href|src)="(?<target>[^"]*)"/g),
      ]
        .map(([, target = '']) => target)
        .filter((target) => !/^(https?|mailto):/.test(target))
        .map((target) => ({ page, target })),
    );
    const files = new Set(links.map(({ target }) => target.split('#')[0] ?? ''));
    const statuses = new Map<string, number>([['', 200]]);
    for (const file of files) if (file !== '') statuses.set(file, (await get(file)).status);

    const broken = links.filter(({ page, target }) => {
      const [file = '', fragment] = target.split('#');
      const html = pages.get(file === '' ? page : file) ?? '';
      return statuses.get(file) !== 200 || (fragment !== undefined && !html.includes(` id="${fragment}"`));
    });

    expect(links.length).toBeGreaterThan(200);
    expect(broken).toEqual([]);
  });

  it('has no script, style or event handler', async () => {
    for (const path of ['/docs/guide', ...PAGES])
      expect(await readHtml(path)).not.toMatch(/<(script|style|iframe)\b|\son\w+=|javascript:/i);
  });

  it('has a form on each page that searches all pages', async () => {
    for (const path of ['/docs/guide', '/docs/guide/operations', '/docs/guide/runbooks/memory'])
      expect(await readHtml(path)).toContain('<form role="search" action="/docs/guide">');
  });

  it('finds the sections that have all words, by their beginnings, and marks them', async () => {
    const html = await readHtml('/docs/guide?q=backup+RESTOR');

    expect(html).toContain('<title>Results for “backup RESTOR” - Content service</title>');
    const [, heading = ''] =
      /<a href="\/docs\/guide\/operations#backup-and-restore">(.*)<\/a>/.exec(html) ?? [];
    expect(heading).toBe('<mark>Backup</mark> and <mark>restor</mark>e');
    expect(html.indexOf('operations#backup-and-restore')).toBeLessThan(html.indexOf('docs/guide/events#'));
    expect(html).toMatch(/value="backup RESTOR"/);
  });

  it('finds texts and names of settings', async () => {
    const html = await readHtml('/docs/guide?q=webhook_timeout');

    expect(html).toMatch(/<a href="\/docs\/guide\/configuration#[^"]+">/);
    expect(html).toContain('<mark>WEBHOOK_TIMEOUT</mark>_MS');
  });

  it.each([
    ['what stands in HTML', '<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['an attribute', '" autofocus onfocus="x', '&quot; autofocus onfocus=&quot;x'],
    ['a pattern', '(a+)+$ [-x \\', '(a+)+$ [-x \\'],
  ])('shows a query with %s as text', async (_, query, shown) => {
    const answer = await get(`/docs/guide?q=${encodeURIComponent(query)}`);

    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`value="${shown}"`);
    expect(answer.text).toContain('No section has all of these words.');
  });

  it('lists the pages for an empty query, and refuses a long one', async () => {
    expect(await readHtml('/docs/guide?q=+')).toBe(await readHtml('/docs/guide'));
    expect(await get(`/docs/guide?q=${'a'.repeat(101)}`)).toMatchObject({ status: 400 });
  });

  it.each(['/docs/guide/nothing', '/docs/guide/images/nothing.png', '/docs/guide/..%2F..%2Fpackage.json'])(
    'answers 404 for %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

describe('GET /docs/guide of a site whose base URL has a path', () => {
  it('has links below the path', async () => {
    const app = await startApp({ BASE_URL: 'https://www.example/cms' });

    const { text } = await app.api.asAnonymous().get('/docs/guide/events');

    expect(text).toContain('<link rel="stylesheet" href="/cms/docs/guide/guide.css">');
    expect(text).toContain('href="/cms/docs/guide/metrics"');
    await app.stop();
  });
});

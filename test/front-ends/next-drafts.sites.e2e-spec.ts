import { fileURLToPath } from 'node:url';
import { ApiClient } from '../support/api-client.js';
import { FIRST_CLIENT } from '../support/content-service.js';
import { COPY } from '../support/copy-requests.js';
import { type ServedApp, serveApp } from '../support/served-app.js';
import { FrontEnd } from './front-end.js';

/** Enough for installing and building on a busy machine. */
const START_LIMIT_MS = 900_000;

describe('previews on a site like the starter of next-drupal, whose client has no scopes', () => {
  let app: ServedApp;
  let api: ApiClient;
  let site: FrontEnd;
  beforeAll(async () => {
    const { client_id: INITIAL_CLIENT_ID, client_secret: INITIAL_CLIENT_SECRET } = FIRST_CLIENT;
    app = await serveApp({ INITIAL_CLIENT_ID, INITIAL_CLIENT_SECRET });
    await connect();
    await manage('PATCH', '/settings/jsonapi', { allowedOperations: 'read_write' });
    const client = (await manage('POST', '/api-clients', { label: 'Website', allowedScopes: [] })) as {
      readonly id: string;
      readonly secret: string;
    };
    site = await FrontEnd.start({
      name: 'next',
      folder: fileURLToPath(new URL('starter/', import.meta.url)),
      build: ['node_modules/next/dist/bin/next', 'build'],
      start: ['node_modules/next/dist/bin/next', 'start', '--hostname', '127.0.0.1'],
      variables: {
        NEXT_PUBLIC_DRUPAL_BASE_URL: app.url,
        DRUPAL_CLIENT_ID: client.id,
        DRUPAL_CLIENT_SECRET: client.secret,
      },
    });
    await connect();
    const url = `${site.url}/api/draft`;
    await manage('PATCH', '/settings/content', { previewSites: [{ label: 'Website', url }] });
  }, START_LIMIT_MS);
  beforeEach(() => connect());
  afterAll(async () => {
    await site.stop();
    await app.stop();
  });

  /** Gets a new token, since building the site can take longer than one is valid. */
  const connect = async (): Promise<void> => {
    api = await ApiClient.withCredentials(app.url, FIRST_CLIENT);
  };
  const manage = async (method: string, path: string, body: object): Promise<unknown> => {
    const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
    const answer = await api.send(method, `/manage${path}`, { document: body, headers });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const createArticle = (
    title: string,
    status: boolean,
    alias?: string,
  ): Promise<{ readonly id: string }> => {
    const path = alias === undefined ? {} : { path: { alias, langcode: 'en' } };
    return api.create('node--article', { attributes: { title, status, ...path } });
  };
  const createLink = async (id: string): Promise<string> => {
    const body = { type: 'node--article', id, site: 'Website' };
    return ((await manage('POST', '/previews', body)) as { readonly url: string }).url.slice(site.url.length);
  };

  /** Follows the link to a preview as a browser does. */
  const open = async (link: string): Promise<{ readonly path: string; readonly cookie: string }> => {
    const opened = await site.get(link);
    expect(opened.status).toBe(307);
    const cookies = opened.headers.getSetCookie().map((text) => text.split(';')[0]);
    return { path: opened.headers.get('Location') ?? '', cookie: cookies.join('; ') };
  };

  it.each([
    ['an unpublished entry', 'Plans for a hotel', false, '/plans', /^\/preview\//],
    ['a published entry', 'The night tram', true, '/nächte', /^\/n%C3%A4chte$/],
    ['a published entry without an alias', 'Low tide', true, undefined, /^\/preview\//],
  ] as const)('shows %s', async (_, title, status, alias, path) => {
    const { id } = await createArticle(title, status, alias);

    const opened = await open(await createLink(id));
    const shown = await site.get(opened.path, { Cookie: opened.cookie });

    expect(opened.path).toMatch(path);
    expect([shown.status, shown.headers.get('Cache-Control')]).toEqual([
      200,
      expect.stringMatching(/no-store/),
    ]);
    expect(await shown.text()).toContain(`<h1>${title}</h1>`);
  });

  it('shows what was saved after the link was opened', async () => {
    const { id } = await createArticle('First', false);
    const { path, cookie } = await open(await createLink(id));

    await api.update({ type: 'node--article', id }, { attributes: { title: 'Second' } });

    expect(await (await site.get(path, { Cookie: cookie })).text()).toContain('<h1>Second</h1>');
  });

  it('shows the working copy of a published entry, which visitors do not see', async () => {
    const { id } = await createArticle('The ferry', true, '/ferry');
    const copy = `/api/node/article/${id}?${COPY}`;
    const document = { data: { type: 'node--article', id, attributes: { title: 'The new ferry' } } };
    expect((await api.send('PATCH', copy, { document })).status).toBe(200);
    const { path, cookie } = await open(await createLink(id));
    const read = async (headers = {}): Promise<string> => (await site.get(path, headers)).text();

    expect(path).toBe('/ferry');
    expect(await read({ Cookie: cookie })).toContain('<h1>The new ferry</h1>');
    expect(await read()).toContain('<h1>The ferry</h1>');

    expect((await api.send('DELETE', copy)).ok).toBe(true);
    expect(await read({ Cookie: cookie })).toContain('<h1>The ferry</h1>');
  });

  it('shows no other draft, and none to other browsers', async () => {
    const [one, other] = [await createArticle('One', false), await createArticle('Other', false, '/other')];
    const { path, cookie } = await open(await createLink(one.id));

    const statuses = [
      await site.get(path),
      await site.get(path.replace(one.id, other.id), { Cookie: cookie }),
      await site.get('/other', { Cookie: cookie }),
    ].map(({ status }) => status);

    expect(statuses).toEqual([404, 404, 404]);
  });

  it.each(['path', 'secret', 'resourceVersion', 'timestamp'])(
    'switches drafts on for no link with another %s',
    async (name) => {
      const { id } = await createArticle('Hidden', false);
      const link = new URL(await createLink(id), site.url);
      link.searchParams.set(name, '1');

      const opened = await site.get(link.pathname + link.search);

      expect([opened.status, opened.headers.getSetCookie()]).toEqual([422, []]);
      expect(await opened.json()).toEqual({ message: expect.any(String) });
    },
  );
});

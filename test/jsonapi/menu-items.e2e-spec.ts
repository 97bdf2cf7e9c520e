import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { JSON_API, type Resource } from '../support/api-client.js';
import { type ManagementClient, ManagedSite } from '../support/managed-site.js';
import { toErrorSummaries } from '../support/responses.js';

const MENU = '/api/menu_items/main';
const LINKS = '/api/menu_link_content/menu_link_content';
const TYPE = 'menu_link_content--menu_link_content';
const HEADERS = { 'Content-Type': JSON_API };

/** The titles as an indented list, from the members `id` and `parent` of the items. */
function toOutline({ body }: Response): readonly string[] {
  const items = (body as { data: readonly Resource[] }).data;
  const depths = new Map([['', 0]]);
  return items.map(({ id, attributes }) => {
    const depth = depths.get(String(attributes['parent'])) ?? NaN;
    depths.set(id, depth + 1);
    return '-'.repeat(depth) + String(attributes['title']);
  });
}

describe('GET /api/menu_items/{menu}', () => {
  let site: ManagedSite;
  let editor: ManagementClient;
  let member: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start({ BASE_URL: 'https://content.example/site', CACHE_TAGS: 'both' });
    editor = await site.withScopes('content:administer', 'menu:administer');
    member = await site.withScopes('member');
  });
  beforeEach(() => site.app.site.settings({ publicAccess: true, publicMaxAgeSeconds: 10 }));
  afterAll(() => site.stop());
  afterEach(() => site.app.site.clear());

  /** Adds a link below another one. */
  const add = async (title: string, parent = '', attributes: object = {}): Promise<string> => {
    const given = parent === '' ? {} : { parent: `menu_link_content:${parent}` };
    return (await site.app.site.menuLink({ title, ...given, ...attributes })).id;
  };
  const change = (id: string, attributes: object): Promise<Response> =>
    editor.patch(`${LINKS}/${id}`, { data: { type: TYPE, id, attributes } }, HEADERS);
  const outline = async (client: ManagementClient, query = ''): Promise<readonly string[]> =>
    toOutline(await client.get(MENU + query));

  it('has the members of the module jsonapi_menu_items', async () => {
    const page = await site.app.site.page({ title: 'Team', path: { alias: '/team', langcode: 'en' } });
    const about = await add('About', '', { link: 'route:<nolink>', weight: -1, expanded: true });
    const team = await add('Team', about, {
      description: 'Who we are',
      link: { uri: `entity:node/${page.id}?a=b#c`, options: { attributes: { class: 'x' } } },
    });

    const { body, headers } = await site.anonymous().get(MENU);

    expect(body.links.self).toEqual({ href: 'https://content.example/site/api/menu_items/main' });
    expect(body.data).toEqual([
      {
        type: TYPE,
        id: `menu_link_content:${about}`,
        attributes: {
          ...{
            description: '',
            enabled: true,
            expanded: true,
            menu_name: 'main',
            meta: { entity_id: about },
          },
          ...{ options: [], parent: '', provider: 'menu_link_content', title: 'About', url: '', weight: -1 },
          route: { name: '<nolink>', parameters: [] },
        },
      },
      {
        type: TYPE,
        id: `menu_link_content:${team}`,
        attributes: {
          ...{ description: 'Who we are', enabled: true, expanded: false, menu_name: 'main' },
          ...{ meta: { entity_id: team }, options: { attributes: { class: 'x' } } },
          ...{ parent: `menu_link_content:${about}`, provider: 'menu_link_content', title: 'Team' },
          ...{ url: '/site/team?a=b#c', weight: 0 },
          route: { name: 'entity.node.canonical', parameters: { node: page.id } },
        },
      },
    ]);
    expect(headers['surrogate-key']?.split(' ')).toEqual(
      expect.arrayContaining(['menu_link_content_list:menu_link_content', `node:${page.id}`]),
    );
  });

  it.each([
    ['internal:/about?a=b', '/site/about?a=b', ''],
    ['internal:#top', '#top', ''],
    ['route:<front>', '/site/', '<front>'],
    ['base:robots.txt', '/site/robots.txt', ''],
    ['https://www.example.com/a', 'https://www.example.com/a', ''],
    ['mailto:a@example.com', 'mailto:a@example.com', ''],
  ])('gives %s the URL %s', async (uri, url, name) => {
    await add('Link', '', { link: uri });

    const { body } = await member.get(MENU);

    expect(body.data).toMatchObject([{ attributes: { url, route: { name, parameters: [] } } }]);
  });

  it('orders siblings by weight and title, depth-first', async () => {
    const [b, a] = [await add('b'), await add('A')];
    await add('First', '', { weight: -5 });
    await add('b1', b);
    await add('a2', a, { weight: 2 });
    await add('a1', a, { weight: 1 });
    await add('Elsewhere', '', { menu_name: 'footer' });

    expect(await outline(member)).toEqual(['First', 'A', '-a1', '-a2', 'b', '-b1']);
  });

  it('leaves out disabled links and links to entries that do not exist, with what is below them', async () => {
    const page = await site.app.site.page();
    const off = await add('Off', '', { enabled: false });
    const gone = await add('Gone', '', { link: `entity:node/${page.id}` });
    const wrong = await add('Wrong', '', { link: `entity:media/${page.id}` });
    const unknown = await add('Unknown', '', { link: 'route:entity.node.collection' });
    for (const parent of [off, gone, wrong, unknown]) await add('Below', await add('Child', parent));
    await add('Shown');
    await editor.delete(`/api/node/page/${page.id}`);

    expect(await outline(editor)).toEqual(['Shown']);
  });

  it('shows links to unpublished entries, and those below, with content:administer alone', async () => {
    const page = await site.app.site.page({ published: false });
    const hidden = await add('Hidden', '', { link: `entity:node/${page.id}` });
    await add('Below', hidden);
    const keeper = await site.withScopes('menu:administer');

    for (const reader of [site.anonymous(), member, keeper]) expect(await outline(reader)).toEqual([]);
    expect(await outline(editor)).toEqual(['Hidden', '-Below']);
    expect(await outline(keeper, `?filter[parent]=menu_link_content:${hidden}`)).toEqual([]);
  });

  it.each([
    ['its alias', () => '/secret?a=b#c'],
    ['its alias in capitals with a slash at the end', () => '/SECRET/'],
    ['its canonical path', (id: string) => `/node/${id}`],
  ])(
    'shows links to an unpublished entry by %s, and those below, with content:administer alone',
    async (_, toPath) => {
      const path = { alias: '/secret', langcode: 'en' };
      const page = await site.app.site.page({ published: false, path });
      const hidden = await add('Hidden', '', { link: `internal:${toPath(page.id)}` });
      await add('Below', hidden);
      await add('Shown', '', { link: 'internal:/of-the-website' });

      expect(await outline(member)).toEqual(['Shown']);
      expect(await outline(editor)).toEqual(['Hidden', '-Below', 'Shown']);
      const { body } = await editor.get(MENU);
      expect(body.data[0].attributes).toMatchObject({
        url: `/site${toPath(page.id)}`,
        route: { name: 'entity.node.canonical', parameters: { node: page.id } },
      });
      await editor.patch(
        `/api/node/page/${page.id}`,
        {
          data: { type: 'node--page', id: page.id, attributes: { status: true } },
        },
        HEADERS,
      );
      expect(await outline(member)).toEqual(['Hidden', '-Below', 'Shown']);
    },
  );

  /** What can change a menu; `page` is published, the target of `link` and has the alias `/page`. */
  const CHANGES: readonly [
    change: string,
    (ids: { page: string; link: string }) => Promise<unknown>,
    string[],
  ][] = [
    ['a changed link', ({ link }) => change(link, { title: 'New' }), ['Free', 'New', 'Path']],
    ['a new link', () => add('Zoo'), ['Free', 'Link', 'Path', 'Zoo']],
    ['a deleted link', ({ link }) => editor.delete(`${LINKS}/${link}`), ['Free', 'Path']],
    ['an unpublished target', ({ page }) => changePage(page, { status: false }), ['Free']],
    ['a deleted target', ({ page }) => editor.delete(`/api/node/page/${page}`), ['Free', 'Path']],
    [
      'a hidden entry with the path of a link',
      () => site.app.site.page({ published: false, path: { alias: '/free', langcode: 'en' } }),
      ['Link', 'Path'],
    ],
  ];
  const changePage = (id: string, attributes: object): Promise<Response> =>
    editor.patch(`/api/node/page/${id}`, { data: { type: 'node--page', id, attributes } }, HEADERS);

  it.each(CHANGES)('shows %s at once, although a menu is kept', async (_, act, expected) => {
    const { id: page } = await site.app.site.page({ path: { alias: '/page', langcode: 'en' } });
    const link = await add('Link', '', { link: `entity:node/${page}` });
    await add('Path', '', { link: 'internal:/page' });
    await add('Free', '', { link: 'internal:/free' });
    for (let time = 0; time < 2; time++)
      expect(await outline(site.anonymous())).toEqual(['Free', 'Link', 'Path']);

    await act({ page, link });

    expect(await outline(site.anonymous())).toEqual(expected);
  });

  it('shows the alias that a target has', async () => {
    const { id: page } = await site.app.site.page({ path: { alias: '/old', langcode: 'en' } });
    await add('Link', '', { link: `entity:node/${page}` });
    const getUrl = async (): Promise<unknown> => (await member.get(MENU)).body.data[0].attributes.url;
    expect(await getUrl()).toBe('/site/old');

    await changePage(page, { path: { alias: '/new', langcode: 'en' } });

    expect(await getUrl()).toBe('/site/new');
  });

  it('shows the entry with the id that a link names as soon as there is one', async () => {
    const id = randomUUID();
    await add('Link', '', { link: `entity:node/${id}` });
    expect(await outline(member)).toEqual([]);

    await editor.post(
      '/api/node/page',
      { data: { type: 'node--page', id, attributes: { title: 'x' } } },
      HEADERS,
    );

    expect(await outline(member)).toEqual(['Link']);
  });

  it('makes a tree of links whose parents lead in a cycle or to another menu, and has nine levels', async () => {
    const [a, b] = [await add('a', '', { weight: 2 }), await add('b', '', { weight: 1 })];
    await change(a, { parent: `menu_link_content:${b}` });
    await change(b, { parent: `menu_link_content:${a}` });
    const itself = await add('Itself');
    await change(itself, { parent: `menu_link_content:${itself}` });
    await add('Other', await add('Top', '', { menu_name: 'footer' }));
    let parent = await add('1', '', { weight: 5 });
    for (let n = 2; n <= 11; n += 1) parent = await add(String(n), parent);

    expect(await outline(member)).toEqual([
      ...['Itself', 'Other', 'b', '-a'],
      ...['1', '-2', '--3', '---4', '----5', '-----6', '------7', '-------8'],
      ...['--------9', '--------10', '--------11'],
    ]);
  });

  it.each([
    ['', ['a', '-b', '--c', '-d', 'e']],
    ['?filter[max_depth]=1', ['a', 'e']],
    ['?filter[max_depth]=2&filter[min_depth]=1', ['a', '-b', '-d', 'e']],
    ['?filter[parent]=PARENT', ['b', 'c', 'd']],
    ['?filter[parent]=PARENT&filter[max_depth]=1', ['b', 'd']],
    ['?filter[parent]=PARENT&filter[min_depth]=2', ['c']],
    ['?filter[parent]=menu_link_content:0192f0c8-9b3d-7f40-8a55-2c6d1e7f9b02', []],
    ['?filter[parent]=system.admin', []],
  ])('with the query %j has the links %j', async (query, titles) => {
    const a = await add('a');
    await add('c', await add('b', a));
    await add('d', a);
    await add('e');

    const { body } = await member.get(MENU + query.replace('PARENT', `menu_link_content:${a}`));

    const found = (body as { data: readonly Resource[] }).data.map(({ attributes }) => attributes['title']);
    expect(found).toEqual(titles.map((title) => title.replaceAll('-', '')));
  });

  it.each([`fields[${TYPE}]=title,url`, 'fields[menu_items]=title,url'])(
    'has the fields of %s',
    async (query) => {
      await add('Home');

      const { body } = await member.get(`${MENU}?${query}`);

      expect(body.data[0].attributes).toEqual({ title: 'Home', url: '/site/' });
    },
  );

  it.each([
    ['filter[min_depth]=0', 'filter[min_depth]'],
    ['filter[max_depth]=x', 'filter[max_depth]'],
    ['filter[parent][]=x', 'filter[parent]'],
    ['filter[parents]=x', 'filter[parents]'],
    ['filter[conditions][title][value]=x', 'filter[conditions]'],
    ['filter=x', 'filter'],
    ['include=parent', 'include'],
    ['sort=title', 'sort'],
    ['page[limit]=1', 'page'],
    ['depth=1', 'depth'],
  ])('refuses the parameter %s', async (query, parameter) => {
    expect(toErrorSummaries(await member.get(`${MENU}?${query}`))).toEqual([
      { status: '400', code: 'invalid_parameter', source: { parameter } },
    ]);
  });

  it('is 404 for another menu, 405 for writes, and empty without links', async () => {
    expect(toErrorSummaries(await member.get('/api/menu_items/none'))).toEqual([
      { status: '404', code: 'menu_unknown' },
    ]);
    const posted = await editor.post('/api/menu_items/main', { data: null }, HEADERS);
    expect([posted.status, posted.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await editor.delete(MENU)).status).toBe(405);
    expect((await member.get('/api/menu_items/footer')).body.data).toEqual([]);
  });

  it('has an ETag that changes with a link, with a target, and with what is seen', async () => {
    const page = await site.app.site.page();
    const id = await add('Page', '', { link: `entity:node/${page.id}` });
    const getTag = async (client = member): Promise<string> => (await client.get(MENU)).headers['etag'] ?? '';

    const tags = [await getTag(), await getTag(editor)];
    expect((await member.get(MENU, { 'If-None-Match': tags[0] ?? '' })).status).toBe(304);
    await change(id, { title: 'Renamed' });
    tags.push(await getTag());
    const data = { type: 'node--page', id: page.id, attributes: { path: { alias: '/new', langcode: 'en' } } };
    await editor.patch(`/api/node/page/${page.id}`, { data }, HEADERS);
    tags.push(await getTag());
    await add('Another');
    tags.push(await getTag());

    expect(new Set(tags).size).toBe(tags.length);
  });
});

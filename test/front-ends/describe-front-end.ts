import { FrontEnd, type SiteOptions } from './front-end.js';
import { type Element, parseElements, parseMenu } from './html.js';
import { ALT, DRAFT, loadPicture, Magazine, MOVED, NOTICE, STORY } from './magazine.js';

const SECRET = 'a-secret-of-editors';
/** Enough for installing and building on a busy machine. */
const START_LIMIT_MS = 900_000;
const DRAFT_TITLE = 'Plans for a hotel in the fish hall';

/** How the site differs from others. */
interface Differences extends Pick<SiteOptions, 'name' | 'build' | 'start'> {
  /** The variables that name the service and the API client of the site. */
  readonly toVariables: (service: {
    readonly url: string;
    readonly id: string;
    readonly secret: string;
    readonly draftSecret: string;
  }) => SiteOptions['variables'];
  /** The path of links to drafts. */
  readonly draftPath: string;
}

/** What every site of `examples/front-ends` does, on a service with the demo content. */
export function describeFrontEnd({ toVariables, draftPath, ...options }: Differences): void {
  describe(`examples/front-ends/${options.name}`, () => {
    let magazine: Magazine;
    let site: FrontEnd;
    beforeAll(async () => {
      magazine = await Magazine.start();
      const { url, client } = magazine;
      site = await FrontEnd.start({
        ...options,
        variables: toVariables({ url, ...client, draftSecret: SECRET }),
      });
    }, START_LIMIT_MS);
    afterAll(async () => {
      await site.stop();
      await magazine.stop();
    });

    const open = async (path: string, cookie = ''): Promise<string> =>
      (await site.get(path, { Cookie: cookie })).text();
    const find = (html: string, isWanted: (element: Element) => boolean): readonly Element[] =>
      parseElements(html).filter(isWanted);
    const titlesOf = (html: string): readonly string[] =>
      find(html, ({ name, around }) => name === 'a' && around.includes('ol')).map(({ text }) => text);
    const nextOf = (html: string): string | undefined =>
      find(html, ({ attributes }) => attributes['rel'] === 'next')[0]?.attributes['href'];

    const openDraft = (path: string, secret: string): Promise<Response> =>
      site.get(`${draftPath}?${new URLSearchParams({ path, secret }).toString()}`);

    it('shows the menu in its order, with the links below a link', async () => {
      const links = parseMenu(await open(STORY));

      expect(links).toEqual(await magazine.menu());
      expect(links.slice(0, 3)).toEqual([
        { depth: 0, title: 'Magazine & more', url: MOVED.to },
        { depth: 1, title: 'Become a member', url: '/subscribe' },
        { depth: 1, title: 'Write to us', url: '/contact' },
      ]);
    });

    it('shows the entry of a path', async () => {
      const response = await site.get(STORY);
      const html = await response.text();

      expect(response.status).toBe(200);
      expect(find(html, ({ name }) => name === 'h1')[0]?.text).toBe('The night tram comes back in May');
      expect(find(html, ({ name, around }) => name === 'p' && around.includes('main'))[0]?.text).toContain(
        'When the last night tram left Chandler Street',
      );
    });

    it('shows an entry of a type without fields of its own', async () => {
      const response = await site.get(NOTICE);

      expect(response.status).toBe(200);
      expect(find(await response.text(), ({ name }) => name === 'h1')[0]?.text).toBe('Low tide');
    });

    it.each(['/nowhere', '/nowhere/at/all', '/%2566', DRAFT])('is 404 for %s', async (path) => {
      const response = await site.get(path);

      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain(DRAFT_TITLE);
    });

    it('answers a path with broken percent-encoding by 400 or 404', async () => {
      expect([400, 404]).toContain((await site.get('/%E4%')).status);
    });

    it('sends the former path of an entry to its present one by 301', async () => {
      const response = await site.get(MOVED.from);

      expect(response.status).toBe(301);
      expect(new URL(response.headers.get('Location') ?? '', site.url).href).toBe(
        site.url + encodeURI(MOVED.to),
      );
      expect((await site.get(encodeURI(MOVED.to))).status).toBe(200);
    });

    it('lists all published articles, ten on a page', async () => {
      const pages = [await open('/')];
      for (let next = nextOf(pages[0] ?? ''); next !== undefined; next = nextOf(pages.at(-1) ?? ''))
        pages.push(await open(next));

      expect(pages.map((page) => titlesOf(page).length)).toEqual([10, 10, 8]);
      expect(pages.flatMap(titlesOf)).toEqual(await magazine.titles());
    });

    it.each(['abc', '-1', '1e9', '0', '99999999999999999999'])(
      'shows the first page for page=%s',
      async (page) => {
        expect(titlesOf(await open(`/?page=${page}`))).toEqual((await magazine.titles()).slice(0, 10));
      },
    );

    it('shows a picture whose sizes can be loaded', async () => {
      const [image] = find(await open(STORY), ({ name }) => name === 'img');
      const { src = '', srcset = '', ...attributes } = image?.attributes ?? {};
      const sizes = srcset.split(', ').map((size) => size.split(' '));

      expect(attributes).toMatchObject({ alt: ALT, width: '1600', height: '900' });
      expect(sizes.map(([, width]) => width)).toEqual(['220w', '480w', '1200w', '1600w']);
      expect(src).toBe(sizes.at(-1)?.[0]);
      for (const [href = '', width] of sizes) expect(await loadPicture(href)).toEqual(['webp', width]);
    });

    it('shows a draft after its link was opened, and to nobody else', async () => {
      const opened = await openDraft(DRAFT, SECRET);
      const cookies = opened.headers.getSetCookie();
      const cookie = cookies.map((text) => text.split(';')[0]).join('; ');
      const shown = await site.get(DRAFT, { Cookie: cookie });

      expect([opened.status, opened.headers.get('Location')]).toEqual([307, DRAFT]);
      expect(cookies.filter((text) => !/; HttpOnly/i.test(text))).toEqual([]);
      expect(shown.status).toBe(200);
      expect(shown.headers.get('Cache-Control')).toMatch(/no-store/);
      expect(await shown.text()).toContain(DRAFT_TITLE);
      expect((await site.get(DRAFT)).status).toBe(404);
      expect((await site.get(DRAFT, { Cookie: cookie.slice(0, -1) })).status).toBe(404);
    });

    it.each([
      ['another secret', DRAFT, 'another'],
      ['another host', '//evil.example/', SECRET],
      ['another host behind a backslash', '/\\evil.example/', SECRET],
      ['no path', '', SECRET],
    ])('refuses the link to a draft with %s', async (_, path, secret) => {
      const response = await openDraft(path, secret);

      expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
    });

    it('sends no secret to browsers', async () => {
      const html = await open(STORY);
      const files = find(html, ({ name }) => name === 'script' || name === 'link')
        .map(({ attributes: { src, href } }) => src ?? href ?? '')
        .filter((path) => path.startsWith('/'));
      const texts = [html, ...(await Promise.all(files.map((path) => open(path))))];

      expect(
        texts.filter((text) => [SECRET, magazine.client.secret].some((secret) => text.includes(secret))),
      ).toEqual([]);
    });

    it('connects to this machine alone, while it is built and while it runs', () => {
      expect(site.refusedConnections).toEqual([]);
    });
  });
}

import { JSON_API } from '../support/api-client.js';
import { ManagedSite, type ManagementClient, SITE_SETTINGS } from '../support/managed-site.js';
import { formatProblem } from '../support/problems.js';

const TITLE = 'filter[title]=News';

interface QueryPlan {
  readonly engine: string;
  readonly page: readonly { readonly access: string; readonly details: readonly string[] }[];
  readonly statements: readonly { readonly text: string; readonly parameters: readonly unknown[] }[];
}

describe('GET /manage/query-plan', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.withScopes(SITE_SETTINGS);
    const editor = await site.withScopes('content:administer');
    const data = { type: 'node--article', attributes: { title: 'News' } };
    await editor.post('/api/node/article', { data }, { 'Content-Type': JSON_API });
  });
  afterAll(() => site.stop());

  const path = (url: string, more = ''): string => `/manage/query-plan?url=${encodeURIComponent(url)}${more}`;

  it('shows plan, statements with parameters, estimates and the plan of the engine', async () => {
    const response = await manager.get(path(`/api/node/article?${TITLE}&sort=-created&page[limit]=10`));

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      engine: 'sqlite',
      entries: 1,
      page: [
        {
          access: 'lookup',
          description: expect.stringContaining('(node--article)'),
          details: [
            'published entries only',
            expect.stringMatching(/^filter: title = 'news' \(column c\d+\)$/),
            expect.stringMatching(/^order: created \(column c\d+\) descending, creation, id$/),
          ],
          estimatedRows: null,
          estimatedMilliseconds: null,
        },
      ],
      total: expect.objectContaining({ access: 'rows' }),
      statements: [
        {
          purpose: 'page',
          text: expect.stringMatching(/^SELECT e\.id FROM ix_\d+ e WHERE /),
          parameters: ['news', 11, 0],
          enginePlan: expect.arrayContaining([expect.stringMatching(/^SEARCH e USING (COVERING )?INDEX /)]),
        },
        expect.objectContaining({ purpose: 'total', parameters: expect.arrayContaining(['news']) }),
      ],
      advice: [],
    });
  });

  it('accepts a URL with scheme and host', async () => {
    const response = await manager.get(path('https://cms.example.org/api/node/article?sort=title'));

    expect((response.body as QueryPlan).page).toMatchObject([
      { access: 'order', details: expect.anything() },
    ]);
  });

  it('reads without a token, or as the caller', async () => {
    const editor = await site.withScopes(SITE_SETTINGS, 'content:administer');
    const url = `/api/node/article?${TITLE}`;

    const [anonymous, caller] = [await editor.get(path(url)), await editor.get(path(url, '&as=caller'))];

    expect((anonymous.body as QueryPlan).page[0]?.details).toContain('published entries only');
    expect((caller.body as QueryPlan).page[0]?.details).not.toContain('published entries only');
  });

  it('explains a page of the cursor pagination profile', async () => {
    const response = await manager.get(path('/api/node/article?sort=title&page[size]=5'));

    const { text = '', parameters = [] } = (response.body as QueryPlan).statements[0] ?? {};
    expect(text).toMatch(/ AS k0 FROM /);
    expect(parameters.at(-1)).toBe(6);
  });

  it('names what no index answers', async () => {
    const filter = 'filter[a][condition][path]=title&filter[a][condition][operator]=CONTAINS';

    const response = await manager.get(path(`/api/node/article?${filter}&filter[a][condition][value]=x`));

    expect(response.body).toMatchObject({
      page: [{ access: 'scan' }],
      advice: [{ path: 'title', message: expect.stringContaining('STARTS_WITH') }],
    });
  });

  it('needs a token with the scope for site settings', async () => {
    const editor = await site.withAllScopesExcept(SITE_SETTINGS);

    expect(formatProblem(await site.anonymous().get(path('/api/node/article')))).toBe('401 token_required');
    expect(formatProblem(await editor.get(path('/api/node/article')))).toBe('403 scope_missing');
  });

  it.each([
    ['/api/node/article/1', 'url', 'not_a_collection'],
    ['/manage/users', 'url', 'not_a_collection'],
    ['/api/node/unknown', 'url', 'bundle_unknown'],
    ['/api/node/article?sort=unknown', 'sort', 'invalid_path'],
    ['/api/node/article?filter[title][operator]=LIKE', 'filter[title]', 'invalid_parameter'],
    ['/api/node/article?page[limit]=x', 'page[limit]', 'invalid_parameter'],
  ])('refuses %s and names the place of the fault', async (url, parameter, code) => {
    const response = await manager.get(path(url));

    expect(formatProblem(response)).toBe('400 explained_url_invalid');
    expect(response.body).toMatchObject({ faults: [{ parameter, code, detail: expect.any(String) }] });
  });

  it.each(['/manage/query-plan', '/manage/query-plan?url=', path('/api/node/article', '&as=root')])(
    'refuses the parameters of %s',
    async (request) => {
      expect(formatProblem(await manager.get(request))).toBe('400 invalid_parameter');
    },
  );

  it('answers as the description says', async () => {
    const response = await manager.get(path(`/api/node/article?${TITLE}`));

    const description = await site.description();

    expect(description.findMismatches('getQueryPlan', response)).toEqual([]);
  });
});

describe('GET /manage/query-plan of storage without SQL', () => {
  it('is 501', async () => {
    const site = await ManagedSite.start({ DATABASE_URL: 'memory:' });
    const manager = await site.withScopes(SITE_SETTINGS);

    const response = await manager.get('/manage/query-plan?url=/api/node/article');

    await site.stop();
    expect(formatProblem(response)).toBe('501 query_plan_unavailable');
  });
});

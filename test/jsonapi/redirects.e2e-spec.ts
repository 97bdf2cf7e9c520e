import type { Response } from 'supertest';
import { formatEntryPath } from '../support/entry-path.js';
import { BASE_URL, startApp, type TestApp } from '../support/app.js';
import { toErrorSummaries } from '../support/responses.js';

describe('redirects', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());
  afterEach(() => app.site.settings({ redirectOldAliases: true }));

  const translate = async (path: string): Promise<Record<string, unknown>> =>
    (await app.api.asReader().get(`/router/translate-path?path=${path}`)).body as Record<string, unknown>;

  const create = (attributes: object): Promise<Response> =>
    app.api
      .asAdministrator()
      .post('/api/redirect/redirect', { data: { type: 'redirect--redirect', attributes } });

  const rename = async (
    entry: { readonly type: string; readonly id: string },
    alias: string | null,
  ): Promise<number> => {
    const { type, id } = entry;
    const data = { type, id, attributes: { path: { alias, langcode: 'en' } } };
    return (await app.api.asAdministrator().patch(formatEntryPath(entry), { data })).status;
  };

  const listSources = async (): Promise<readonly string[]> => {
    const { body } = await app.api.asReader().get('/api/redirect/redirect?filter[automatic]=1');
    return (body as { data: { attributes: { source: string } }[] }).data.map(
      ({ attributes }) => attributes.source,
    );
  };

  it('are entries, which filters find by their source', async () => {
    const created = await create({
      source: '/old/',
      target: 'https://www.example.com/new',
      status_code: 307,
    });

    const found = await app.api.asReader().get('/api/redirect/redirect?filter[source]=/OLD');

    expect(created.status).toBe(201);
    expect(found.body.data).toMatchObject([
      {
        id: created.body.data.id,
        attributes: {
          source: '/old',
          target: { uri: 'https://www.example.com/new' },
          status_code: 307,
          status: true,
          langcode: 'und',
          automatic: false,
        },
      },
    ]);
    expect(await translate('/old?a=b')).toEqual({
      resolved: 'https://www.example.com/new',
      isExternal: true,
      isHomePath: false,
      redirect: [{ from: '/old', to: 'https://www.example.com/new', status: '307' }],
    });
  });

  it.each<[object, string]>([
    [{ source: 'old', target: 'internal:/' }, '/data/attributes/source'],
    [{ source: '//old', target: 'internal:/' }, '/data/attributes/source'],
    [{ source: '/old?a=b', target: 'internal:/' }, '/data/attributes/source'],
    [{ source: '/a', target: 'javascript:alert(1)' }, '/data/attributes/target'],
    [{ source: '/a', target: 'internal:/', status_code: 303 }, '/data/attributes/status_code'],
  ])('refuse %j', async (attributes, pointer) => {
    expect(toErrorSummaries(await create(attributes))).toEqual([
      { status: '422', code: 'invalid_field_value', source: { pointer } },
    ]);
  });

  it('need a source and a target, and keep automatic to the service', async () => {
    expect(toErrorSummaries(await create({}))).toMatchObject([
      { code: 'value_missing' },
      { code: 'value_missing' },
    ]);
    expect((await create({ source: '/a', target: 'internal:/', automatic: true })).status).toBe(403);
  });

  it('lead to the entry at their end, before an alias', async () => {
    const page = await app.site.page({ path: { alias: '/end', langcode: 'en' } });
    await app.site.page({ path: { alias: '/start', langcode: 'en' } });
    await create({ source: '/start', target: 'internal:/middle?from=start' });
    await create({ source: '/middle', target: `entity:node/${page.id}`, status_code: 302 });

    expect(await translate('/Start%3Fa=b')).toMatchObject({
      resolved: `${BASE_URL}/end?a=b`,
      entity: { uuid: page.id, path: '/end' },
      redirect: [
        { from: '/Start', to: '/middle?from=start', status: '301' },
        { from: '/middle', to: '/end', status: '302' },
      ],
    });
  });

  it('lead to the front page, to BASE_URL, and not while they are unpublished', async () => {
    await app.site.page({ title: 'Front', path: { alias: '/', langcode: 'en' } });
    await create({ source: '/front', target: 'route:<front>' });
    await create({ source: '/base', target: `${BASE_URL}/front` });
    await create({ source: '/off', target: 'internal:/front', status: false });

    expect(await translate('/base')).toMatchObject({ label: 'Front', isHomePath: true });
    expect((await translate('/base'))['redirect']).toHaveLength(2);
    expect(await translate('/off')).toMatchObject({ message: 'Unable to resolve path /off.' });
  });

  it('are followed 10 times at most, and once each', async () => {
    const page = await app.site.page({ path: { alias: '/loop-b', langcode: 'en' } });
    await create({ source: '/loop-a', target: 'internal:/loop-b' });
    await create({ source: '/loop-b', target: 'internal:/loop-a' });
    for (let n = 0; n < 12; n += 1)
      await create({ source: `/chain-${n}`, target: `internal:/chain-${n + 1}` });
    await app.site.page({ title: 'Link 10', path: { alias: '/chain-10', langcode: 'en' } });

    expect(await translate('/loop-a')).toMatchObject({ entity: { uuid: page.id } });
    expect(await translate('/chain-0')).toMatchObject({ label: 'Link 10' });
    expect((await translate('/chain-0'))['redirect']).toHaveLength(10);
  });

  it('disclose no entry that the reader may not see', async () => {
    const hidden = await app.site.page({ published: false, path: { alias: '/secret', langcode: 'en' } });
    await create({ source: '/to-secret', target: `entity:node/${hidden.id}` });

    const response = await app.api.asReader().get('/router/translate-path?path=/to-secret');

    expect(response.status).toBe(403);
    expect(JSON.stringify(response.body)).not.toContain('/secret');
  });

  it('keep the old address of a published entry until another entry takes it', async () => {
    const page = await app.site.page({ title: 'Renamed', path: { alias: '/first', langcode: 'en' } });
    await rename(page, '/second');
    await rename(page, '/third');

    for (const old of ['/first', '/second', '/First'])
      expect(await translate(old)).toMatchObject({
        resolved: `${BASE_URL}/third`,
        entity: { uuid: page.id },
        redirect: [{ to: '/third', status: '301' }],
      });

    const taker = await app.site.page({ title: 'Taker' });
    await rename(taker, '/first');
    expect(await translate('/first')).toMatchObject({ entity: { uuid: taker.id } });
    expect(await translate('/first')).not.toHaveProperty('redirect');
    expect(await listSources()).toEqual(['/second']);

    await rename(page, '/second');
    expect(await translate('/second')).toMatchObject({ entity: { uuid: page.id, path: '/second' } });
    expect(await listSources()).toEqual(['/third']);
    await rename(page, null);
    expect(await translate('/second')).toMatchObject({ entity: { uuid: page.id, path: `/node/${page.id}` } });
  });

  it('are not made for drafts, without the setting, or for a change of case', async () => {
    const draft = await app.site.page({ published: false, path: { alias: '/draft', langcode: 'en' } });
    const page = await app.site.page({ path: { alias: '/cased', langcode: 'en' } });
    const before = await listSources();

    await rename(draft, '/draft-2');
    await rename(page, '/CASED');
    await app.site.settings({ redirectOldAliases: false });
    await rename(page, '/without-setting');

    expect(await listSources()).toEqual(before);
    expect(await translate('/cased')).toHaveProperty('message');
  });

  it('are not made when entries exchange their aliases', async () => {
    const [one, other] = [
      await app.site.page({ path: { alias: '/one', langcode: 'en' } }),
      await app.site.page({ path: { alias: '/other', langcode: 'en' } }),
    ];
    const before = await listSources();
    const toOperation = ({ type, id }: { type: string; id: string }, alias: string | null): object => ({
      op: 'update',
      data: { type, id, attributes: { path: { alias, langcode: 'en' } } },
    });

    const { status } = await app.api.asAdministrator().send('post', '/api/operations', {
      body: JSON.stringify({ 'atomic:operations': [toOperation(one, '/other'), toOperation(other, '/one')] }),
      headers: { 'Content-Type': 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"' },
    });

    expect(status).toBe(200);
    expect(await listSources()).toEqual(before);
    expect(await translate('/one')).toMatchObject({ entity: { uuid: other.id } });
  });

  it('are stored with the change or not at all', async () => {
    const page = await app.site.page({ path: { alias: '/whole', langcode: 'en' } });
    await app.site.page({ path: { alias: '/occupied', langcode: 'en' } });
    const before = await listSources();

    expect(await rename(page, '/occupied')).toBe(422);

    expect(await listSources()).toEqual(before);
  });

  it('are switched by /manage/settings/content', async () => {
    expect((await app.api.asReader().get('/manage/settings/content')).status).toBe(403);
  });
});

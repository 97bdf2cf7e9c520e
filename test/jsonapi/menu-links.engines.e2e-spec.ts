import type { Response } from 'supertest';
import { JSON_API } from '../support/api-client.js';
import { eventually } from '../support/eventually.js';
import { type ManagementClient, ManagedSite } from '../support/managed-site.js';
import { getErrors, getIds, getResource, toErrorSummaries } from '../support/responses.js';

const TYPE = 'menu_link_content--menu_link_content';
const LINKS = '/api/menu_link_content/menu_link_content';
const CONTENT = 'content:administer';
const MENUS = 'menu:administer';
const HEADERS = { 'Content-Type': JSON_API };
const ATOMIC = `${JSON_API}; ext="https://jsonapi.org/ext/atomic"`;
const NOBODY = '0192f0c8-9b3d-7f40-8a55-2c6d1e7f9b02';

describe('links of menus', () => {
  let site: ManagedSite;
  let editor: ManagementClient;
  let author: ManagementClient;
  let reader: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    editor = await site.withScopes(CONTENT, MENUS);
    author = await site.withScopes(CONTENT);
    reader = await site.withScopes('member');
  });
  afterAll(() => site.stop());

  const create = (attributes: object, client = editor): Promise<Response> =>
    client.post(LINKS, { data: { type: TYPE, attributes } }, HEADERS);
  const add = async (attributes: object = {}): Promise<string> => {
    const given = { menu_name: 'main', title: 'Link', link: 'internal:/', ...attributes };
    return getResource(await create(given)).id;
  };
  const change = (id: string, attributes: object, client = editor): Promise<Response> =>
    client.patch(`${LINKS}/${id}`, { data: { type: TYPE, id, attributes } }, HEADERS);
  const read = async (id: string): Promise<ReturnType<typeof getResource>> =>
    getResource(await reader.get(`${LINKS}/${id}`));

  it('are entries in the form of the stock menu links of Drupal', async () => {
    const parent = await add({ title: 'About' });

    const answer = await create({
      ...{ menu_name: 'main', title: 'Team', description: 'Who we are' },
      ...{ link: { uri: 'internal:/team' }, parent: `menu_link_content:${parent.toUpperCase()}`, weight: -3 },
    });

    expect(answer.status).toBe(201);
    expect(getResource(answer)).toMatchObject({
      attributes: {
        ...{ menu_name: 'main', title: 'Team', description: 'Who we are' },
        ...{ link: { uri: 'internal:/team', title: null, options: [] }, langcode: 'en' },
        ...{ parent: `menu_link_content:${parent}`, weight: -3, expanded: false, enabled: true },
      },
      relationships: {},
    });
    expect((await read(parent)).attributes['parent']).toBe('');
    const found = await reader.get(`${LINKS}?filter[menu_name]=main&filter[parent.id]=${parent}`);
    expect(getIds(found)).toEqual([getResource(answer).id]);
    const chosen = await reader.get(`${LINKS}/${getResource(answer).id}?fields[${TYPE}]=title,parent`);
    expect(getResource(chosen).attributes).toEqual({ title: 'Team', parent: `menu_link_content:${parent}` });
  });

  it('have a parent of the field type menu_link_parent that is emptied when it is deleted', async () => {
    const parent = await add();
    const child = await add({ parent: `menu_link_content:${parent}` });

    await editor.delete(`${LINKS}/${parent}`);

    await eventually(async () => (await read(child)).attributes['parent'] === '');
  });

  it('move below another link, and to the root', async () => {
    const [first, second, child] = [await add(), await add(), await add()];

    await change(child, { parent: `menu_link_content:${first}` });
    await change(child, { parent: `menu_link_content:${second}`, title: 'Moved' });
    expect((await read(child)).attributes).toMatchObject({
      title: 'Moved',
      parent: `menu_link_content:${second}`,
    });
    await change(child, { title: 'Kept' });
    expect((await read(child)).attributes['parent']).toBe(`menu_link_content:${second}`);
    await change(child, { parent: '' });
    expect((await read(child)).attributes['parent']).toBe('');
  });

  it.each<[string, object, string, string]>([
    ['an unknown parent', { parent: `menu_link_content:${NOBODY}` }, '404', 'target_missing'],
    ['a parent of another form', { parent: 'standard.front_page' }, '422', 'invalid_field_value'],
    ['a link that executes code', { link: 'javascript:alert(1)' }, '422', 'invalid_field_value'],
  ])('refuse %s', async (_, attributes, status, code) => {
    const answer = await create({ menu_name: 'main', title: 'A', link: 'internal:/', ...attributes });

    const pointer = `/data/attributes/${Object.keys(attributes)[0] ?? ''}`;
    expect(toErrorSummaries(answer)).toMatchObject([{ status, code, source: { pointer } }]);
  });

  it('have no relationship for their parent', async () => {
    const id = await add();

    expect((await reader.get(`${LINKS}/${id}/parent`)).status).toBe(404);
    expect((await reader.get(`${LINKS}/${id}?include=parent`)).status).toBe(400);
    const data = { type: TYPE, id, relationships: { parent: { data: null } } };
    expect(toErrorSummaries(await editor.patch(`${LINKS}/${id}`, { data }, HEADERS))).toMatchObject([
      { status: '422', code: 'unknown_field' },
    ]);
  });

  it('are hidden while they are disabled', async () => {
    const id = await add();

    await change(id, { enabled: false });

    expect((await reader.get(`${LINKS}/${id}`)).status).toBe(403);
    expect((await author.get(`${LINKS}/${id}`)).status).toBe(200);
  });

  it('are published and unpublished by bulk actions', async () => {
    const id = await add({ title: 'Bulk' });
    const request = { resourceType: TYPE, filter: 'filter%5Btitle%5D=Bulk', action: 'unpublish' };

    const job = await editor.waitForJobEnd(await editor.post('/manage/bulk-actions', request));

    expect(job.result).toMatchObject({ changed: 1, failed: 0 });
    expect((await reader.get(`${LINKS}/${id}`)).status).toBe(403);
  });

  describe('without menu:administer', () => {
    const MISSING = { status: '403', code: 'scope_missing', meta: { scope: MENUS } };
    const operate = (operation: object): Promise<Response> =>
      author.post(
        '/api/operations',
        { 'atomic:operations': [operation] },
        { 'Content-Type': ATOMIC, Accept: ATOMIC },
      );

    it.each<[string, (id: string) => Promise<Response>]>([
      ['created', () => create({}, author)],
      ['changed', (id) => change(id, { title: 'B' }, author)],
      ['deleted', (id) => author.delete(`${LINKS}/${id}`)],
      ['linked', (id) => author.patch(`${LINKS}/${id}/relationships/parent`, { data: null }, HEADERS)],
    ])('are not %s', async (_, write) => {
      const id = await add();

      expect(getErrors(await write(id))).toMatchObject([MISSING]);
      expect((await read(id)).attributes['title']).toBe('Link');
    });

    it.each<[string, (id: string) => object, string]>([
      ['added', () => ({ op: 'add', data: { type: TYPE, attributes: {} } }), '/data'],
      ['updated', (id) => ({ op: 'update', data: { type: TYPE, id, attributes: {} } }), '/data'],
      ['removed', (id) => ({ op: 'remove', ref: { type: TYPE, id } }), '/ref'],
      ['removed by address', (id) => ({ op: 'remove', href: `${LINKS}/${id}` }), '/href'],
    ])('are not %s by atomic operations', async (_, buildOperation, member) => {
      const id = await add();

      const answer = await operate(buildOperation(id));

      const source = { pointer: `/atomic:operations/0${member}` };
      expect(getErrors(answer)).toMatchObject([{ ...MISSING, source }]);
      expect((await read(id)).id).toBe(id);
    });

    it('are not changed by bulk actions', async () => {
      const answer = await author.post('/manage/bulk-actions', {
        ...{ resourceType: TYPE, filter: '', all: true, action: 'delete' },
      });

      expect([answer.status, answer.body.code]).toEqual([403, 'scope_missing']);
    });

    it('are not imported', async () => {
      const line = {
        kind: 'entry',
        published: true,
        resource: {
          type: TYPE,
          id: NOBODY,
          attributes: { title: 'A', menu_name: 'main', link: 'internal:/' },
        },
      };
      const body = [{ kind: 'header', format: 'content-service/site@1' }, line]
        .map((value) => JSON.stringify(value))
        .join('\n');

      const sent = await author.post('/manage/imports', body, { 'Content-Type': 'application/x-ndjson' });

      const { result } = await author.waitForJobEnd(sent);
      expect(result).toMatchObject({
        inserted: 0,
        firstProblems: [{ line: 2, message: expect.stringContaining(MENUS) }],
      });
    });
  });
});

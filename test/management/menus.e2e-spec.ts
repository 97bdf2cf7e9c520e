import type { Response } from 'supertest';
import { JSON_API } from '../support/api-client.js';
import { eventually } from '../support/eventually.js';
import { type ManagementClient, ManagedSite } from '../support/managed-site.js';
import { formatErrorPointers, formatProblem } from '../support/problems.js';
import { getErrors, getResource } from '../support/responses.js';

const MENUS = '/manage/settings/menus';
const LINKS = '/api/menu_link_content/menu_link_content';
const TYPE = 'menu_link_content--menu_link_content';
const MAIN = { name: 'main', label: 'Main navigation' };
const FOOTER = { name: 'footer', label: 'Footer' };
const TOP = { name: 'top-bar', label: 'Top', description: 'Above the name of the site.' };

describe('the menus of a site', () => {
  let site: ManagedSite;
  let editor: ManagementClient;
  let keeper: ManagementClient;
  beforeEach(async () => {
    site = await ManagedSite.start();
    editor = await site.withScopes('content:administer', 'menu:administer');
    keeper = await site.withScopes('menu:administer');
  });
  afterEach(() => site.stop());

  const set = (menus: readonly object[], query = '', client = keeper): Promise<Response> =>
    client.patch(MENUS + query, { menus });
  const add = (menu_name: string): Promise<Response> => {
    const attributes = { menu_name, title: 'Link', link: 'internal:/' };
    return editor.post(LINKS, { data: { type: TYPE, attributes } }, { 'Content-Type': JSON_API });
  };
  const count = (): Promise<number> => site.app.site.count(TYPE);

  it('are main and footer at first, and others when they are set', async () => {
    expect((await keeper.get(MENUS)).body).toEqual({ menus: [MAIN, FOOTER] });

    expect((await set([MAIN, FOOTER, TOP])).body).toEqual({ menus: [MAIN, FOOTER, TOP] });

    expect((await add('top-bar')).status).toBe(201);
    expect((await keeper.patch(MENUS, {})).body).toEqual({ menus: [MAIN, FOOTER, TOP] });
    const log = await (await site.administrator()).get('/manage/audit-log?action=setting.changed&limit=1');
    expect(log.body.items).toMatchObject([{ subject: { kind: 'setting', id: 'menus' } }]);
  });

  it.each<[string, unknown, string]>([
    ['no list', {}, '422 /menus'],
    ['an item that is no menu', ['main'], '422 /menus/0'],
    ['a menu without a label', [{ name: 'main' }], '422 /menus/0'],
    ['a name with capitals', [{ ...MAIN, name: 'Main' }], '422 /menus/0/name'],
    ['the same name twice', [MAIN, FOOTER, MAIN], '422 /menus/2/name'],
    ['an unknown member', [{ ...MAIN, links: [] }], '422 /menus/0'],
    ['a description that is no text', [{ ...MAIN, description: 1 }], '422 /menus/0/description'],
    ['51 menus', Array.from({ length: 51 }, (_, n) => ({ name: `m${n}`, label: 'M' })), '422 /menus'],
  ])('refuse %s', async (_, menus, faults) => {
    expect(formatErrorPointers(await keeper.patch(MENUS, { menus }))).toBe(faults);
  });

  it('are needed by links: another name is refused', async () => {
    const answer = await add('top-bar');

    expect(getErrors(answer)).toMatchObject([
      {
        status: '422',
        code: 'invalid_field_value',
        source: { pointer: '/data/attributes/menu_name' },
        meta: { enum: ['main', 'footer'] },
      },
    ]);
    const { id } = getResource(await add('main'));
    const data = { type: TYPE, id, attributes: { menu_name: 'other' } };
    expect((await editor.patch(`${LINKS}/${id}`, { data }, { 'Content-Type': JSON_API })).status).toBe(422);
  });

  it('are not removed while they have links', async () => {
    await add('footer');
    await add('footer');

    const refused = await set([MAIN]);

    expect(formatProblem(refused)).toBe('409 menu_in_use');
    expect(refused.body.entries).toBe(2);
    expect((await keeper.get(MENUS)).body.menus).toEqual([MAIN, FOOTER]);
    expect((await set([FOOTER])).status).toBe(200);
  });

  it('are removed by force, and their links by a job', async () => {
    await set([MAIN, FOOTER, TOP]);
    for (const name of ['main', 'footer', 'top-bar', 'footer']) await add(name);

    expect((await set([MAIN], '?force=true', editor)).body).toEqual({ menus: [MAIN] });

    await eventually(async () => (await count()) === 1);
    const { body } = await (await site.administrator()).get('/manage/jobs?kind=entries.bulk-action');
    expect(body.items).toMatchObject([{ actor: { clientId: editor.id }, parameters: { action: 'delete' } }]);
    expect((await set([], '?force=true', editor)).body).toEqual({ menus: [] });
    await eventually(async () => (await count()) === 0);
  });

  it('keep links from those who may not delete them', async () => {
    await add('footer');

    const refused = await set([MAIN], '?force=true');

    expect(formatProblem(refused)).toBe('403 scope_missing');
    expect((await keeper.get(MENUS)).body.menus).toEqual([MAIN, FOOTER]);
    expect(await count()).toBe(1);
    expect(formatProblem(await set([MAIN], '?force=yes'))).toBe('400 invalid_parameter');
  });
});

import { Workshop } from '../restore/backup-site.js';
import { ApiClient } from '../support/api-client.js';
import { FIRST_CLIENT, startService } from '../support/content-service.js';
import { createSite, toId } from './drupal-site.js';
import { DrupalSource, type Resource } from './drupal-source.js';
import { messages, MigratedSite } from './migrated-site.js';

/** A link of a menu with the attributes of Drupal's core. */
const menuLink = (n: number, attributes: object, type = 'menu_link_content'): Resource => ({
  type: `menu_link_content--${type}`,
  id: toId('b', n),
  attributes: {
    ...{ drupal_internal__id: n, drupal_internal__revision_id: n, langcode: 'en', default_langcode: true },
    ...{ revision_created: '2023-11-15T00:00:00+00:00', revision_log_message: null },
    ...{ revision_translation_affected: true, changed: '2023-11-16T00:00:00+00:00' },
    ...{ bundle: 'menu_link_content', external: false, rediscover: false, description: null },
    ...{ enabled: true, expanded: false, title: `Link ${n}`, menu_name: 'main', weight: n, parent: null },
    link: { uri: 'https://example.com/', title: '', options: [] },
    ...attributes,
  },
  relationships: { revision_user: { data: null } },
});

const menu = (n: number, name: string, label: string, description: string): Resource => ({
  type: 'menu--menu',
  id: toId('9', n),
  attributes: { drupal_internal__id: name, label, description, langcode: 'en', status: true, locked: false },
});

const under = (n: number): { parent: string } => ({ parent: `menu_link_content:${toId('b', n)}` });
const to = (uri: string): object => ({ link: { uri, title: '', options: [] } });

const MENUS = [
  { kind: 'menu', name: 'main', label: 'Main navigation' },
  { kind: 'menu', name: 'footer', label: 'Footer' },
];

describe('content-service import-jsonapi with menus', () => {
  const workshop = new Workshop();
  let source: DrupalSource;
  let site: MigratedSite;
  beforeEach(async () => {
    source = await DrupalSource.start(createSite(2));
    site = new MigratedSite(workshop, (await workshop.database()).url, source);
  });
  afterEach(() => source.stop());
  afterAll(() => workshop.remove());

  const add = (...resources: readonly Resource[]): void => {
    source.resources = [...source.resources, ...resources];
  };

  const exportMenus = async (): Promise<readonly object[]> =>
    (await site.exportLines()).filter(({ kind }) => kind === 'menu');

  it('keeps links with parents that come later, places, targets and whether they are shown', async () => {
    add(
      menuLink(1, { ...under(3), ...to('internal:/node/2'), expanded: true }),
      menuLink(2, { ...under(1), ...to(`entity:node/${toId('a', 1)}`), weight: -4, enabled: false }),
      menuLink(3, { ...to('route:<nolink>'), description: 'More', langcode: 'de' }),
    );

    const report = await site.takeOver();

    expect(report.problems).toEqual([]);
    expect(report.menus).toEqual([{ name: 'main', links: 3 }]);
    const links = await site.exportResources();
    expect(links.get(toId('b', 1))).toMatchObject({
      type: 'menu_link_content--menu_link_content',
      attributes: {
        ...{ title: 'Link 1', menu_name: 'main', weight: 1, expanded: true, enabled: true, ...under(3) },
        ...{ changed: '2023-11-16T00:00:00+00:00', link: { uri: 'internal:/articles/2' } },
      },
    });
    expect(links.get(toId('b', 2))?.attributes).toMatchObject({
      ...{ weight: -4, enabled: false, ...under(1), link: { uri: `entity:node/${toId('a', 1)}` } },
    });
    expect(links.get(toId('b', 3))?.attributes).toMatchObject({
      ...{ parent: '', description: 'More', langcode: 'de', link: { uri: 'route:<nolink>' } },
    });
    expect(messages(report.notes).filter((message) => message.startsWith('menu_link_content'))).toEqual([
      'menu_link_content--menu_link_content.link: a link to a row number, which became the path alias of the entry',
    ]);
  });

  it('adds the menus that links name, with their labels where these can be read, and keeps those of the site', async () => {
    add(
      menu(4, 'main', 'Hauptnavigation', ''),
      menu(5, 'tools', 'Tools', 'For editors.'),
      menu(6, 'admin', 'Administration', ''),
      ...[menuLink(1, { menu_name: 'tools' }), menuLink(2, { menu_name: 'site-map' }), menuLink(3, {})],
    );

    await site.takeOver();

    expect(await exportMenus()).toEqual([
      ...MENUS,
      { kind: 'menu', name: 'site-map', label: 'Site map' },
      { kind: 'menu', name: 'tools', label: 'Tools', description: 'For editors.' },
    ]);
  });

  it('changes nothing when it is repeated', async () => {
    add(menuLink(1, { ...under(2), menu_name: 'tools' }), menuLink(2, { menu_name: 'tools' }));
    await site.takeOver();
    const before = await site.exportLines();

    expect(await site.takeOver()).toMatchObject({ stored: { bundles: 0, inserted: 0, updated: 0 } });

    expect(await site.exportLines()).toEqual(before);
  });

  it('makes one type of the links that a site has in a type for each menu', async () => {
    add(
      ...[menuLink(1, { ...under(2), view_mode: 'default' }, 'main'), menuLink(2, {}, 'main')],
      menuLink(3, { menu_name: 'site-map' }, 'site-map'),
    );

    const report = await site.takeOver();

    expect(report.menus).toEqual([
      { name: 'main', links: 2 },
      { name: 'site-map', links: 1 },
    ]);
    const links = await site.exportResources();
    expect([1, 2, 3].map((n) => links.get(toId('b', n)))).toEqual([
      expect.objectContaining({ attributes: expect.objectContaining(under(2)) }),
      expect.objectContaining({ attributes: expect.objectContaining({ parent: '', menu_name: 'main' }) }),
      expect.objectContaining({ type: 'menu_link_content--menu_link_content' }),
    ]);
    expect(messages(report.notes)).toContain(
      'menu_link_content--main.view_mode: a value, which was left out: the bundle menu_link_content--menu_link_content is fixed',
    );
  });

  it('moves a link whose parent is no link of the import to the root, hides one whose state is unknown, and says so', async () => {
    add(
      menuLink(1, { parent: 'views_view:views.archive.page_1' }),
      ...[menuLink(2, under(4)), menuLink(3, { enabled: 'perhaps' }), menuLink(4, {})],
    );
    source.hidden.add(toId('b', 4));

    const report = await site.takeOver();

    const links = await site.exportResources();
    expect([1, 2].map((n) => links.get(toId('b', n))?.attributes?.['parent'])).toEqual(['', '']);
    expect(links.get(toId('b', 3))?.attributes).toMatchObject({ enabled: false });
    expect(messages(report.notes)).toEqual(
      expect.arrayContaining([
        'menu_link_content--menu_link_content.parent: a value that a field of the type menu_link_parent cannot hold',
        'parent points at the menu_link_content--menu_link_content …, which does not exist; the reference was omitted.',
        'menu_link_content--menu_link_content.enabled: a state that is neither true nor false; the entry is not published',
      ]),
    );
  });

  it('gives readers the tree of a menu', async () => {
    add(
      menuLink(1, { ...under(3), ...to('internal:/node/1') }),
      menuLink(2, { ...under(3), enabled: false }),
      ...[menuLink(3, {}), menuLink(4, { ...under(3), weight: -1 }), menuLink(5, { menu_name: 'tools' })],
    );
    await site.takeOver();
    const service = await startService(site.database);
    try {
      const api = await ApiClient.withCredentials(service.url, FIRST_CLIENT);

      const answer = await api.send('GET', '/api/menu_items/main');

      const { data } = (await answer.json()) as { data: readonly { attributes: object }[] };
      expect(data.map(({ attributes }) => attributes)).toMatchObject([
        { title: 'Link 3', url: 'https://example.com/', parent: '' },
        { title: 'Link 4', ...under(3) },
        { title: 'Link 1', ...under(3), url: '/articles/1' },
      ]);
    } finally {
      await service.stop();
    }
  });

  it('reports the menus beyond those that a site can have, and keeps their links without one', async () => {
    add(...Array.from({ length: 50 }, (_, n) => menuLink(n + 1, { menu_name: `menu-${n + 10}` })));

    const report = await site.takeOver();

    expect(await exportMenus()).toHaveLength(50);
    expect(report.problems).toMatchObject([
      { count: 2, message: expect.stringContaining('menus must be a list of at most 50 menus') },
    ]);
    expect(report.stored).toMatchObject({ inserted: 58 });
    expect(report.notes).toContainEqual(
      expect.objectContaining({
        count: 2,
        message: expect.stringContaining('menu_name must be a menu of the site'),
      }),
    );
    expect((await site.exported(toId('b', 50)))?.attributes).toMatchObject({
      title: 'Link 50',
      menu_name: null,
    });
  });

  it('takes no link twice from a site that also has the module jsonapi_menu_items', async () => {
    add(menuLink(1, {}), {
      type: 'menu_items--main',
      id: `menu_link_content:${toId('b', 1)}`,
      attributes: {
        title: 'Link 1',
        menu_name: 'main',
        url: 'https://example.com/',
        parent: '',
        weight: '1',
      },
    });

    const report = await site.takeOver();

    expect(report.configuration).toContain('menu_items--main');
    expect(report.menus).toEqual([{ name: 'main', links: 1 }]);
    expect([...(await site.exportResources()).values()].map(({ type }) => type)).not.toContain(
      'node--menu_items_main',
    );
  });

  it('tells the menus with --dry-run, and adds none', async () => {
    add(menuLink(1, {}), menuLink(2, { menu_name: 'tools' }));

    const { output } = await site.run('--dry-run');

    expect(output).toContain('links of menus: main 1, tools 1\n');
    expect(await exportMenus()).toEqual(MENUS);
  });

  it('adds no menu for a source without links', async () => {
    add(menu(5, 'tools', 'Tools', ''));

    expect((await site.takeOver()).menus).toEqual([]);

    expect(await exportMenus()).toEqual(MENUS);
  });
});

import type { Locator, Page } from 'playwright-core';
import { eventually, expectSoon } from '../../support/eventually.js';
import {
  ADMIN,
  AdminSite,
  holdRequests,
  confirm,
  getBox,
  type OpenedPage,
  waitForNotification,
} from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
  await site.allowWriting();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const SETTINGS = '/settings/menus';
const ATOMIC = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
const TYPE = 'menu_link_content--menu_link_content';

let count = 0;

/** Creates a menu with links from lines such as `About` and `-Team`, with one sign for each level. */
async function createMenu(...lines: readonly string[]): Promise<string> {
  const menuName = `menu_${count++}`;
  const { menus } = (await site.manage('GET', SETTINGS)) as { readonly menus: readonly object[] };
  await site.manage('PATCH', SETTINGS, { menus: [...menus, { name: menuName, label: `Menu ${count}` }] });
  const client = await site.client();
  const path: string[] = [];
  for (const [weight, line] of lines.entries()) {
    const level = line.lastIndexOf('-') + 1;
    const parent = level === 0 ? '' : `menu_link_content:${path[level - 1] ?? ''}`;
    const attributes = {
      title: line.slice(level),
      menu_name: menuName,
      link: { uri: `internal:/${line.slice(level).toLowerCase().replace(' ', '-')}` },
      weight,
      parent,
    };
    path.splice(level, path.length, (await client.create(TYPE, { attributes })).id);
  }
  return menuName;
}

/** Adds links to the first level of a menu, 100 with each request. */
async function addLinks(menuName: string, number: number): Promise<void> {
  const client = await site.client();
  const link = { uri: 'internal:/link' };
  for (let start = 0; start < number; start += 100) {
    const operations = Array.from({ length: Math.min(100, number - start) }, (_, n) => {
      const weight = start + n;
      const attributes = { title: `Link ${weight}`, menu_name: menuName, link, weight };
      return { op: 'add', data: { type: TYPE, attributes } };
    });
    const answer = await client.send('POST', '/api/operations', {
      document: { 'atomic:operations': operations },
      headers: { 'Content-Type': ATOMIC, Accept: ATOMIC },
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

async function openMenu(menuName: string, shown = 'Add a link'): Promise<OpenedPage> {
  const opened = await site.openSignedIn(`/menus/${menuName}`);
  await opened.page.getByRole('button', { name: shown, exact: true }).waitFor();
  return opened;
}

const findRow = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: title, exact: true }) });

const findHandle = (page: Page, title: string): Locator =>
  page.getByRole('button', { name: `Move ${title}`, exact: true });

/** The links on the screen, as `createMenu` takes them. */
async function listRows(page: Page): Promise<readonly string[]> {
  const rows = await page.getByRole('listitem').all();
  return Promise.all(
    rows.map(async (row) => {
      const level = Number(/Level (\d)/.exec(await row.innerText())?.[1]) - 1;
      const actions = row.getByRole('button', { name: /^Actions for/ });
      return (
        '-'.repeat(level) + ((await actions.getAttribute('aria-label')) ?? '').slice('Actions for '.length)
      );
    }),
  );
}

const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await waitForNotification(page, 'Saved');
};

describe('the screen of a menu', () => {
  it('moves links by the arrow keys of their handles, and saves the order at once', async () => {
    const menu = await createMenu('About', '-Team', '-History', 'Contact', 'Press');
    const { page, consoleErrors } = await openMenu(menu);

    await findHandle(page, 'Press').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await expectSoon(() => listRows(page)).toEqual(['About', '-Team', '-History', '-Press', 'Contact']);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await findHandle(page, 'Press').and(page.locator(':focus')).waitFor();
    await page.getByText('Press: 1 of 1, level 3').waitFor();
    await findHandle(page, 'History').focus();
    await page.keyboard.press('ArrowLeft');
    const order = ['About', '-Team', '--Press', 'History', 'Contact'];
    await expectSoon(() => listRows(page)).toEqual(order);
    await save(page);
    await page.reload();
    await findRow(page, 'About').waitFor();

    await expectSoon(() => listRows(page)).toEqual(order);
    expect(consoleErrors).toEqual([]);
  });

  it('keeps moves that are made while others are saved', async () => {
    const menu = await createMenu('About', 'Contact', 'Press');
    const { page, consoleErrors } = await openMenu(menu);
    const url = /\/api\/operations$/;
    const release = await holdRequests(page, url);

    await findHandle(page, 'Press').press('ArrowUp');
    const request = page.waitForRequest(url);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await request;
    await findHandle(page, 'About').press('ArrowDown');
    release();
    await waitForNotification(page, 'Saved');
    await page.getByText('1 change that is not saved').waitFor();

    await expectSoon(() => listRows(page)).toEqual(['Press', 'About', 'Contact']);
    await save(page);
    await page.getByText('Everything is saved').waitFor();
    await expectSoon(() => listRows(page)).toEqual(['Press', 'About', 'Contact']);
    expect(consoleErrors).toEqual([]);
  });

  it('moves links by a drag before, behind and below others', async () => {
    const menu = await createMenu('About', '-Team', 'Contact', 'Press');
    const { page, consoleErrors } = await openMenu(menu);
    const dragTo = async (title: string, target: string, part: number): Promise<void> => {
      const row = findRow(page, target);
      const { width, height } = await getBox(row);
      await findHandle(page, title).dragTo(row, { targetPosition: { x: width / 2, y: height * part } });
    };

    await dragTo('Press', 'About', 0.2);
    await expectSoon(() => listRows(page)).toEqual(['Press', 'About', '-Team', 'Contact']);
    await dragTo('Contact', 'Team', 0.9);
    await expectSoon(() => listRows(page)).toEqual(['Press', 'About', '-Team', '-Contact']);
    await dragTo('About', 'Press', 0.5);
    const order = ['Press', '-About', '--Team', '--Contact'];
    await expectSoon(() => listRows(page)).toEqual(order);
    await save(page);
    await page.reload();
    await findRow(page, 'About').waitFor();

    await expectSoon(() => listRows(page)).toEqual(order);
    expect(consoleErrors).toEqual([]);
  });

  it('adds, edits, switches off and removes links, and saves all of it at once', async () => {
    const client = await site.client();
    const draft = await client.create('node--article', {
      attributes: { title: 'Night trams', status: false },
    });
    const menu = await createMenu('About', '-Team', 'Contact');
    const { page, consoleErrors } = await openMenu(menu);
    const dialog = page.getByRole('dialog');

    await page.getByRole('button', { name: 'Add a link', exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Choose an entry' }).fill('Night');
    await page.getByRole('option', { name: /Night trams/ }).click();
    await dialog.getByText('Draft', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Take over' }).click();
    await findRow(page, 'Night trams').getByText('hidden: not published').waitFor();
    await findRow(page, 'Contact').getByRole('button', { name: 'Actions for Contact' }).click();
    await page.getByRole('menuitem', { name: 'Add a link below it' }).click();
    await dialog.getByRole('combobox', { name: 'Leads to' }).click();
    await page.getByRole('option', { name: 'An address' }).click();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Map');
    await dialog.getByRole('button', { name: 'Take over' }).click();
    await dialog.getByText('Choose a target, or type a whole address or a path.').waitFor();
    await dialog.getByRole('textbox', { name: 'Address' }).fill('maps.example');
    await page.keyboard.press('Enter');
    await findRow(page, 'Map').waitFor();
    await page.getByRole('button', { name: 'Team', exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Our team');
    await page.keyboard.press('Enter');
    await findRow(page, 'Contact').getByRole('switch', { name: 'Show Contact' }).press('Space');
    await findRow(page, 'Map').getByText('hidden with the link above it').waitFor();
    await page.getByRole('button', { name: 'Actions for About' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const order = ['Our team', 'Contact', '-Map', 'Night trams'];
    await expectSoon(() => listRows(page)).toEqual(order);
    await save(page);
    await page.reload();
    await findRow(page, 'Map').waitFor();

    await expectSoon(() => listRows(page)).toEqual(order);
    const { data } = await client.collection(
      `/api/menu_link_content/menu_link_content?filter[menu_name]=${menu}&sort=title`,
    );
    expect(data.map(({ attributes: { title, enabled, link } }) => [title, enabled, link])).toMatchObject([
      ['Contact', false, { uri: 'internal:/contact' }],
      ['Map', true, { uri: 'https://maps.example' }],
      ['Night trams', true, { uri: `entity:node/${draft.id}` }],
      ['Our team', true, { uri: 'internal:/team' }],
    ]);
    expect(consoleErrors).toEqual([]);
  });

  it('shows a conflict, and keeps the order made when the newest version is loaded', async () => {
    const menu = await createMenu('About', '-Team', 'Contact', 'Press');
    const { page, consoleErrors } = await openMenu(menu);
    await findHandle(page, 'Press').press('ArrowUp');
    await findHandle(page, 'Press').press('ArrowUp');
    const client = await site.client();
    const { data } = await client.collection(
      `/api/menu_link_content/menu_link_content?filter[menu_name]=${menu}`,
    );
    const press = data.find(({ attributes }) => attributes['title'] === 'Press');
    if (press === undefined) throw new Error('There is no such link.');

    await client.update(press, { attributes: { title: 'For journalists' } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Changed or removed links: Press.').waitFor();
    await page.getByRole('alert').and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Load the newest version and keep my changes' }).click();
    await findRow(page, 'For journalists').waitFor();
    const order = ['For journalists', 'About', '-Team', 'Contact'];
    await expectSoon(() => listRows(page)).toEqual(order);
    await save(page);
    await page.reload();
    await findRow(page, 'Contact').waitFor();

    await expectSoon(() => listRows(page)).toEqual(order);
    expect(consoleErrors).toEqual([]);
  });

  it('saves more changes than a request may hold in parts', async () => {
    const titles = Array.from({ length: 120 }, (_, n) => `Link ${n + 100}`);
    const menu = await createMenu(...titles);
    const { page, consoleErrors } = await openMenu(menu);
    const sent: number[] = [];
    page.on('request', (request) => {
      if (!request.url().endsWith('/api/operations')) return;
      const body = request.postDataJSON() as { readonly 'atomic:operations': readonly unknown[] };
      sent.push(body['atomic:operations'].length);
    });
    await site.manage('PATCH', '/settings/jsonapi', { atomicOperationsMaximum: 60 });

    await findHandle(page, 'Link 219').focus();
    for (let n = 0; n < 119; n++) await page.keyboard.press('ArrowUp');
    await page.getByText('1 change that is not saved').waitFor();
    for (const title of titles) await page.getByRole('switch', { name: `Show ${title}` }).press('Space');
    await page.getByText('They are saved in parts of 100, each whole or not at all.').waitFor();
    await save(page);
    await site.manage('PATCH', '/settings/jsonapi', { atomicOperationsMaximum: 100 });
    await page.reload();
    await findRow(page, 'Link 219').waitFor();

    await expectSoon(async () => (await listRows(page)).slice(0, 2)).toEqual(['Link 219', titles[0]]);
    await expectSoon(() => page.getByRole('switch', { checked: false }).count()).toBe(120);
    expect(sent).toEqual([100, 50, 50, 20]);
    expect(consoleErrors).toEqual([]);
  });

  it('says that a menu has no links, and keeps a link within nine levels', async () => {
    const empty = await openMenu(await createMenu());
    await empty.page.getByText('No links yet').waitFor();
    const chain = Array.from({ length: 9 }, (_, level) => `${'-'.repeat(level)}Level${level + 1}`);
    const menu = await createMenu(...chain, '-Sibling', 'Last');
    const { page, consoleErrors } = await openMenu(menu);

    await findHandle(page, 'Level9').press('ArrowRight');
    for (let n = 0; n < 3; n++) await findHandle(page, 'Last').press('ArrowRight');
    await page.setViewportSize({ width: 390, height: 844 });

    await page.getByRole('button', { name: 'Actions for Level9' }).click();
    await expectSoon(() => page.getByRole('menuitem', { name: 'Add a link below it' }).isDisabled()).toBe(
      true,
    );
    await page.keyboard.press('Escape');
    await expectSoon(() => listRows(page)).toEqual([...chain, '-Sibling', '--Last']);
    expect(consoleErrors).toEqual([]);
  });

  it('shows 1,000 links, and moves none when there are more', async () => {
    const menu = await createMenu();
    await addLinks(menu, 1000);
    const { page, consoleErrors } = await openMenu(menu, 'Move Link 0');

    await expectSoon(() => page.getByRole('listitem').count()).toBe(1000);
    await expectSoon(() => page.getByRole('button', { name: 'Add a link', exact: true }).isDisabled()).toBe(
      true,
    );
    await findHandle(page, 'Link 999').focus();
    await page.keyboard.press('ArrowUp');
    await page.getByText('Link 999: 999 of 1000, level 1').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Link 999: 1 of 1, level 2').waitFor();
    await page.getByText('1 change that is not saved').waitFor();
    await save(page);
    await addLinks(menu, 1);
    await page.reload();
    await page.getByText('This menu has too many links').waitFor();

    await expectSoon(() => page.getByRole('listitem').count()).toBe(1000);
    await expectSoon(() => page.getByRole('button', { name: /^Move/ }).count()).toBe(0);
    expect(consoleErrors).toEqual([]);
  });
});

describe('the screen of menus', () => {
  it('adds, renames and removes menus, the latter with its links', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/');
    const dialog = page.getByRole('dialog');
    await page.getByRole('navigation').getByRole('link', { name: 'Menus', exact: true }).click();

    await page.getByRole('button', { name: 'New menu' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Side bar');
    await dialog.getByRole('button', { name: 'Create menu' }).click();
    await page.getByRole('row').filter({ hasText: 'side_bar' }).waitFor();
    await page.getByRole('button', { name: 'Actions for Side bar' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Beside the text');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Beside the text' }).waitFor();
    const client = await site.client();
    const link = await client.create(TYPE, {
      attributes: { title: 'About', menu_name: 'side_bar', link: { uri: 'internal:/about' } },
    });
    await page.getByRole('button', { name: 'Actions for Beside the text' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByText('Its 1 link is deleted as well. This cannot be undone.').waitFor();
    await confirm(page, 'Remove menu and 1 link');
    await waitForNotification(page, 'Beside the text is removed');

    await expectSoon(() => page.getByRole('link', { name: 'Beside the text' }).count()).toBe(0);
    await eventually(async () => {
      const answer = await client.send('GET', `/api/menu_link_content/menu_link_content/${link.id}`);
      return answer.status === 404;
    });
    expect(consoleErrors).toEqual([]);
  });

  it('names the input of a machine name that is taken', async () => {
    const { page } = await site.openSignedIn('/menus');
    const dialog = page.getByRole('dialog');

    await page.getByRole('button', { name: 'New menu' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Main');
    await dialog.getByRole('button', { name: 'Create menu' }).click();

    await dialog
      .getByRole('textbox', { name: 'Machine name' })
      .and(page.locator('[aria-invalid=true]'))
      .waitFor();
  });

  it('is hidden from a role that has only content:administer', async () => {
    await site.manage('POST', '/roles', { name: 'writer', label: 'Writer', scopes: ['content:administer'] });
    const writer = { ...ADMIN, name: 'wanda', role: 'writer', keepPassword: true };
    await site.manage('POST', '/users', writer);
    const { page } = await site.openSignedIn('/menus', writer);

    await page.getByText('Your role does not allow this').waitFor();

    await expectSoon(() =>
      page.getByRole('navigation').getByRole('link', { name: 'Menus', exact: true }).count(),
    ).toBe(0);
  });
});

describe('the menu panel of an entry', () => {
  it('shows the links that lead to the entry, adds one below another, and removes it', async () => {
    const menu = await createMenu('About', '-Team', 'Contact');
    const client = await site.client();
    const { id } = await client.create('node--article', { attributes: { title: 'Trams' } });
    const { page, consoleErrors } = await site.openSignedIn(`/entries/node--article/${id}`);
    const panel = page.getByRole('region', { name: 'Menu', exact: true });

    await panel.getByText('No menu leads to this entry.').waitFor();
    await panel.getByRole('button', { name: 'Add to a menu' }).press('Enter');
    await panel.getByRole('combobox', { name: 'Menu' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: `Menu ${count}` }).click();
    await panel.getByRole('combobox', { name: 'Below' }).fill('Team');
    await page.getByRole('option', { name: 'Team' }).click();
    await panel.getByRole('button', { name: 'Add to the menu' }).click();
    await waitForNotification(page, 'Added to the menu');
    await panel.getByRole('button', { name: 'Add to a menu' }).and(page.locator(':focus')).waitFor();
    await panel.getByRole('link', { name: `Menu ${count}` }).click();
    await findRow(page, 'Trams').waitFor();
    await expectSoon(() => listRows(page)).toEqual(['About', '-Team', '--Trams', 'Contact']);
    await page.goBack();
    await panel.getByRole('button', { name: 'Remove Trams from the menu' }).click();
    await confirm(page, 'Remove link');
    await panel.getByText('No menu leads to this entry.').waitFor();

    const { data } = await client.collection(
      `/api/menu_link_content/menu_link_content?filter[menu_name]=${menu}`,
    );
    expect(data).toHaveLength(3);
    expect(consoleErrors).toEqual([]);
  });

  it('adds the link of a new entry when the entry is saved', async () => {
    await createMenu('About');
    const { page, consoleErrors } = await site.openSignedIn('/entries/node--article/new');
    const panel = page.getByRole('region', { name: 'Menu', exact: true });

    await page.getByRole('textbox', { name: 'Title' }).fill('Ferries of the bay');
    await panel.getByRole('button', { name: 'Add to a menu' }).click();
    await panel.getByRole('combobox', { name: 'Menu' }).click();
    await page.getByRole('option', { name: `Menu ${count}` }).click();
    await panel.getByRole('textbox', { name: 'Text of the link' }).fill('Ferries');
    await page.getByRole('button', { name: 'Publish' }).click();
    await waitForNotification(page, 'Published');
    await panel.getByRole('link', { name: `Menu ${count}` }).click();
    await findRow(page, 'Ferries').getByRole('link', { name: 'Ferries of the bay' }).waitFor();

    await expectSoon(() => listRows(page)).toEqual(['About', 'Ferries']);
    expect(consoleErrors).toEqual([]);
  });
});

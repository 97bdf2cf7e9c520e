import type { Locator, Page } from 'playwright-core';
import { expectSoon } from '../../support/eventually.js';
import { ADMIN, AdminSite, findScreenViolations, waitForNotification } from './admin-site.js';

const EDITH = { name: 'edith', displayName: 'Edith', password: 'correct horse battery staple' };
const TYPE = 'node--note';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  const fields = [
    { name: 'field_text', type: 'text_long', label: 'Text' },
    { name: 'field_line', type: 'string', label: 'Line' },
  ];
  await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'note', label: 'Note', fields });
  await site.manage('POST', '/users', { ...EDITH, role: 'editor', keepPassword: true });
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const html = (value: string): object => ({ field_text: { value, format: 'basic_html' } });
const open = async (id: string, user: typeof ADMIN = ADMIN): Promise<Page> => {
  const { page } = await site.openSignedIn(`/entries/${TYPE}/${id}`, user);
  await page.getByRole('textbox', { name: 'Title' }).waitFor();
  return page;
};
const create = async (attributes: object): Promise<string> =>
  (await (await site.client()).create(TYPE, { attributes: attributes as never })).id;
const read = async (id: string): Promise<Record<string, unknown>> => {
  const response = await (await site.client()).send('GET', `/api/node/note/${id}`);
  return ((await response.json()) as { data: { attributes: Record<string, unknown> } }).data.attributes;
};
const fill = (page: Page, name: string, value: string): Promise<void> =>
  page.getByRole('textbox', { name, exact: true }).fill(value);
const save = (page: Page): Promise<void> => page.keyboard.press('Control+s');
const side = (group: Locator, label: string | RegExp): Locator => group.getByRole('radio', { name: label });

/** Both have the entry open; Edith saves first, Ada is asked. */
async function collide(id: string, change: (page: Page, text: string) => Promise<void>): Promise<Page> {
  const [hers, mine] = [await open(id, EDITH), await open(id)];
  await change(hers, 'of the harbour');
  await save(hers);
  await waitForNotification(hers, 'Saved');
  await change(mine, 'of the hills');
  await save(mine);
  await mine.getByRole('dialog', { name: 'This entry was changed meanwhile' }).waitFor();
  return mine;
}

const writeTitle = (page: Page, text: string): Promise<void> => fill(page, 'Title', `Trams ${text}`);

describe('two people who save the same field', () => {
  it('see both texts side by side, by name, and the chosen one is saved', async () => {
    const id = await create({ title: 'Trams of the city', status: false });
    const page = await collide(id, writeTitle);

    const dialog = page.getByRole('dialog');
    const group = dialog.getByRole('radiogroup', { name: 'Title' });
    await side(group, /^Edith, saved /).waitFor();
    await expectSoon(() => group.locator('ins').allInnerTexts()).toEqual(
      ['harbour', 'hills'].map((word) => expect.stringContaining(word) as string),
    );
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await side(group, /^You/).check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await waitForNotification(page, 'Saved');

    await expectSoon(async () => (await read(id))['title']).toBe('Trams of the hills');
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Show changes' }).first().click();
    await page.locator('del', { hasText: 'harbour' }).waitFor();
  });

  it('can keep the text of the other', async () => {
    const id = await create({ title: 'Trams of the city', status: false });
    const page = await collide(id, async (form, text) => {
      await writeTitle(form, text);
      if (text === 'of the hills') await fill(form, 'Line', 'Line 28');
    });

    const dialog = page.getByRole('dialog');
    await side(dialog.getByRole('radiogroup', { name: 'Title' }), /^Edith/).check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await waitForNotification(page, 'Saved');

    await expectSoon(() => read(id)).toMatchObject({ title: 'Trams of the harbour', field_line: 'Line 28' });
    await page.getByText('Everything is saved').waitFor();
    await expectSoon(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(
      'Trams of the harbour',
    );
  });

  it('can put both texts into the form to edit them', async () => {
    const id = await create({ title: 'Trams', status: false, ...html('<p>Old.</p>') });
    const page = await collide(id, async (form, text) => {
      const input = form.getByRole('textbox', { name: 'Text' });
      await input.click();
      await form.keyboard.press('Control+End');
      await form.keyboard.type(` Trams ${text}.`);
    });

    const dialog = page.getByRole('dialog');
    await side(dialog.getByRole('radiogroup', { name: 'Text' }), /^Both/).check();
    await dialog.getByRole('button', { name: 'Put into the form' }).click();
    await dialog.waitFor({ state: 'detached' });
    const input = page.getByRole('textbox', { name: 'Text' });
    await input.getByText('of the harbour').waitFor();
    await input.getByText('of the hills').waitFor();
    await save(page);
    await waitForNotification(page, 'Saved');

    const { value } = (await read(id))['field_text'] as { value: string };
    expect(value).toMatch(/harbour.*hills/s);
  });
});

describe('two people who save different fields', () => {
  it('are not asked, and both changes are kept and named', async () => {
    const id = await create({ title: 'Trams', field_line: 'old', status: false });
    const page = await open(id);
    await fill(page, 'Title', 'Trams again');
    await (await site.client()).update({ type: TYPE, id }, { attributes: { field_line: 'new' } });

    await save(page);
    await waitForNotification(page, 'Saved. Meanwhile others have changed: Line.');

    await expectSoon(() => read(id)).toMatchObject({ title: 'Trams again', field_line: 'new' });
    await expectSoon(() => page.getByRole('textbox', { name: 'Line' }).inputValue()).toBe('new');
  });

  it('are asked before the changes of the other are published', async () => {
    const id = await create({ title: 'Trams', field_line: 'old', status: false });
    const page = await open(id);
    await (await site.client()).update({ type: TYPE, id }, { attributes: { field_line: 'new' } });

    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'This entry was changed meanwhile' });
    await dialog.locator('ins', { hasText: 'new' }).waitFor();
    await expectSoon(async () => (await read(id))['status']).toBe(false);
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await waitForNotification(page, 'Published');

    await expectSoon(() => read(id)).toMatchObject({ status: true, field_line: 'new' });
  });
});

import type { Page } from 'playwright-core';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite } from './admin-site.js';
import { BUNDLE_OF_ALL_FIELD_TYPES } from './editor-model.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.manage('POST', '/bundles', BUNDLE_OF_ALL_FIELD_TYPES);
  await site.allowWriting();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const NEW_ENTRY = '/entries/node--everything/new';

async function createEntry(title: string, attributes: object = {}): Promise<string> {
  const client = await site.client();
  return (await client.create('node--everything', { attributes: { title, ...attributes } })).id;
}

const waitForFocus = (page: Page, role: 'button' | 'textbox', name: string): Promise<void> =>
  page.getByRole(role, { name, exact: true }).and(page.locator(':focus')).waitFor();

describe('the focus in lists of values', () => {
  it('goes to an added value, follows a moved one, and stays in the list after a removal', async () => {
    const { page, consoleErrors } = await site.openSignedIn(NEW_ENTRY);
    const list = page.getByRole('group', { name: 'lines' });

    await list.getByRole('button', { name: 'Add a value' }).focus();
    await page.keyboard.press('Enter');
    await waitForFocus(page, 'textbox', 'lines 1');
    await page.keyboard.type('first');
    for (const text of ['second', 'third']) {
      await list.getByRole('button', { name: 'Add another' }).click();
      await page.keyboard.type(text);
    }
    await list.getByRole('button', { name: 'Move lines 3 up' }).click();
    await waitForFocus(page, 'button', 'Move lines 2 up');
    await page.keyboard.press('Enter');
    await waitForFocus(page, 'button', 'Move lines 1 down');
    await list.getByRole('button', { name: 'Remove lines 2' }).click();
    await waitForFocus(page, 'button', 'Remove lines 2');

    await expectSoon(async () => {
      const inputs = await list.getByRole('textbox').all();
      return Promise.all(inputs.map((input) => input.inputValue()));
    }).toEqual(['third', 'second']);
    expect(consoleErrors).toEqual([]);
  });
});

describe('the form of a new entry', () => {
  it('has the focus in the title, and offers a path that is made of it', async () => {
    const { page, consoleErrors } = await site.openSignedIn('');
    await page.getByRole('navigation').getByRole('link', { name: 'New entry in Everything' }).click();
    await waitForFocus(page, 'textbox', 'Title');
    await page.keyboard.type('Über uns & Straßen');
    const alias = page.getByRole('textbox', { name: 'Path', exact: true });
    await expectSoon(() => alias.inputValue()).toBe('');

    await page.getByRole('button', { name: 'Use /uber-uns-strassen' }).click();

    await expectSoon(() => alias.inputValue()).toBe('/uber-uns-strassen');
    await expectSoon(() => page.getByRole('button', { name: /^Use \// }).count()).toBe(0);
    expect(consoleErrors).toEqual([]);
  });

  it('leaves the focus to the screen when a stored entry is opened', async () => {
    const id = await createEntry('Read first');
    const { page } = await site.openSignedIn('/entries/node--everything');
    await page.getByRole('link', { name: 'Read first' }).click();
    await page.getByRole('heading', { level: 1, name: 'Read first' }).waitFor();
    await page.getByRole('textbox', { name: 'Title' }).waitFor();

    expect(new URL(page.url()).pathname).toContain(id);
    expect(await page.getByRole('textbox', { name: 'Title' }).and(page.locator(':focus')).count()).toBe(0);
  });
});

describe('the input of a line', () => {
  it('says when a text has reached its greatest length, at which the browser cuts what is pasted', async () => {
    const { page, consoleErrors } = await site.openSignedIn(NEW_ENTRY);
    const title = page.getByRole('textbox', { name: 'Title' });

    await title.focus();
    await page.keyboard.insertText('x'.repeat(300));

    await page.getByText('The text has reached its greatest length, 255 characters.').waitFor();
    await expectSoon(async () => (await title.inputValue()).length).toBe(255);
    await page.keyboard.press('Backspace');
    await page.getByText('The text has reached').waitFor({ state: 'detached' });
    expect(consoleErrors).toEqual([]);
  });
});

describe('inputs of times', () => {
  it('name the time zone of the browser, and have seconds only where the value has some', async () => {
    const id = await createEntry('Timed', {
      field_moment: '2026-12-24T19:00:00+00:00',
      field_time: '2026-12-24T19:00:05+00:00',
    });
    const { page } = await site.openSignedIn(`/entries/node--everything/${id}`, undefined, {
      timezoneId: 'America/New_York',
    });
    const [moment, time] = [page.getByLabel('moment'), page.getByLabel('time', { exact: true })];
    await moment.waitFor();

    await expectSoon(() => moment.inputValue()).toBe('2026-12-24T14:00');
    await expectSoon(async () => [
      await moment.getAttribute('step'),
      await time.getAttribute('step'),
    ]).toEqual(['60', '1']);
    await expectSoon(() => time.inputValue()).toBe('2026-12-24T14:00:05');
    const description = await moment.getAttribute('aria-describedby');
    await expectSoon(() => page.locator(`[id="${description ?? ''}"]`).innerText()).toBe(
      'Time zone: America/New_York',
    );
  });
});

describe('a save without network', () => {
  it('is named as waiting, and is sent when the network is back', async () => {
    const id = await createEntry('Before');
    const { page } = await site.openSignedIn(`/entries/node--everything/${id}`);
    await page.getByRole('textbox', { name: 'Title' }).fill('After');
    await page.context().setOffline(true);

    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('You are offline. What you save is sent when the connection is back.').waitFor();
    await page.context().setOffline(false);

    await page.getByRole('heading', { level: 1, name: 'After' }).waitFor();
    await expectSoon(() => page.getByText('You are offline').count()).toBe(0);
  });
});

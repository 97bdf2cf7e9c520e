import type { Page } from 'playwright-core';
import type { ApiClient, Resource } from '../../support/api-client.js';
import { expectSoon } from '../../support/eventually.js';
import { readKept, reopen } from './unsaved-values.js';
import { AdminSite, EDITOR, findScreenViolations, submitLogin, waitForNotification } from './admin-site.js';

const TYPE = 'node--note';
let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  const fields = [{ name: 'field_text', type: 'string_long', label: 'Text' }];
  await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'note', label: 'Notes', fields });
  await site.manage('POST', '/users', EDITOR);
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' });
const offer = (page: Page) => page.getByText('You have changes here that were not saved');

it('a new entry that was not saved is offered after the page was closed, and again until it is decided', async () => {
  const { page } = await site.openSignedIn(`/entries/${TYPE}/new`);
  await title(page).fill('The last tram');
  await text(page).fill('It leaves at one.');
  await expectSoon(() => readKept(page)).toEqual([
    { title: 'The last tram', field_text: 'It leaves at one.' },
  ]);

  const second = await reopen(page);
  await offer(second).waitFor();
  await expectSoon(() => title(second).inputValue()).toBe('');
  await expectSoon(() => findScreenViolations(second)).toEqual([]);

  const third = await reopen(second);
  await third.getByRole('button', { name: 'Take them over' }).click();
  await expectSoon(() => Promise.all([title(third).inputValue(), text(third).inputValue()])).toEqual([
    'The last tram',
    'It leaves at one.',
  ]);
  await third.keyboard.press('Control+s');
  await waitForNotification(third, 'Draft saved');
  await expectSoon(() => readKept(third)).toEqual([]);
});

describe('changes of an entry', () => {
  let entry: Resource;
  let api: ApiClient;
  beforeEach(async () => {
    api = await site.client();
    entry = await api.create(TYPE, { attributes: { title: 'Press', field_text: 'Call us.', status: true } });
  });
  const type = async (page: Page): Promise<void> => {
    await page.getByText('Everything is saved').waitFor();
    await text(page).fill('Write to us.');
    await expectSoon(() => readKept(page)).toEqual([{ field_text: 'Write to us.' }]);
  };

  it('are offered with the fields that others have saved meanwhile', async () => {
    const { page } = await site.openSignedIn(`/entries/${TYPE}/${entry.id}`);
    await type(page);
    const context = page.context();
    const url = page.url();
    await page.close();
    await api.update(entry, { attributes: { field_text: 'Call us, please.' } });

    const next = await context.newPage();
    await next.goto(url);
    await next.getByText(/: Text\. Meanwhile others have saved: Text\.$/).waitFor();
    await next.getByRole('button', { name: 'Discard them' }).click();

    await offer(next).waitFor({ state: 'hidden' });
    await expectSoon(() => text(next).inputValue()).toBe('Call us, please.');
    await expectSoon(() => readKept(next)).toEqual([]);
  });

  it('are given up with the question of the screen that is left', async () => {
    const { page } = await site.openSignedIn(`/entries/${TYPE}/${entry.id}`);
    await type(page);

    await page.getByRole('link', { name: '← Notes' }).click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor();

    await expectSoon(() => readKept(page)).toEqual([]);
  });

  it('are not shown to another user of the browser', async () => {
    const { page } = await site.openSignedIn(`/entries/${TYPE}/${entry.id}`);
    await type(page);
    const context = page.context();
    await page.close();
    await context.clearCookies();

    const other = await context.newPage();
    await other.goto(`${site.url}/user/login?destination=/admin/entries/${TYPE}/${entry.id}`);
    await submitLogin(other, EDITOR);
    await other.getByText('Everything is saved').waitFor();
    await expectSoon(() => readKept(other)).toEqual([{ field_text: 'Write to us.' }]);

    expect(await offer(other).count()).toBe(0);
  });
});

import { expectSoon } from '../../support/eventually.js';
import { AdminSite, confirm, waitForNotification } from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
  await site.allowWriting();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const LIST = '/entries/redirect--redirect';

/** The address and the status of the redirect that a front end gets for a path; `undefined` without one. */
async function translatePath(path: string): Promise<readonly unknown[] | undefined> {
  const { token = '' } = await site.client();
  const response = await fetch(`${site.url}/router/translate-path?path=${encodeURIComponent(path)}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { redirect } = (await response.json()) as {
    readonly redirect?: readonly { readonly to: string; readonly status: string }[];
  };
  return redirect?.flatMap(({ to, status }) => [to, status]);
}

describe('redirects in the administration', () => {
  it('are found in the navigation, and created, changed and deleted by a form', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/');
    await page
      .getByRole('navigation')
      .getByRole('group', { name: 'Redirects' })
      .getByRole('link', { name: /^New entry in/ })
      .click();

    await page.getByRole('textbox', { name: 'Old path' }).fill('/old-timetable');
    await page.getByRole('textbox', { name: 'Address' }).fill('https://www.example.com/timetable');
    await page.getByRole('button', { name: 'Publish' }).click();
    await waitForNotification(page, 'Published');
    await page.getByRole('heading', { level: 1, name: '/old-timetable' }).waitFor();
    await expectSoon(() => translatePath('/old-timetable')).toEqual([
      'https://www.example.com/timetable',
      '301',
    ]);

    await page.getByRole('combobox', { name: 'Status code' }).click();
    await page.getByRole('option', { name: /^307/ }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await waitForNotification(page, 'Saved');
    await expectSoon(() => translatePath('/old-timetable')).toEqual([
      'https://www.example.com/timetable',
      '307',
    ]);

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await confirm(page, 'Delete entry');
    await waitForNotification(page, 'Deleted');
    await expectSoon(() => translatePath('/old-timetable')).toBeUndefined();
    expect(consoleErrors).toEqual([]);
  });

  it('name the rule of a path that is not accepted', async () => {
    const { page } = await site.openSignedIn(`${LIST}/new`);

    await page.getByRole('textbox', { name: 'Old path' }).fill('old-timetable');
    await page.getByRole('textbox', { name: 'Address' }).fill('https://www.example.com/timetable');
    await page.getByRole('button', { name: 'Publish' }).click();

    await page.getByText('Old path must be a path, such as /about.').waitFor();
  });

  it('are made when an entry gets another path, unless the settings switch them off', async () => {
    const client = await site.client();
    const article = await client.create('node--article', {
      attributes: { title: 'Ferries', path: { alias: '/ferries', langcode: 'en' } },
    });
    const { page, consoleErrors } = await site.openSignedIn(`/entries/node--article/${article.id}`);
    const rename = async (alias: string): Promise<void> => {
      await page.getByRole('textbox', { name: 'Path' }).fill(alias);
      await page.getByRole('button', { name: 'Publish changes' }).click();
      await page.getByText('Everything is saved').waitFor();
    };

    await rename('/boats');
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Redirects/ })
      .click();
    const row = page.getByRole('row').filter({ hasText: '/ferries' });
    await row.waitFor();
    await expectSoon(() => row.getByRole('cell').allInnerTexts()).toContain(`entity:node/${article.id}`);
    await expectSoon(() => row.getByRole('cell').allInnerTexts()).toContain('Yes');
    await expectSoon(() => page.getByRole('columnheader', { name: 'Made by the service' }).count()).toBe(1);

    await page.getByRole('navigation').getByRole('link', { name: 'Settings', exact: true }).click();
    const section = page.getByRole('region', { name: 'Content', exact: true });
    await section.getByRole('switch', { name: 'Redirect old paths' }).uncheck();
    await section.getByRole('button', { name: 'Save' }).click();
    await waitForNotification(page, 'Saved');
    await page.goto(`${site.url}/admin/entries/node--article/${article.id}`);
    await rename('/ships');
    await page.goto(`${site.url}/admin${LIST}`);
    await row.waitFor();

    await expectSoon(() => page.getByRole('row').filter({ hasText: '/boats' }).count()).toBe(0);
    expect(consoleErrors).toEqual([]);
  });
});

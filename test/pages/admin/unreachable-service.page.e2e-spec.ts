import type { Page } from 'playwright-core';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations, waitForNotification } from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'memo', label: 'Memos', fields: [] });
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

/** As a service that does not run. @returns a function that lets it run again */
async function stopService(page: Page): Promise<() => Promise<void>> {
  await page.route('**/*', (route) => route.abort('connectionrefused'));
  return () => page.unroute('**/*');
}

it('a screen that is not loaded yet says so, and is shown when the service answers again', async () => {
  const { page } = await site.openSignedIn('');
  const startService = await stopService(page);

  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('heading', { level: 1, name: 'This screen is not loaded yet' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('alert').getByText('No connection to the service').waitFor();
  await expectSoon(() => findScreenViolations(page)).toEqual([]);
  await startService();
  await page.getByRole('button', { name: 'Try again' }).click();

  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
});

it('a save without an answer says that there is no connection, and can be repeated', async () => {
  const { page } = await site.openSignedIn('/entries/node--memo/new');
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('The last tram');
  const startService = await stopService(page);

  await page.keyboard.press('Control+s');
  await page.getByRole('alert').getByText('No connection to the service').waitFor();
  await expectSoon(() => title.inputValue()).toBe('The last tram');
  await startService();
  await page.keyboard.press('Control+s');

  await waitForNotification(page, 'Draft saved');
});

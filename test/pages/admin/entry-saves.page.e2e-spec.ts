import type { Request } from 'playwright-core';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, waitForNotification } from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const ENTRY = /^\/api\/node\/page\/[0-9a-f-]{36}$/;

it('a created entry is shown and saved again without a read of it, and is read when it is opened again', async () => {
  const { page, consoleErrors } = await site.openSignedIn('/entries/node--page/new');
  const requests: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (ENTRY.test(pathname)) requests.push(request.method());
  });
  const title = page.getByRole('textbox', { name: 'Title' });

  await title.fill('Imprint');
  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { level: 1, name: 'Imprint' }).waitFor();
  await title.fill('Imprint of the magazine');
  await page.keyboard.press('Control+s');
  await waitForNotification(page, 'Saved');
  await page.getByRole('heading', { level: 1, name: 'Imprint of the magazine' }).waitFor();

  expect(requests).toEqual(['PATCH']);
  await page.getByRole('link', { name: '← Pages' }).click();
  await page.getByRole('link', { name: 'Imprint of the magazine' }).click();
  await page.getByText('Everything is saved').waitFor();
  expect(requests).toEqual(['PATCH', 'GET']);
  expect(consoleErrors).toEqual([]);
});

it('a created entry is shown before lists and numbers of entries are read again', async () => {
  const { page } = await site.openSignedIn('/entries/node--page/new');
  await page.getByRole('textbox', { name: 'Title' }).fill('Contact');
  await page.route('**/manage/content-model', () => undefined);

  await page.keyboard.press('Control+s');

  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor();
  await expectSoon(() => new URL(page.url()).pathname).not.toMatch(/new$/);
});

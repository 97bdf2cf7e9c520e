import type { Page } from 'playwright-core';
import { expectSoon } from '../support/eventually.js';
import { AdminSite } from './admin/admin-site.js';
import { findAccessibilityViolations } from './browser.js';

const REDIRECT_URI = 'https://www.example.com/callback';

let site: AdminSite;
let authorizationPath: string;
beforeAll(async () => {
  site = await AdminSite.start();
  const client = await site.manage('POST', '/api-clients', {
    label: 'Website',
    allowedScopes: ['content:administer'],
    redirectUris: [REDIRECT_URI],
    grants: ['authorization_code'],
  });
  const { id } = client as { readonly id: string };
  const query = new URLSearchParams({ response_type: 'code', client_id: id, redirect_uri: REDIRECT_URI });
  authorizationPath = `/oauth/authorize?${query.toString()}`;
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

/** The scheme of a page by its ground: the sum of red, green and blue of a dark colour is small. */
const isDark = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(
    'getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) < 200',
  );

const listPages = (): readonly string[] => [
  ...['/user', '/user/password', '/user/sessions', '/user/consents', '/user/reauthenticate'],
  ...[authorizationPath, '/docs', '/docs/guide', '/docs/guide/operations'],
];

describe('the colour scheme that was chosen in the administration', () => {
  it.each([
    ['dark', 'light'],
    ['light', 'dark'],
  ] as const)('is that of every other page: %s on a %s system', async (chosen, colorScheme) => {
    const { page, consoleErrors } = await site.openSignedIn('', undefined, { colorScheme });
    await page.getByRole('button', { name: `Use ${chosen} colours` }).click();

    for (const path of listPages()) {
      await page.goto(site.url + path);
      await page.getByRole('heading').first().waitFor();
      await expectSoon(async () => [path, await isDark(page)]).toEqual([path, chosen === 'dark']);
      if (!path.startsWith('/docs')) await expectSoon(() => findAccessibilityViolations(page)).toEqual([]);
    }
    // The choice belongs to the browser, not to the session.
    await page.context().clearCookies({ name: /^session-/ });
    await page.goto(`${site.url}/user/login`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectSoon(() => isDark(page)).toBe(chosen === 'dark');
    expect(consoleErrors).toEqual([]);
  });

  it('is that of the system until one is chosen', async () => {
    const { page } = await site.open({ colorScheme: 'light' });
    await page.goto(`${site.url}/user/login`);

    const light = await isDark(page);
    await page.emulateMedia({ colorScheme: 'dark' });

    await expectSoon(async () => [light, await isDark(page)]).toEqual([false, true]);
  });
});

import type { Cookie, Page } from 'playwright-core';
import { startApp } from '../../support/app.js';
import { expectSoon } from '../../support/eventually.js';
import { ADMIN, AdminSite, submitLogin, waitForNotification } from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

describe('session of the administration', () => {
  it('without a session redirects to the login page and back to the requested screen', async () => {
    const { page } = await site.open();

    await page.goto(`${site.url}/admin/settings?x=1`);
    await submitLogin(page);
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();

    await expectSoon(() => page.url()).toBe(`${site.url}/admin/settings?x=1`);
  });

  it('leads a user whose password must be changed to the password page, and back to the requested screen', async () => {
    const user = { name: 'grace', password: 'correct horse battery staple' };
    await site.manage('POST', '/users', { ...user, role: 'administrator' });
    const { page, consoleErrors } = await site.open();
    await page.goto(`${site.url}/user/login`);
    await submitLogin(page, user);
    await page.getByRole('heading', { name: 'Change the password' }).waitFor();

    await page.goto(`${site.url}/admin/settings?x=1`);
    await page.getByLabel('Current password').fill(user.password);
    await page.getByLabel('New password', { exact: true }).fill(`${user.password}, her own`);
    await page.getByLabel('New password, once more').fill(`${user.password}, her own`);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();

    await expectSoon(() => page.url()).toBe(`${site.url}/admin/settings?x=1`);
    expect(consoleErrors).toEqual([]);
  });

  it('shows a loader instead of an error while the browser leaves for the password page', async () => {
    const { page } = await site.open();
    await page.route('**/session/token', (route) =>
      route.fulfill({ status: 403, json: { code: 'password_change_required', detail: 'Change it.' } }),
    );
    // After a 204 the browser stays on the present page.
    await page.route('**/user/login?*', (route) => route.fulfill({ status: 204 }));
    const isLeaving = page.waitForResponse('**/user/login?destination=%2Fadmin%2Fusers');
    await page.goto(`${site.url}/admin/users`);
    await isLeaving;

    await page.getByLabel('Loading').waitFor();
    await expectSoon(() => page.getByRole('alert').count()).toBe(0);
  });

  it('requests a new token after a 401 and repeats the request', async () => {
    // A screen that does not load the roles.
    const { page, consoleErrors } = await site.openSignedIn('/settings');
    let refused = 0;
    await page.route('**/manage/roles', async (route) => {
      if (refused++ === 0) await route.fulfill({ status: 401, json: {} });
      else await route.continue();
    });

    await page.getByRole('link', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'Editor' }).waitFor();

    expect(refused).toBe(2);
    expect(consoleErrors).toEqual([]);
  });

  describe('that ends while a form has unsaved input', () => {
    const save = async (page: Page): Promise<void> => {
      await page.getByRole('region', { name: 'JSON:API' }).getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').getByText('You are signed out').waitFor();
    };
    /** A form whose save waits for the user. @returns the cookie of the session, which the browser has lost */
    async function endSession(seconds: string): Promise<{ page: Page; cookie: Cookie }> {
      const { page } = await site.openSignedIn('/settings');
      await page.getByLabel('Seconds that public responses are cached').fill(seconds);
      const context = page.context();
      const cookie = (await context.cookies()).find(({ name }) => name.startsWith('session-'));
      await context.clearCookies();
      // Refuse the token as well, as after its expiry (300 s).
      await page.route('**/manage/**', (route) => route.fulfill({ status: 401, json: {} }));
      await save(page);
      await page.unroute('**/manage/**');
      return { page, cookie: cookie as Cookie };
    }
    const readSeconds = async (): Promise<unknown> =>
      ((await site.manage('GET', '/settings/jsonapi')) as { publicMaxAgeSeconds: number })
        .publicMaxAgeSeconds;

    it('asks for the password, and sends what was to be saved', async () => {
      const { page } = await endSession('31');
      const dialog = page.getByRole('dialog');
      await expectSoon(() => dialog.getByLabel('Your password').and(page.locator(':focus')).count()).toBe(1);

      await page.keyboard.type('not the password');
      await page.keyboard.press('Enter');
      await dialog.getByText('The name or the password is wrong.').waitFor();
      await dialog.getByLabel('Your password').fill(ADMIN.password);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });

      await waitForNotification(page, 'Saved');
      expect(await readSeconds()).toBe(31);
      await expectSoon(() => page.getByRole('alert').count()).toBe(0);
    });

    it('goes on when the user comes back after signing in in another tab', async () => {
      const { page, cookie } = await endSession('32');
      await page.context().addCookies([cookie]);

      await page.evaluate("window.dispatchEvent(new Event('focus'))");

      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await waitForNotification(page, 'Saved');
      expect(await readSeconds()).toBe(32);
    });
  });

  it('asks for the password when the service requires re-authentication, and sends the request again', async () => {
    const { page } = await site.openSignedIn('/signing-keys');
    let sent = 0;
    await page.route('**/manage/keys', async (route) => {
      if (route.request().method() !== 'POST' || sent++ > 0) return route.continue();
      return route.fulfill({ status: 403, json: { code: 'reauthentication_required', detail: 'x' } });
    });
    const rows = page.getByRole('row');
    await rows.nth(2).waitFor();
    const before = await rows.count();
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });

    await dialog.getByLabel('Your password').fill('not the password');
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await dialog.getByText('The name or the password is wrong.').waitFor();
    await dialog.getByLabel('Your password').fill(ADMIN.password);
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await rows.nth(before).waitFor();
    expect(sent).toBe(2);
  });

  it('shows the account menu within a screen of 390 px', async () => {
    const { page } = await site.openSignedIn('');
    await page.setViewportSize({ width: 390, height: 844 });

    const box = await page.getByRole('button', { name: 'Account: Administrator' }).boundingBox();

    expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  });

  it('signs out with the account menu', async () => {
    const { page } = await site.open();
    await page.goto(`${site.url}/admin`);
    await submitLogin(page);

    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();

    await page.goto(`${site.url}/admin`);
    await page.getByLabel('Password', { exact: true }).waitFor();
  });

  it('stores no token in local storage, session storage or script-readable cookies', async () => {
    const { page } = await site.openSignedIn('/users');
    await page.getByRole('link', { name: 'ada', exact: true }).waitFor();

    const stored = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    );

    expect(stored).not.toMatch(/eyJ|session/);
  });
});

describe('GET /admin', () => {
  it('is revalidated on every request, its assets are immutable', async () => {
    const page = await fetch(`${site.url}/admin/any/screen`);
    const html = await page.text();
    const [, asset = ''] = /src="\.\/(assets\/[^"]+\.js)"/.exec(html) ?? [];
    const script = await fetch(`${site.url}/admin/${asset}`);
    await script.arrayBuffer();

    expect(page.headers.get('Cache-Control')).toBe('no-cache');
    expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'self';");
    expect(script.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  });

  it('is 404 on a headless deployment', async () => {
    const headless = await startApp({ JSONAPI_PREFIX: '/jsonapi' });

    const response = await headless.api.asAnonymous().get('/admin');
    await headless.stop();

    expect(response.status).toBe(404);
  });

  it('is 404 for unknown files and 405 for other methods', async () => {
    expect((await fetch(`${site.url}/admin/assets/nothing.js`)).status).toBe(404);
    expect((await fetch(`${site.url}/admin/assets/..%2Findex.html`)).status).toBe(404);
    const response = await fetch(`${site.url}/admin`, { method: 'POST' });
    expect({ status: response.status, allow: response.headers.get('Allow') }).toEqual({
      status: 405,
      allow: 'GET, HEAD',
    });
  });
});

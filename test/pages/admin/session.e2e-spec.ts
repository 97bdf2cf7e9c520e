import { jest } from '@jest/globals';
import { startApp } from '../../support/app.js';
import { AdminSite, fillInLogin } from './admin-site.js';

// A browser takes a while on a busy machine.
jest.setTimeout(120_000);

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
});
afterAll(() => site.stop());

describe('the administration', () => {
  it('leads whoever is not signed in to the login, and back to where they wanted to be', async () => {
    const { page } = await site.open();

    await page.goto(`${site.url}/admin/settings?x=1`);
    await fillInLogin(page);
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();

    expect(page.url()).toBe(`${site.url}/admin/settings?x=1`);
  });

  it('gets a new token when its own is refused, and nobody notices', async () => {
    const { page, complaints } = await site.signedIn('/users');
    await page.getByRole('button', { name: 'ada', exact: true }).waitFor();
    let refused = 0;
    await page.route('**/manage/roles', async (route) => {
      if (refused++ === 0) await route.fulfill({ status: 401, json: {} });
      else await route.continue();
    });

    await page.getByRole('link', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'Editor' }).waitFor();

    expect(refused).toBe(2);
    expect(complaints).toEqual([]);
  });

  it('keeps what was typed in when the session ends, and goes on when somebody signs in beside it', async () => {
    const { page } = await site.signedIn('/settings');
    await page.getByLabel('Seconds that public answers are kept').fill('30');
    const context = page.context();
    const [cookie] = await context.cookies();
    await context.clearCookies();
    // The token is refused as well, as after 300 seconds.
    await page.route('**/manage/**', (route) => route.fulfill({ status: 401, json: {} }));

    await page.getByRole('region', { name: 'JSON:API' }).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByText('You are signed out').waitFor();
    await page.unroute('**/manage/**');
    await context.addCookies(cookie === undefined ? [] : [cookie]);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    expect(await page.getByLabel('Seconds that public answers are kept').inputValue()).toBe('30');
  });

  it('signs out', async () => {
    const { page } = await site.open();
    await page.goto(`${site.url}/admin`);
    await fillInLogin(page);

    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();

    await page.goto(`${site.url}/admin`);
    await page.getByLabel('Password').waitFor();
  });

  it('keeps its token out of the storage and the addresses of the browser', async () => {
    const { page } = await site.signedIn('/users');
    await page.getByRole('button', { name: 'ada', exact: true }).waitFor();

    const stored = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    );

    expect(stored).not.toMatch(/eyJ|session/);
  });
});

describe('GET /admin', () => {
  it('is asked for anew each time, its files never again', async () => {
    const page = await fetch(`${site.url}/admin/any/screen`);
    const html = await page.text();
    const [, asset = ''] = /src="\.\/(assets\/[^"]+\.js)"/.exec(html) ?? [];
    const script = await fetch(`${site.url}/admin/${asset}`);
    await script.arrayBuffer();

    expect(page.headers.get('Cache-Control')).toBe('no-cache');
    expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'self';");
    expect(script.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  });

  it('is not there on headless deployments', async () => {
    const headless = await startApp({ JSONAPI_PREFIX: '/jsonapi' });

    const answer = await headless.api.asAnonymous().get('/admin');
    await headless.stop();

    expect(answer.status).toBe(404);
  });

  it('answers 404 for files that are not there, and 405 for other methods', async () => {
    expect((await fetch(`${site.url}/admin/assets/nothing.js`)).status).toBe(404);
    expect((await fetch(`${site.url}/admin/assets/..%2Findex.html`)).status).toBe(404);
    const answer = await fetch(`${site.url}/admin`, { method: 'POST' });
    expect({ status: answer.status, allow: answer.headers.get('Allow') }).toEqual({
      status: 405,
      allow: 'GET, HEAD',
    });
  });
});

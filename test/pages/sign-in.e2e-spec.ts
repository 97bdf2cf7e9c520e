import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { CallbackServer } from '../support/callback-server.js';
import { OAuthSite, PASSWORD } from '../support/oauth-site.js';

// A browser takes a while to start on a busy machine.
jest.setTimeout(120_000);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SCREENSHOTS = join(tmpdir(), 'content-service-pages');

let site: OAuthSite;
let callback: CallbackServer;
let browser: Browser;
beforeAll(async () => {
  const executablePath = process.env['CHROMIUM'];
  if (executablePath === undefined) throw new Error('Install Chromium, or set CHROMIUM to its path.');
  browser = await chromium.launch({ executablePath });
  site = await OAuthSite.start();
  callback = await CallbackServer.start();
  mkdirSync(SCREENSHOTS, { recursive: true });
});
afterAll(async () => {
  await browser.close();
  await callback.stop();
  await site.stop();
});

/** A new browser, as it were, with a page in it. @returns also what the browser complains of */
async function openPage(options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
  const page = await (await browser.newContext(options)).newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  return { page, complaints };
}

async function requestOf(rememberConsent: boolean): Promise<string> {
  const client = await site.client({
    label: 'City Magazine website',
    allowedScopes: ['content:administer', 'media:administer', 'taxonomy:administer', 'member'],
    redirectUris: [callback.url],
    rememberConsent,
  });
  const query = { response_type: 'code', client_id: client.id, redirect_uri: callback.url, state: 'x' };
  return `${site.url}/oauth/authorize?${new URLSearchParams(query).toString()}`;
}

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Password').press('Enter');
}

describe('a person with a browser', () => {
  it('signs in, allows, and comes back to the client with a code that gives tokens, all without scripts', async () => {
    const { page, complaints } = await openPage({ javaScriptEnabled: false });
    const { name } = await site.user();
    const request = await requestOf(false);

    await page.goto(request);
    await signIn(page, name);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Thank you').waitFor();

    // The client's site led on to another one, which a policy for forms would have stopped.
    expect(new URL(page.url()).hostname).toBe('localhost');
    expect(complaints).toEqual([]);
    const { code = '', state, iss } = callback.last;
    expect({ state, iss }).toEqual({ state: 'x', iss: site.url });
    const client = await site.clients.get(new URL(request).searchParams.get('client_id') ?? '');
    const exchange = { grant_type: 'authorization_code', code, redirect_uri: callback.url };
    expect((await site.post('/oauth/token', client, exchange)).status).toBe(200);
  });

  it('is led on from the login to a client that need not ask again', async () => {
    const { name } = await site.user();
    const request = await requestOf(true);
    const first = await openPage();
    await first.page.goto(request);
    await signIn(first.page, name);
    await first.page.getByRole('button', { name: 'Allow' }).click();
    await first.page.getByText('Thank you').waitFor();

    const { page, complaints } = await openPage();
    await page.goto(request);
    await signIn(page, name);
    await page.getByText('Thank you').waitFor();

    expect(complaints).toEqual([]);
  });

  it('denies, and the client is told', async () => {
    const { page } = await openPage();
    const { name } = await site.user();
    await page.goto(await requestOf(false));
    await signIn(page, name);

    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Thank you').waitFor();

    expect(callback.last).toMatchObject({ error: 'access_denied', state: 'x' });
  });

  it('goes on as somebody else', async () => {
    const { page } = await openPage();
    const [first, second] = [await site.user(), await site.user()];
    await page.goto(await requestOf(false));
    await signIn(page, first.name);

    await page.getByRole('button', { name: 'Use another account' }).click();
    await signIn(page, second.name);

    await page.getByText(`You are signed in as ${second.name}.`).waitFor();
  });
});

const VIEWS = [
  ['390 px, light', { viewport: { width: 390, height: 844 }, colorScheme: 'light' }],
  ['390 px, dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ['1280 px, light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
  ['1280 px, dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
] as const;

/** How to come to each page, in this order. */
const PAGES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  login: async (page) => page.goto(await requestOf(false)),
  'refused login': (page) => signIn(page, 'nobody'),
  consent: async (page) => signIn(page, (await site.user()).name),
  'signed in': (page) => page.goto(`${site.url}/user/login`),
  error: (page) => page.goto(`${site.url}/oauth/authorize?client_id=nobody&redirect_uri=x`),
};

describe.each(VIEWS)('at %s', (view, options) => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await openPage(options));
  });

  it.each(Object.keys(PAGES))('the page «%s» can be used by everybody and fits', async (name) => {
    await PAGES[name]?.(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.screenshot({ path: join(SCREENSHOTS, `${name}, ${view}.png`), fullPage: true });

    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
      options.viewport.width,
    );
  });
});

/** What axe finds serious or critical. It is not part of the page, so the page's policy does not keep it out. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { CallbackServer } from '../support/callback-server.js';
import { expectSoon } from '../support/eventually.js';
import { OAuthSite, PASSWORD } from '../support/oauth-site.js';
import { findAccessibilityViolations } from './browser.js';
import { BrowserContexts } from './browser-contexts.js';

const SCREENSHOTS = join(tmpdir(), 'content-service-pages');

let site: OAuthSite;
let callback: CallbackServer;
let contexts: BrowserContexts;
beforeAll(async () => {
  site = await OAuthSite.start();
  contexts = new BrowserContexts(site.url);
  callback = await CallbackServer.start();
  mkdirSync(SCREENSHOTS, { recursive: true });
});
afterAll(async () => {
  await contexts.close();
  await callback.stop();
  await site.stop();
});

/** Opens a page in a new browser context, and collects violations of its Content Security Policy. */
async function openPage(
  options: BrowserContextOptions = {},
): Promise<{ page: Page; policyViolations: string[] }> {
  const page = await contexts.open(options);
  const policyViolations: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) policyViolations.push(message.text());
  });
  return { page, policyViolations };
}

async function buildAuthorizationUrl(rememberConsent: boolean): Promise<string> {
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
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
}

async function submitWrongPassword(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('The password is wrong.').waitFor();
}

describe('login and consent pages', () => {
  it('lead to an authorization code without JavaScript', async () => {
    const { page, policyViolations } = await openPage({ javaScriptEnabled: false });
    const { name } = await site.user();
    const url = await buildAuthorizationUrl(false);

    await page.goto(url);
    await signIn(page, name);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Thank you').waitFor();

    // The redirect URI redirects to another origin, which the policy form-action must not block.
    await expectSoon(() => new URL(page.url()).hostname).toBe('localhost');
    expect(policyViolations).toEqual([]);
    const { code = '', state, iss } = callback.last;
    expect({ state, iss }).toEqual({ state: 'x', iss: site.url });
    const client = await site.clients.get(new URL(url).searchParams.get('client_id') ?? '');
    const tokenRequest = { grant_type: 'authorization_code', code, redirect_uri: callback.url };
    await expectSoon(async () => (await site.post('/oauth/token', client, tokenRequest)).status).toBe(200);
  });

  it('skip the consent page for a client with remembered consent', async () => {
    const { name } = await site.user();
    const url = await buildAuthorizationUrl(true);
    const first = await openPage();
    await first.page.goto(url);
    await signIn(first.page, name);
    await first.page.getByRole('button', { name: 'Allow' }).click();
    await first.page.getByText('Thank you').waitFor();

    const { page, policyViolations } = await openPage();
    await page.goto(url);
    await signIn(page, name);
    await page.getByText('Thank you').waitFor();

    expect(policyViolations).toEqual([]);
  });

  it('name a redirect URI that is not registered, without the claim that the application is unknown', async () => {
    const { page } = await openPage();
    const url = new URL(await buildAuthorizationUrl(false));
    url.searchParams.set('redirect_uri', 'https://other.example.com/callback');

    await page.goto(url.href);

    await page.getByText("'https://other.example.com/callback' is not registered").waitFor();
    await expectSoon(() => page.getByText('not known').count()).toBe(0);
  });

  it('show Allow as the primary button and Deny as a secondary one of the same size', async () => {
    const { page } = await openPage();
    await page.goto(await buildAuthorizationUrl(false));
    await signIn(page, (await site.user()).name);
    await page.getByRole('button', { name: 'Deny' }).waitFor();

    const [deny, allow, card] = await page.evaluate<string[]>(
      `['[value=deny]', '[value=allow]', 'main'].map(
        (selector) => getComputedStyle(document.querySelector(selector)).backgroundColor,
      )`,
    );
    const sizes = await Promise.all(
      ['Deny', 'Allow'].map(async (name) => {
        const { width = 0, height = 0 } = (await page.getByRole('button', { name }).boundingBox()) ?? {};
        return { width, height };
      }),
    );

    expect(deny).toBe(card);
    expect(allow).not.toBe(card);
    expect(sizes[0]).toEqual(sizes[1]);
  });

  it('redirect to the client with access_denied after Deny', async () => {
    const { page } = await openPage();
    const { name } = await site.user();
    await page.goto(await buildAuthorizationUrl(false));
    await signIn(page, name);

    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Thank you').waitFor();

    expect(callback.last).toMatchObject({ error: 'access_denied', state: 'x' });
  });

  it('show the consent page to another account after Use another account', async () => {
    const { page } = await openPage();
    const [first, second] = [await site.user(), await site.user()];
    await page.goto(await buildAuthorizationUrl(false));
    await signIn(page, first.name);

    await page.getByRole('button', { name: 'Use another account' }).click();
    await signIn(page, second.name);

    await page.getByText(`You are signed in as ${second.name}.`).waitFor();
  });
});

describe('pages with passwords', () => {
  it('show what is typed in when that is asked for, and hide it before it is sent', async () => {
    const { page, policyViolations } = await openPage();
    await page.goto(`${site.url}/user/login`);
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('not the password');

    await page.getByLabel('Show password').check();
    await expectSoon(() => password.getAttribute('type')).toBe('text');
    await page.getByLabel('Show password').uncheck();
    await expectSoon(() => password.getAttribute('type')).toBe('password');

    await page.getByLabel('Name').fill('unknown-user');
    await page.getByLabel('Show password').check();
    // The form is not sent, so that its inputs can be read afterwards.
    await page.evaluate(`document.forms[0].addEventListener('submit', (event) => event.preventDefault())`);
    await password.press('Enter');
    await expectSoon(() => password.getAttribute('type')).toBe('password');
    expect(policyViolations).toEqual([]);
  });

  it('keep what is typed in when a new password is refused', async () => {
    const { page, policyViolations } = await openPage();
    await page.goto(`${site.url}/user/login`);
    await signIn(page, (await site.user()).name);
    await page.goto(`${site.url}/user/password?destination=/user/sessions`);
    const [present, first, second] = [
      page.getByLabel('Current password'),
      page.getByLabel('New password', { exact: true }),
      page.getByLabel('New password, once more'),
    ];
    await present.fill('not the password');
    await first.fill('a horse that likes the rain');
    await second.fill('a horse that likes the sun');
    await second.press('Enter');
    await page.getByRole('alert').getByText('The new password was typed in two different ways.').waitFor();

    expect([await present.inputValue(), await first.inputValue(), await second.inputValue()]).toEqual([
      ...['not the password', 'a horse that likes the rain', 'a horse that likes the sun'],
    ]);
    await second.fill('a horse that likes the rain');
    await second.press('Enter');
    await page.getByRole('alert').getByText('The current password is wrong.').waitFor();
    await expectSoon(() => page.getByRole('alert').count()).toBe(1);
    await present.fill(PASSWORD);
    await present.press('Enter');

    await page.getByRole('heading', { name: 'Browsers that are signed in' }).waitFor();
    expect(policyViolations).toEqual([]);
  });
});

describe('the page for a new password', () => {
  it('leads to the login when the session has ended, and back', async () => {
    const { page } = await openPage();
    const { name } = await site.user();
    await page.goto(`${site.url}/user/login`);
    await signIn(page, name);
    await page.goto(`${site.url}/user/password?destination=/user/sessions`);
    await page.getByLabel('Current password').fill(PASSWORD);
    for (const label of ['New password', 'New password, once more'])
      await page.getByLabel(label, { exact: true }).fill('a horse that likes the rain');
    const other = await openPage();
    await other.page.goto(`${site.url}/user/login`);
    await signIn(other.page, name);
    await other.page.goto(`${site.url}/user/sessions`);
    await other.page.getByRole('button', { name: 'Sign out everywhere else' }).click();

    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(page, name);

    await page.getByRole('heading', { name: 'Change the password' }).waitFor();
  });

  it('says that the service cannot be reached, and keeps what is typed in', async () => {
    const { page } = await openPage();
    await page.goto(`${site.url}/user/login`);
    await signIn(page, (await site.user()).name);
    await page.goto(`${site.url}/user/password`);
    for (const label of ['Current password', 'New password', 'New password, once more'])
      await page.getByLabel(label, { exact: true }).fill('a horse that likes the rain');
    await page.context().setOffline(true);

    await page.getByRole('button', { name: 'Change the password' }).click();

    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    expect(await page.getByLabel('Current password').inputValue()).not.toBe('');
    await expectSoon(() => page.getByRole('button', { name: 'Change the password' }).isEnabled()).toBe(true);
  });
});

describe('the list of sessions', () => {
  it('tells browser, address and the times in the time zone of the reader', async () => {
    const { page, policyViolations } = await openPage({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' });
    await page.goto(`${site.url}/user/login`);
    await signIn(page, (await site.user()).name);
    await page.goto(`${site.url}/user/sessions`);
    const session = page.getByRole('listitem');
    await session.getByText(/Chrome \d+, Linux, from (127\.0\.0\.1|::1)/).waitFor();

    const [shown, inTokyo] = await page.evaluate<string[]>(`(() => {
      const { textContent, dateTime } = document.querySelector('time');
      const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Tokyo' };
      return [textContent, new Intl.DateTimeFormat('en', format).format(new Date(dateTime))];
    })()`);

    expect(shown).toBe(inTokyo);
    expect(policyViolations).toEqual([]);
  });
});

describe('the re-authentication page', () => {
  it('leads to its destination without JavaScript', async () => {
    const { page, policyViolations } = await openPage({ javaScriptEnabled: false });
    await page.goto(`${site.url}/user/login`);
    await signIn(page, (await site.user()).name);
    await page.goto(`${site.url}/user/reauthenticate?destination=/user/sessions`);

    await submitWrongPassword(page);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Browsers that are signed in' }).waitFor();

    expect(policyViolations).toEqual([]);
  });
});

const VIEWS = [
  ['390 px, light', { viewport: { width: 390, height: 844 }, colorScheme: 'light' }],
  ['390 px, dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ['1280 px, light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
  ['1280 px, dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
] as const;

/** The step that opens each page, in this order. */
const PAGES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  login: async (page) => page.goto(await buildAuthorizationUrl(false)),
  'refused login': (page) => signIn(page, 'unknown-user'),
  consent: async (page) => signIn(page, (await site.user()).name),
  'signed in': (page) => page.goto(`${site.url}/user/login`),
  account: (page) => page.goto(`${site.url}/user`),
  password: (page) => page.goto(`${site.url}/user/password`),
  reauthentication: (page) => page.goto(`${site.url}/user/reauthenticate`),
  'refused reauthentication': submitWrongPassword,
  sessions: (page) => page.goto(`${site.url}/user/sessions`),
  consents: (page) => page.goto(`${site.url}/user/consents`),
  error: (page) => page.goto(`${site.url}/oauth/authorize?client_id=unknown-client&redirect_uri=x`),
};

describe.each(VIEWS)('at %s', (view, options) => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await openPage(options));
  });

  it.each(Object.keys(PAGES))(
    'the page «%s» has no accessibility violation and no horizontal scrolling',
    async (name) => {
      await PAGES[name]?.(page);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.screenshot({ path: join(SCREENSHOTS, `${name}, ${view}.png`), fullPage: true });

      await expectSoon(() => findAccessibilityViolations(page)).toEqual([]);
      await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        options.viewport.width,
      );
    },
  );
});

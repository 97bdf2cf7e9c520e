import type { Page } from 'playwright-core';
import { PAGE_TEXTS } from '@content-service/app';
import { SCOPES } from '@content-service/scopes';
import { CallbackServer } from '../support/callback-server.js';
import { expectSoon } from '../support/eventually.js';
import { OAuthSite, PASSWORD } from '../support/oauth-site.js';
import { BrowserContexts } from './browser-contexts.js';

const CLIENT = 'City Magazine website';

let site: OAuthSite;
let callback: CallbackServer;
let contexts: BrowserContexts;
let page: Page;
let user: string;
let authorizePath: string;
beforeAll(async () => {
  site = await OAuthSite.start();
  contexts = new BrowserContexts(site.url);
  callback = await CallbackServer.start();
  ({ name: user } = await site.user());
  const { id } = await site.client({ label: CLIENT, redirectUris: [callback.url], rememberConsent: true });
  const query = { response_type: 'code', client_id: id, redirect_uri: callback.url };
  authorizePath = `/oauth/authorize?${new URLSearchParams(query).toString()}`;
  page = await contexts.open();
});
afterAll(async () => {
  await contexts.close();
  await callback.stop();
  await site.stop();
});

const open = async (path: string, shown = page): Promise<void> => {
  await shown.goto(site.url + path);
};

const signIn = async (name: string, shown = page): Promise<void> => {
  await shown.getByLabel('Name').fill(name);
  await shown.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await shown.getByLabel('Password', { exact: true }).press('Enter');
};

const changePassword = async (present: string, repeated: string): Promise<void> => {
  await open('/user/password');
  await page.getByLabel('Current password').fill(present);
  await page.getByLabel('New password', { exact: true }).fill(`${PASSWORD} 2`);
  await page.getByLabel('New password, once more').fill(repeated);
  await page.getByRole('button').click();
  await page.getByRole('alert').waitFor();
};

/** The step that opens each page, in this order. */
const PAGES: Readonly<Record<string, () => Promise<unknown>>> = {
  'login for a client': () => open(authorizePath),
  'refused login': () => signIn('unknown-user'),
  consent: () => signIn(user),
  'signed in': () => open('/user/login'),
  account: () => open('/user'),
  password: () => open('/user/password'),
  'wrong present password': () => changePassword('wrong wrong wrong', `${PASSWORD} 2`),
  'two new passwords': () => changePassword(PASSWORD, 'other'),
  reauthentication: () => open('/user/reauthenticate'),
  'refused reauthentication': async () => {
    await page.getByLabel('Password', { exact: true }).fill('wrong wrong wrong');
    await page.getByRole('button').click();
    await page.getByRole('alert').waitFor();
  },
  'no consents': () => open('/user/consents'),
  consents: async () => {
    await open(authorizePath);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Thank you').waitFor();
    await open('/user/consents');
    await page.getByRole('button', { name: 'Withdraw' }).waitFor();
  },
  sessions: async () => {
    const other = await contexts.open();
    await open('/user/login', other);
    await signIn(user, other);
    await other.getByRole('heading', { name: 'You are signed in' }).waitFor();
    await open('/user/sessions');
    await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor();
  },
  'not found': () => open('/nowhere'),
  error: () => open('/oauth/authorize?client_id=unknown-client&redirect_uri=x'),
  'description of the API': () => open('/docs'),
  'list of the guide': () => open('/docs/guide'),
  'page of the guide': () => open('/docs/guide/operations'),
};

/** What is no text of a page: values, code, the description of the API, the Markdown of a page and the names of pages. */
const VALUES =
  'strong, option[lang], .client, .site, code, script, style, #description, main#page:not(.list), nav.contents a, .list li a';

/** The texts, labels and title of a page, without what `VALUES` selects. */
const COLLECT_TEXTS = `(() => {
  for (const time of document.querySelectorAll('time')) time.replaceWith(time.textContent);
  document.body.normalize();
  const elements = [...document.body.querySelectorAll('*')].filter((element) => element.closest('${VALUES}') === null);
  return [
    document.title.split(/ [–-] /)[0],
    ...elements.flatMap((element) => [
      ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data),
      ...['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    ]),
  ];
})()`;

/** Texts of the OAuth API that pages show. */
const OF_THE_API = [
  ...SCOPES.map(({ governs }) => governs),
  'There is no API client with this client_id.',
  CLIENT,
];
const GUIDE_PAGE_TITLE = 'Operations';

/** A pattern for each part of a text between tags; values can have any words. */
const PATTERNS: readonly RegExp[] = Object.values(PAGE_TEXTS)
  .flatMap((text) => text.split(/<[^<>]+>/))
  .map((part) => part.trim())
  .filter((part) => /\p{L}/u.test(part.replaceAll(/\{\w+\}/g, '')))
  .map((part) => new RegExp(`^${escape(part).replaceAll(/\\\{\w+\\\}/g, '.+')}$`));

it.each(Object.keys(PAGES))('the page «%s» has no text outside the catalogue', async (name) => {
  await PAGES[name]?.();
  await page.getByRole('heading', { level: 1 }).first().waitFor();

  const shown = (await page.evaluate<string[]>(COLLECT_TEXTS)).map((text) => text.trim());

  const texts = shown.filter(
    (text) => /\p{L}/u.test(text) && ![...OF_THE_API, GUIDE_PAGE_TITLE].includes(text),
  );
  expect(texts.filter((text) => !PATTERNS.some((pattern) => pattern.test(text)))).toEqual([]);
  expect(texts.length).toBeGreaterThan(0);
  await expectSoon(() => page.getAttribute('html', 'lang')).toBe(PAGE_TEXTS.language);
});

function escape(text: string): string {
  return text.replace(/[$()*+.?[\]\\^{|}]/g, String.raw`\$&`);
}

it('the login page names the client only when its redirect URI is registered', async () => {
  const other = await contexts.open();

  await open(authorizePath, other);
  await other.getByText(`to go on to ${CLIENT}`).waitFor();
  const destination = authorizePath.replace(encodeURIComponent(callback.url), 'https%3A%2F%2Fother.example');
  await open(`/user/login?destination=${encodeURIComponent(destination)}`, other);
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();

  await expectSoon(() => other.getByText(CLIENT).count()).toBe(0);
});

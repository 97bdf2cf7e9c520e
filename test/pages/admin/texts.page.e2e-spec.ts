import type { Page } from 'playwright-core';
import { AdminSite, type OpenedPage, watchRequests } from './admin-site.js';

/** The pseudo-locale (apps/admin/lingui.config.js): every vowel of a translated text has an accent. */
const PSEUDO_LOCALE = 'en-XA';

/** What the service names and describes. */
const MANAGED = [
  '/content-model',
  '/roles',
  '/scopes',
  '/settings/menus',
  '/users',
  '/api-clients',
  '/event-types',
  '/consumers',
];
/** Names that are the same in every language, and what the browser words: names of languages, dates. */
const NAMES =
  /\b(API|CORS|URL|UTC|Astro|Nuxt|Next\.js|CloudEvents|English|en|[A-Z][a-z]{2} \d+, \d{4}|[AP]M)\b/g;

let site: AdminSite;
let opened: OpenedPage;
let waitForRequests: () => Promise<void>;
/** Matches what the service words: content, labels of types, fields, roles, and descriptions. */
let serviceTexts: RegExp;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
  await site.allowWriting();
  const webhook = await site.manage('POST', '/webhooks', {
    label: 'Search',
    url: 'https://search.example/changed',
  });
  const job = await site.manage('POST', '/jobs', { kind: 'index.verify' });
  await (await site.client()).create('node--article', { attributes: { title: 'Trams' } });
  await (
    await site.client()
  ).create('menu_link_content--menu_link_content', {
    attributes: { title: 'Trams', menu_name: 'main', link: { uri: 'route:<front>' } },
  });
  const documents = await Promise.all(MANAGED.map((path) => site.manage('GET', path)));
  // Events name the settings that were changed.
  const settings = Object.keys((await site.manage('GET', '/settings/jsonapi')) as object);
  const { imageStyles } = (await site.manage('GET', '/settings/content')) as {
    readonly imageStyles: readonly { readonly name: string; readonly label: string }[];
  };
  const sizes = imageStyles.flatMap(({ name, label }) => [name, label]);
  const strings = collectStrings([webhook, job, documents, settings, sizes, await readContent()]);
  const texts = [...new Set(strings)].toSorted((one, other) => other.length - one.length);
  serviceTexts = new RegExp(`(?<!\\p{L})(${texts.map(escape).join('|')})(?!\\p{L})`, 'gu');
  opened = await site.openSignedIn('');
  waitForRequests = watchRequests(opened.page);
  await opened.page.evaluate(`document.cookie = 'language=${PSEUDO_LOCALE}; Path=/'`);
});
afterAll(() => site.stop());

const at = (path: string, open: (page: Page) => Promise<unknown> = async () => undefined) => ({ path, open });

/** Cells of the audit log have names and values of the service. */
const AUDIT_LOG = { ...at('/audit-log'), service: 'td' };

const openFirst = (pattern: string) => (page: Page) =>
  page.getByRole('main').locator(`a[href*="${pattern}"]`).first().click();

/** The address of each screen, and the step that leads further from it. */
const SCREENS: Readonly<Record<string, ReturnType<typeof at> & { readonly service?: string }>> = {
  start: at(''),
  search: at('', (page) => page.keyboard.press('Control+k')),
  'entry types': at('/entries'),
  'list of entries': at('/entries/node--article'),
  'new entry': at('/entries/node--article/new'),
  entry: at('/entries/node--article', openFirst('/entries/node--article/')),
  menus: at('/menus'),
  menu: at('/menus/main', (page) => page.getByRole('button', { name: 'Trams', exact: true }).click()),
  'content model': at('/content-model'),
  type: at('/content-model/node--article'),
  'API clients': at('/api-clients'),
  'new API client': at('/api-clients/new'),
  'connect a website': at('/api-clients/connect'),
  'API client': at('/api-clients/first-client'),
  settings: at('/settings'),
  users: at('/users'),
  // Browsers have their names from themselves.
  user: { ...at('/users', openFirst('/users/')), service: 'td' },
  roles: at('/roles'),
  'audit log': AUDIT_LOG,
  'signing keys': at('/signing-keys'),
  webhooks: at('/webhooks'),
  'new webhook': at('/webhooks/new'),
  webhook: at('/webhooks', openFirst('/webhooks/')),
  events: at('/events'),
  event: at('/events', openFirst('/events/')),
  'event consumers': at('/consumers'),
  jobs: at('/jobs'),
  job: at('/jobs', openFirst('/jobs/')),
  schedules: at('/schedules'),
  'unknown route': at('/nowhere'),
};

/**
 * The texts and labels that are shown, except code, times, and what has a monospaced font, such as scopes: they are the same in
 * every language.
 */
const COLLECT_TEXTS = `((service) => {
  const isLanguage = (element) =>
    element.closest('code, pre, kbd, time, script, style, textarea, [contenteditable], ' + service) === null &&
    !getComputedStyle(element).fontFamily.includes('monospace');
  const shown = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility() && isLanguage(element));
  return shown.flatMap((element) => [
    ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data),
    ...['aria-label', 'aria-description', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
  ]);
})`;

it.each(Object.keys(SCREENS))('the screen «%s» has no text outside the catalogue', async (name) => {
  const { page, consoleErrors } = opened;
  const { path = '', open, service = 'none' } = SCREENS[name] ?? {};
  await page.goto(`${site.url}/admin${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await waitForRequests();
  await open?.(page);
  await waitForRequests();

  const shown = await page.evaluate<string[]>(`${COLLECT_TEXTS}('${service}')`);

  expect([...new Set(shown)].filter(hasUntranslatedWord)).toEqual([]);
  expect(shown.some((text) => /[āēīōū]/.test(text))).toBe(true);
  expect(consoleErrors).toEqual([]);
});

/** Whether a word without an accent remains when the texts of the service are left out. */
function hasUntranslatedWord(text: string): boolean {
  const own = text.replaceAll(serviceTexts, '').replaceAll(NAMES, '');
  const words = own.split(/\s+/).map((word) => word.replace(/[^\p{L}\d/:_@]/gu, ''));
  return words.some((word) => /^[a-z]+$/i.test(word) && /[aeiou]/i.test(word));
}

/** The entries of every resource type. */
async function readContent(): Promise<unknown> {
  const { token = '' } = await site.client();
  const headers = { Authorization: `Bearer ${token}` };
  const { bundles } = (await site.manage('GET', '/content-model')) as { bundles: { type: string }[] };
  return Promise.all(
    bundles.map(async ({ type }) => {
      const path = `/api/${type.replace('--', '/')}?page[limit]=100`;
      return (await fetch(`${site.url}${path}`, { headers })).json();
    }),
  );
}

function escape(text: string): string {
  return text.replace(/[$()*+.?[\]\\^{|}]/g, String.raw`\$&`);
}

function collectStrings(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length > 1 ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectStrings) : [];
}

import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { AdminSite, findScreenViolations, type OpenedPage } from './admin-site.js';

// Browsers are slow on a busy machine.
jest.setTimeout(120_000);

let site: AdminSite;
let opened: OpenedPage;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
  await site.allowWriting();
  await site.manage('POST', '/webhooks', { label: 'Search', url: 'https://search.example/changed' });
  await site.manage('POST', '/jobs', { kind: 'index.verify' });
  await (await site.client()).create('node--article', { attributes: { title: 'Trams' } });
  opened = await site.openSignedIn('');
});
afterAll(() => site.stop());

/** Each width in each colour scheme. */
const VIEWS = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;

const at = (path: string, open: (page: Page) => Promise<unknown> = async () => undefined) => ({ path, open });

const click = (role: 'button' | 'tab', name: string) => (page: Page) =>
  page.getByRole(role, { name, exact: true }).first().click();

const openWebhook = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('tab', { name: 'Deliveries' }).waitFor();
};

/** The address of each screen, and the step that opens a dialog or a tab on it. */
const SCREENS: Readonly<Record<string, ReturnType<typeof at>>> = {
  start: at(''),
  search: at('', (page) => page.keyboard.press('Control+k')),
  'entry types': at('/entries'),
  'list of entries': at(
    '/entries/node--article?columns=%5B%22status%22%2C%22changed%22%2C%22field_tags%22%5D',
  ),
  'a filter': at('/entries/node--article', click('button', 'Filter')),
  'new entry': at('/entries/node--article/new'),
  entry: at('/entries/node--article', (page) => page.getByRole('row').getByRole('link').first().click()),
  'content model': at('/content-model'),
  type: at('/content-model/node--article'),
  'JSON Schema of a type': at('/content-model/node--article', click('tab', 'JSON Schema')),
  'new field': at('/content-model/node--article', click('button', 'Add field')),
  'form of a new field': at('/content-model/node--article', async (page) => {
    await click('button', 'Add field')(page);
    await click('button', 'Formatted text')(page);
    await page.getByRole('dialog').getByRole('toolbar').waitFor();
  }),
  'field of a type': at('/content-model/node--article', click('button', 'Edit Tags')),
  'API clients': at('/api-clients'),
  'new API client': at('/api-clients/new'),
  'API requests of a list': at('/entries/node--article', click('button', 'API: how does the API see this?')),
  'connect a website': at('/api-clients/connect'),
  'API client': at('/api-clients/first-client'),
  settings: at('/settings'),
  users: at('/users'),
  user: at('/users', (page) => page.getByRole('link', { name: 'ada', exact: true }).click()),
  'new user': at('/users', click('button', 'New user')),
  roles: at('/roles'),
  'new role': at('/roles', click('button', 'New role')),
  'audit log': at('/audit-log'),
  'signing keys': at('/signing-keys'),
  webhooks: at('/webhooks'),
  'new webhook': at('/webhooks/new', click('button', 'Add a header field')),
  'deliveries of a webhook': at('/webhooks', openWebhook),
  'settings of a webhook': at('/webhooks', async (page) => {
    await openWebhook(page);
    await click('tab', 'Settings')(page);
  }),
  'events to be sent again': at('/webhooks', async (page) => {
    await openWebhook(page);
    await click('button', 'Send events again')(page);
    await page.getByRole('checkbox', { name: 'Skipped' }).waitFor();
  }),
  delivery: at('/webhooks', async (page) => {
    await openWebhook(page);
    await page.getByRole('link', { name: 'entry.created' }).first().click();
    await page.getByRole('region', { name: 'Attempts' }).waitFor();
  }),
  events: at('/events'),
  event: at('/events', async (page) => {
    await page.getByRole('link', { name: 'Created', exact: true }).first().click();
    await page.getByText('"title": "Trams"').waitFor();
  }),
  'event consumers': at('/consumers'),
  jobs: at('/jobs', (page) => page.getByRole('link', { name: 'Check of the index' }).waitFor()),
  job: at('/jobs', async (page) => {
    await page.getByRole('link', { name: 'Check of the index' }).click();
    await page.getByText('Parameters').waitFor();
  }),
  'history of an entry': at('/events', async (page) => {
    await page.getByRole('link', { name: 'Created', exact: true }).first().click();
    await page.getByRole('link', { name: /^node--article/ }).click();
    await click('button', 'History')(page);
    await page.getByRole('dialog').getByRole('link', { name: 'Created' }).waitFor();
  }),
  'unknown route': at('/nowhere'),
};

it.each(Object.keys(SCREENS))(
  'the screen «%s» has no accessibility violation and no horizontal scrolling at 1280 px and 390 px, light and dark',
  async (name) => {
    const { page, consoleErrors } = opened;
    const { path = '', open } = SCREENS[name] ?? {};
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.goto(`${site.url}/admin${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await open?.(page);
    await page.waitForLoadState('networkidle');

    for (const { width, colorScheme } of VIEWS) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).waitFor();

      expect({ width, colorScheme, violations: await findScreenViolations(page) }).toEqual({
        width,
        colorScheme,
        violations: [],
      });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    expect(consoleErrors).toEqual([]);
  },
);

it('the link «Skip to content» is the first stop, and a navigation moves the focus to the screen', async () => {
  const { page } = await site.openSignedIn('/settings');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  const main = page.locator('main');

  await page.keyboard.press('Tab');
  await page.getByRole('link', { name: 'Skip to content' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await main.and(page.locator(':focus')).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click();

  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  await main.and(page.locator(':focus')).waitFor();
});

/** Functions for the browser that find the contrast of two colours (WCAG 2.2, «contrast ratio»). */
const CONTRAST = `
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const channel = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const groundOf = (element) => {
    let ground = element;
    while (parse(getComputedStyle(ground).backgroundColor)[3] === 0) ground = ground.parentElement;
    return getComputedStyle(ground).backgroundColor;
  };
  const contrast = (...colors) => {
    const [low, high] = colors.map((color) => luminance(parse(color))).sort((one, other) => one - other);
    return (high + 0.05) / (low + 0.05);
  };`;

/** The contrast of the border of an element with the colour behind it. */
const GET_BORDER_CONTRAST = `(element) => {${CONTRAST}
  const style = getComputedStyle(element);
  const edge = parseFloat(style.borderTopWidth) > 0 ? style.borderTopColor : style.backgroundColor;
  return contrast(edge, groundOf(element.parentElement));
}`;

/** The contrast of the placeholder of an input with its background. */
const GET_PLACEHOLDER_CONTRAST = `(element) => {${CONTRAST}
  return contrast(getComputedStyle(element, '::placeholder').color, groundOf(element));
}`;

it.each(['light', 'dark'] as const)(
  'the edges of inputs and of unchecked boxes, radio buttons and switches have a contrast of 3:1 in %s colours',
  async (colorScheme) => {
    const { page } = await site.openSignedIn('/settings', undefined, { colorScheme });
    const measure = (selector: string): Promise<number[]> =>
      page.evaluate(`[...document.querySelectorAll('${selector}')].map(${GET_BORDER_CONTRAST})`);
    await page.getByRole('region', { name: 'JSON:API' }).getByRole('textbox').first().waitFor();
    const onSettings = await measure(
      '.mantine-NumberInput-input, .mantine-Radio-radio:not(:checked), input:not(:checked) + .mantine-Switch-track',
    );
    await page.goto(`${site.url}/admin/entries/node--article`);
    await page.getByRole('checkbox').nth(1).waitFor();
    const inList = await measure('.mantine-Checkbox-input');

    const contrasts = [...onSettings, ...inList];
    expect(contrasts.length).toBeGreaterThan(30);
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(3);
  },
);

it.each(['light', 'dark'] as const)(
  'placeholders have a contrast of 4.5:1 in %s colours',
  async (colorScheme) => {
    const { page } = await site.openSignedIn('/entries/node--article/new', undefined, { colorScheme });
    await page.getByPlaceholder('Search by name').first().waitFor();

    const contrasts = await page.evaluate<number[]>(
      `[...document.querySelectorAll(':placeholder-shown')].map(${GET_PLACEHOLDER_CONTRAST})`,
    );

    expect(contrasts.length).toBeGreaterThan(2);
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
  },
);

import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { AdminSite, findScreenViolations, type OpenedPage } from './admin-site.js';

// Browsers are slow on a busy machine.
jest.setTimeout(120_000);

let site: AdminSite;
let opened: OpenedPage;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
  opened = await site.openSignedIn('');
});
afterAll(() => site.stop());

/** Each width and each colour scheme once. */
const VIEWS = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

const at = (path: string, open: (page: Page) => Promise<unknown> = async () => undefined) => ({ path, open });

const click = (role: 'button' | 'tab', name: string) => (page: Page) =>
  page.getByRole(role, { name, exact: true }).first().click();

/** The address of each screen, and the step that opens a dialog or a tab on it. */
const SCREENS: Readonly<Record<string, ReturnType<typeof at>>> = {
  start: at(''),
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
  'field of a type': at('/content-model/node--article', click('button', 'Edit Tags')),
  'API clients': at('/api-clients'),
  'new API client': at('/api-clients/new'),
  'API client': at('/api-clients/first-client'),
  settings: at('/settings'),
  users: at('/users'),
  user: at('/users', (page) => page.getByRole('link', { name: 'ada', exact: true }).click()),
  'new user': at('/users', click('button', 'New user')),
  roles: at('/roles'),
  'new role': at('/roles', click('button', 'New role')),
  'audit log': at('/audit-log'),
  'signing keys': at('/signing-keys'),
  'unknown route': at('/nowhere'),
};

it.each(Object.keys(SCREENS))(
  'the screen «%s» has no accessibility violation and no horizontal scrolling at 1280 px light and 390 px dark',
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

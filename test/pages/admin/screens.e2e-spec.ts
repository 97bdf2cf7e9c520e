import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { AdminSite, faultsOf, type OpenedPage } from './admin-site.js';

// A browser takes a while on a busy machine.
jest.setTimeout(120_000);

let site: AdminSite;
let opened: OpenedPage;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
  opened = await site.signedIn('');
});
afterAll(() => site.stop());

/** Each width and each scheme of colours once. */
const VIEWS = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

const at = (path: string, then: (page: Page) => Promise<unknown> = async () => undefined) => ({ path, then });

const click = (role: 'button' | 'tab', name: string) => (page: Page) =>
  page.getByRole(role, { name, exact: true }).first().click();

/** How to come to each screen, and what opens on it. */
const SCREENS: Readonly<Record<string, ReturnType<typeof at>>> = {
  start: at(''),
  'types of entries': at('/entries'),
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
  'new user': at('/users', click('button', 'New user')),
  roles: at('/roles'),
  'new role': at('/roles', click('button', 'New role')),
  'audit log': at('/audit-log'),
  'signing keys': at('/signing-keys'),
  'no screen': at('/nowhere'),
};

it.each(Object.keys(SCREENS))(
  'the screen «%s» can be used by everybody and fits, wide and light, narrow and dark',
  async (name) => {
    const { page, complaints } = opened;
    const { path = '', then } = SCREENS[name] ?? {};
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.goto(`${site.url}/admin${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await then?.(page);
    await page.waitForLoadState('networkidle');

    for (const { width, colorScheme } of VIEWS) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).waitFor();

      expect({ width, colorScheme, faults: await faultsOf(page) }).toEqual({
        width,
        colorScheme,
        faults: [],
      });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    expect(complaints).toEqual([]);
  },
);

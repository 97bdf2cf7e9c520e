import type { Page } from 'playwright-core';
import { AdminSite } from './admin-site.js';
import {
  GET_BORDER_CONTRAST,
  GET_DOT_CONTRAST,
  GET_PLACEHOLDER_CONTRAST,
  GET_TEXT_CONTRAST,
} from './contrast.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const measure = (page: Page, selector: string, contrast: string): Promise<number[]> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map(${contrast})`);

/** The inputs of each kind on a screen, and the fewest that it has. */
const EDGES = [
  ['/settings', '.mantine-NumberInput-input', 5],
  ['/settings', '.mantine-Radio-radio:not(:checked)', 3],
  ['/settings', 'input:not(:checked) + .mantine-Switch-track', 1],
  ['/entries/node--article', '.mantine-Checkbox-input', 20],
  ['/entries/node--article/new', '.mantine-TextInput-input', 3],
  ['/entries/node--article/new', '.mantine-RichTextEditor-root', 1],
  ['/entries/node--article/new', '.mantine-JsonInput-input, .mantine-Textarea-input', 1],
  ['/entries/node--article/new', '.mantine-Select-input, .mantine-NativeSelect-input', 1],
  ['/entries/node--article/new', '[placeholder="Search by name"]', 1],
] as const;

it.each(['light', 'dark'] as const)(
  'the edges of inputs and dots of a state have a contrast of 3:1, and placeholders of 4.5:1, in %s colours',
  async (colorScheme) => {
    const { page } = await site.openSignedIn('/settings', undefined, { colorScheme });
    const ready = {
      '/settings': page.getByRole('region', { name: 'JSON:API' }).getByRole('textbox').first(),
      '/entries/node--article': page.getByRole('checkbox').nth(1),
      '/entries/node--article/new': page.locator('.mantine-RichTextEditor-root').first(),
    };
    for (const [path, locator] of Object.entries(ready)) {
      await page.goto(`${site.url}/admin${path}`);
      await locator.waitFor();
      await page.waitForLoadState('networkidle');
      for (const [, selector, fewest] of EDGES.filter(([screen]) => screen === path)) {
        const contrasts = await measure(page, selector, GET_BORDER_CONTRAST);
        expect({ selector, isFound: contrasts.length >= fewest }).toEqual({ selector, isFound: true });
        expect({ selector, low: contrasts.filter((contrast) => contrast < 3) }).toEqual({
          selector,
          low: [],
        });
      }
      if (path === '/entries/node--article') {
        const dots = await measure(page, 'td .mantine-Badge-root', GET_DOT_CONTRAST);
        expect(new Set(dots).size).toBe(2);
        expect(Math.min(...dots)).toBeGreaterThanOrEqual(3);
      }
      const placeholders = await measure(page, ':placeholder-shown', GET_PLACEHOLDER_CONTRAST);
      expect(placeholders.filter((contrast) => contrast < 4.5)).toEqual([]);
      if (path.endsWith('/new')) expect(placeholders.length).toBeGreaterThan(2);
    }
  },
);

/** What has no colour of its own until the pointer is over it. */
const TINTED = [
  ['/entries/node--article/new', 'button[data-variant=subtle]:not([data-disabled])'],
  ['/content-model/node--article', 'button[data-variant=subtle]:not([data-disabled])'],
  ['/settings', 'nav a[data-active]'],
] as const;

it.each(['light', 'dark'] as const)(
  'words under the pointer have a contrast of 4.5:1, in %s colours',
  async (colorScheme) => {
    const { page } = await site.openSignedIn('/settings', undefined, { colorScheme });
    for (const [path, selector] of TINTED) {
      await page.goto(`${site.url}/admin${path}`);
      const elements = page.locator(`${selector}:visible`);
      await elements.first().waitFor();
      await page.waitForLoadState('networkidle');
      for (const element of await elements.all()) {
        await element.hover();
        const [contrast] = await measure(page, `${selector}:hover`, GET_TEXT_CONTRAST);
        const what = { path, element: await element.innerText() };
        expect({ ...what, isEnough: Number(contrast) >= 4.5 }).toEqual({ ...what, isEnough: true });
      }
    }
  },
);

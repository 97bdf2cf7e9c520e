import { jest } from '@jest/globals';
import { AdminSite } from './admin/admin-site.js';
import { findAccessibilityViolations } from './browser.js';

// Browsers are slow on a busy machine.
jest.setTimeout(120_000);

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
});
afterAll(() => site.stop());

/** Rules that Swagger UI itself breaks: buttons with links in them, headings, landmarks. */
const OF_SWAGGER_UI = /^(nested-interactive|heading-order|region|target-size):/;

describe('/docs', () => {
  it.each(['light', 'dark'] as const)(
    'has names and contrast in %s colours, and fits a narrow screen',
    async (colorScheme) => {
      const { page, consoleErrors } = await site.open({ colorScheme });
      await page.goto(`${site.url}/docs`);
      await page.locator(`html.${colorScheme}-mode`).waitFor();
      await page.locator('.opblock-tag').first().click();
      await page.locator('.opblock-summary-method').first().waitFor();

      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        const violations = await findAccessibilityViolations(page);
        expect(violations.filter((violation) => !OF_SWAGGER_UI.test(violation))).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      }
      expect(consoleErrors).toEqual([]);
    },
  );

  it('keeps the colour scheme that was chosen in the administration, and leads back to it', async () => {
    const { page } = await site.openSignedIn('', undefined, { colorScheme: 'light' });
    await page.getByRole('button', { name: 'Use dark colours' }).click();

    await page.goto(`${site.url}/docs`);

    await page.locator('html.dark-mode').waitFor();
    await page.getByRole('link', { name: 'Administration' }).click();
    await page.locator('[data-mantine-color-scheme=dark]').waitFor();
  });

  it.each(['light', 'dark'] as const)(
    'the guide has no accessibility violation in %s colours',
    async (colorScheme) => {
      const { page } = await site.open({ colorScheme });
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto(`${site.url}/docs/guide/operations`);
        const violations = await findAccessibilityViolations(page);
        expect(violations.filter((violation) => !violation.startsWith('target-size:'))).toEqual([]);
      }
    },
  );
});

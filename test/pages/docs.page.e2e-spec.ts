import { expectSoon } from '../support/eventually.js';
import { AdminSite, findScreenViolations } from './admin/admin-site.js';
import { COLOR_RULES, findAccessibilityViolations } from './browser.js';

/** The colour schemes, and the rules of axe for each: only colours differ between them. */
const SCHEMES = [
  ['light', undefined],
  ['dark', COLOR_RULES],
] as const;

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

describe('/docs', () => {
  it.each(SCHEMES)(
    'has no accessibility violation in %s colours, with and without an open operation, and fits a narrow screen',
    async (colorScheme, rules) => {
      const { page, consoleErrors } = await site.open({ colorScheme });
      await page.goto(`${site.url}/docs`);
      await page.locator(`html.${colorScheme}-mode`).waitFor();
      const findAtEachWidth = async (): Promise<void> => {
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 844 });
          await expectSoon(() => findScreenViolations(page, rules)).toEqual([]);
          await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
            width,
          );
        }
      };
      await page.locator('.opblock-tag').first().click();
      await page.locator('.opblock-summary-method').first().waitFor();
      await findAtEachWidth();
      await page.locator('.opblock-summary-control').first().click();
      await page.locator('.responses-table').first().waitFor();
      await findAtEachWidth();

      await page.getByRole('button', { name: 'Try it out' }).first().click();
      await page.getByRole('button', { name: 'Execute' }).waitFor();
      await findAtEachWidth();

      await expectSoon(() => new URL(page.url()).hash).toBe('#/OAuth%202.0/issueToken');
      expect(consoleErrors).toEqual([]);
    },
  );

  it.each(SCHEMES)(
    'has no accessibility violation with the dialog of the authorization in %s colours',
    async (colorScheme, rules) => {
      const { page, consoleErrors } = await site.open({ colorScheme });
      await page.goto(`${site.url}/docs`);
      await page.locator(`html.${colorScheme}-mode`).waitFor();

      await page.getByRole('button', { name: 'Authorize' }).click();
      await page.getByRole('dialog', { name: 'Authorization' }).locator('.modal-ux').waitFor();

      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await expectSoon(() => findScreenViolations(page, rules)).toEqual([]);
        await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
          width,
        );
      }
      expect(consoleErrors).toEqual([]);
    },
  );

  it('tries operations as the user who is signed in, without a token to be typed', async () => {
    const { page, consoleErrors } = await site.openSignedIn('');
    await page.goto(`${site.url}/docs#/Management/listRoles`);
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.locator('.authorize.locked').waitFor();

    await page.getByRole('button', { name: 'Execute' }).click();

    await page.locator('.live-responses-table .response-col_status').getByText('200').waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('shows what an operation answers, put together of its parts, when it is opened', async () => {
    const { page, consoleErrors } = await site.open();

    await page.goto(`${site.url}/docs#/Management/createWebhook`);

    const created = page.getByRole('row').filter({ hasText: 'The webhook with its secret.' });
    await created.locator('.example').getByText('"secret"').waitFor();
    await created.locator('.example').getByText('"headerNames"').waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('asks for no token in a browser without a session', async () => {
    const { page } = await site.open();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));

    await page.goto(`${site.url}/docs`);
    await page.getByRole('button', { name: 'Authorize' }).waitFor();

    expect(requests).toContain('/openapi.json');
    expect(requests).not.toContain('/session/token');
  });

  it('fits a narrow screen with an open operation', async () => {
    const { page } = await site.open({ viewport: { width: 390, height: 844 } });
    await page.goto(`${site.url}/docs`);
    const section = page
      .locator('.opblock-tag-section')
      .filter({ hasText: 'The endpoints that every bundle has.' });

    await section.locator('.opblock-tag').click();
    await section.locator('.opblock-summary-control').first().click();
    await section.locator('.responses-table').first().waitFor();

    await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });

  it('keeps the colour scheme that was chosen in the administration, and leads back to it', async () => {
    const { page } = await site.openSignedIn('', undefined, { colorScheme: 'light' });
    await page.getByRole('button', { name: 'Use dark colours' }).click();

    await page.goto(`${site.url}/docs`);

    await page.locator('html.dark-mode').waitFor();
    await page.getByRole('link', { name: 'Administration' }).click();
    await page.locator('[data-mantine-color-scheme=dark]').waitFor();
  });

  it.each(SCHEMES)('the guide has no accessibility violation in %s colours', async (colorScheme, rules) => {
    const { page } = await site.open({ colorScheme });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${site.url}/docs/guide/operations`);
      await expectSoon(() => findAccessibilityViolations(page, rules)).toEqual([]);
    }
  });

  it.each(SCHEMES)(
    'the guide is searched from a page, and the results have no accessibility violation in %s colours',
    async (colorScheme, rules) => {
      const { page, consoleErrors } = await site.open({ colorScheme });
      await page.goto(`${site.url}/docs/guide/operations`);
      await page.getByRole('searchbox', { name: 'Search the guide' }).fill('receiver signature');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Results for' }).waitFor();

      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await expectSoon(() => findAccessibilityViolations(page, rules)).toEqual([]);
        await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
          width,
        );
      }
      await page.getByRole('link', { name: 'What receivers do' }).click();

      await page.getByRole('heading', { name: 'What receivers do' }).waitFor();
      expect(new URL(page.url()).hash).toBe('#what-receivers-do');
      expect(consoleErrors).toEqual([]);
    },
  );

  it('the guide lists its pages beside a page, and on a narrow screen in a disclosure that is closed', async () => {
    const { page, consoleErrors } = await site.open();
    const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Configuration' });

    await page.goto(`${site.url}/docs/guide/operations`);
    await link.waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await link.waitFor({ state: 'hidden' });
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
    await page.getByText('Pages', { exact: true }).click();
    await link.click();

    await page.getByRole('heading', { level: 1, name: 'Configuration' }).waitFor();
    expect(heading?.y).toBeLessThan(300);
    expect(consoleErrors).toEqual([]);
  });
});

describe('a path that does not exist', () => {
  it.each(SCHEMES)(
    'is a page with links for a browser in %s colours, and an error document for a program',
    async (colorScheme, rules) => {
      const { page, consoleErrors } = await site.open({ colorScheme });
      await page.goto(`${site.url}/nowhere`);
      await page.getByRole('heading', { level: 1, name: 'This page does not exist' }).waitFor();
      const violations = await findAccessibilityViolations(page, rules);
      const program = await fetch(`${site.url}/nowhere`);

      await page.getByRole('link', { name: 'Guide' }).click();
      await page.getByRole('heading', { level: 1, name: 'Guide' }).waitFor();
      expect(violations).toEqual([]);
      expect(program.status).toBe(404);
      await expectSoon(() => program.json()).toMatchObject({ errors: [{ code: 'route_unknown' }] });
      expect(consoleErrors).toEqual([]);
    },
  );
});

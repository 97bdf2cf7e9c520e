import { toRateLimitTable } from '@content-service/site-settings';
import { join } from 'node:path';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations, holdRequests, waitForNotification } from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

describe('settings screen', () => {
  it('allows public access and describes its effect', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/settings');
    const section = page.getByRole('region', { name: 'JSON:API' });
    expect((await fetch(`${site.url}/api/node/article`)).status).toBe(401);

    await section.getByLabel('Public access').check();
    await section.getByText('Published entries can be read without a token.').waitFor();
    await section.getByLabel('Entries per page').fill('10');
    await section.getByRole('button', { name: 'Save' }).click();
    await waitForNotification(page, 'Saved');

    const response = await fetch(`${site.url}/api/node/article`);
    expect(response.status).toBe(200);
    await expectSoon(async () => ((await response.json()) as { data: unknown[] }).data).toHaveLength(10);
    expect(consoleErrors).toEqual([]);
  });

  it('says that it is saved when it can be left without a question', async () => {
    const { page } = await site.openSignedIn('/settings');
    const section = page.getByRole('region', { name: 'JSON:API' });
    await section.getByLabel('Entries per page').fill('20');
    const others = /\/manage\/settings\/content$/;
    const release = await holdRequests(page, others);

    const [refetch] = await Promise.all([
      page.waitForRequest(others),
      section.getByRole('button', { name: 'Save' }).click(),
    ]);
    // What was shown before the request is on the screen then.
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    );
    const early = await page.getByRole('alert').filter({ hasText: 'Saved' }).count();
    release();
    await waitForNotification(page, 'Saved');
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();

    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    expect(refetch.method()).toBe('GET');
    expect(early).toBe(0);
  });

  it('restricts CORS to origins and corrects an invalid origin', async () => {
    const { page } = await site.openSignedIn('/settings');
    const section = page.getByRole('region', { name: 'CORS' });

    await section.getByRole('radio', { name: 'Only these' }).check();
    const origins = section.getByRole('combobox', { name: 'Origins' });
    await origins.fill('https://www.example.com/');
    await origins.press('Enter');
    await section.getByText("Write 'https://www.example.com/' as https://www.example.com.").waitFor();
    await origins.press('Backspace');
    await origins.fill('https://www.example.com');
    await origins.press('Enter');
    await section.getByRole('button', { name: 'Save' }).click();
    await waitForNotification(page, 'Saved');

    await expectSoon(() => site.manage('GET', '/settings/cors')).toEqual({
      allowedOrigins: ['https://www.example.com'],
    });
  });

  it('marks the input of a value that the service refuses', async () => {
    const { page } = await site.openSignedIn('/settings');
    const section = page.getByRole('region', { name: 'OAuth' });

    await section.getByLabel(/^Grace time/).fill('61');
    await section.getByRole('button', { name: 'Save' }).click();

    await section
      .getByLabel(/^Grace time/)
      .and(page.locator('[aria-invalid=true]'))
      .waitFor();
  });

  it('saves limits of queries and answers and, after that, PKCE for every client', async () => {
    const { page } = await site.openSignedIn('/settings');
    const jsonApi = page.getByRole('region', { name: 'JSON:API' });
    const oauth = page.getByRole('region', { name: 'OAuth' });

    await jsonApi.getByLabel('Complexity of a query').fill('2400');
    await jsonApi.getByLabel('Bytes of a response').fill('8388608');
    await jsonApi.getByRole('button', { name: 'Save' }).click();
    await waitForNotification(page, 'Saved');
    await oauth.getByLabel('Require PKCE of every client').check();
    await oauth.getByRole('button', { name: 'Save' }).click();
    await oauth.locator('button[type=submit][disabled]').waitFor();

    await expectSoon(() => site.manage('GET', '/settings/jsonapi')).toMatchObject({
      queryComplexityMaximum: 2400,
      documentBytesMaximum: 8_388_608,
    });
    await expectSoon(() => site.manage('GET', '/settings/oauth')).toMatchObject({ requirePkce: true });
  });

  it('saves recommended rate limits, and an own table that starts with those', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/settings');
    const section = page.getByRole('region', { name: 'Rate limits' });
    const table = section.getByLabel('Limits by policy');

    await section.getByRole('radio', { name: 'Recommended' }).check();
    await section.getByRole('button', { name: 'Save' }).click();
    await waitForNotification(page, 'Saved');
    await expectSoon(() => site.manage('GET', '/settings/rate-limits')).toEqual({
      rateLimits: 'recommended',
    });
    await section.getByRole('radio', { name: 'Own limits' }).check();
    await expectSoon(async () => JSON.parse(await table.inputValue()) as unknown).toEqual(
      toRateLimitTable('recommended'),
    );
    await table.fill('{"write": {"quota": 20, "windowSeconds": 60}}');
    await section.getByRole('button', { name: 'Save' }).click();
    await section.locator('button[type=submit][disabled]').waitFor();

    const own = { write: { quota: 20, windowSeconds: 60 } };
    await expectSoon(() => site.manage('GET', '/settings/rate-limits')).toEqual({ rateLimits: own });
    await page.reload();
    await expectSoon(async () => JSON.parse(await table.inputValue()) as unknown).toEqual(own);
    await site.manage('PATCH', '/settings/rate-limits', { rateLimits: 'none' });
    expect(consoleErrors).toEqual([]);
  });

  it.each([
    ['{"write":', 'Write a JSON object such as'],
    ['"recommended"', 'Write a JSON object such as'],
    ['{"reads":{"quota":1,"windowSeconds":1}}', "'reads' is not a policy."],
    ['{"write":{"quota":0,"windowSeconds":1}}', "quota of 'write' must be a whole number from 1 to 1000000."],
  ])('shows why the rate limit table %s is invalid and does not save it', async (text, reason) => {
    const { page } = await site.openSignedIn('/settings');
    const section = page.getByRole('region', { name: 'Rate limits' });
    await section.getByRole('radio', { name: 'Own limits' }).check();

    await section.getByLabel('Limits by policy').fill(text);
    await section.getByText(reason).waitFor();
    await section.getByRole('button', { name: 'Save' }).click();

    await section.getByRole('alert').getByText('See the messages beside the fields.').waitFor();
    await section.getByText(reason).waitFor();
    await expectSoon(() => site.manage('GET', '/settings/rate-limits')).toEqual({ rateLimits: 'none' });
  });

  it('keeps the origins of CORS when «Any» is chosen and taken back, and does not save an empty list', async () => {
    await site.manage('PATCH', '/settings/cors', { allowedOrigins: ['*'] });
    const { page } = await site.openSignedIn('/settings');
    const section = page.getByRole('region', { name: 'CORS' });
    await section.getByRole('radio', { name: 'Only these' }).check();
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText('Name at least one website, or choose Any.').waitFor();
    await section.getByRole('combobox', { name: 'Origins' }).fill('https://www.example.com');
    await page.keyboard.press('Enter');
    await section.getByText('https://www.example.com', { exact: true }).first().waitFor();

    await section.getByRole('radio', { name: 'Any' }).check();
    await section.getByRole('radio', { name: 'Only these' }).check();
    await section.getByRole('button', { name: 'Save' }).click();
    await section.locator('button[type=submit][disabled]').waitFor();

    await expectSoon(() => site.manage('GET', '/settings/cors')).toEqual({
      allowedOrigins: ['https://www.example.com'],
    });
    await site.manage('PATCH', '/settings/cors', { allowedOrigins: ['*'] });
  });

  it('asks for confirmation before a navigation that loses changes', async () => {
    const { page } = await site.openSignedIn('/settings');
    await page.getByLabel('Seconds that public responses are cached').fill('60');

    await page.getByRole('link', { name: 'Users' }).first().click();
    await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expectSoon(() => new URL(page.url()).pathname).toBe('/admin/settings');
    await page.getByRole('link', { name: 'Users' }).first().click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();

    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  });
});

describe('the sizes of images', () => {
  it('are changed, added, put in order and removed by keyboard', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/settings');
    const section = page.getByRole('region', { name: 'Content' });
    const getSize = (name: string) => section.getByRole('group', { name, exact: true });
    await getSize('Large').getByLabel('Width in pixels').fill('1400');
    await getSize('Wide').getByRole('button', { name: 'Remove Wide' }).press('Enter');
    await section.getByRole('button', { name: 'Move Square up' }).press('Enter');

    await section.getByRole('button', { name: 'Add a size' }).press('Enter');
    await getSize('Size 5').getByLabel('Label').fill('Teaser');
    const teaser = getSize('Teaser');
    await teaser.getByLabel('Name of the link').fill('Teaser!');
    await teaser.getByText(/^Names have up to 32 small letters/).waitFor();
    await teaser.getByLabel('Name of the link').fill('teaser');
    await teaser.getByRole('combobox', { name: 'Fit' }).press('Enter');
    await page.getByRole('option', { name: 'Cropped to the size' }).click();
    await teaser.getByText('Give a width and a height.').waitFor();
    await teaser.getByLabel('Height in pixels').fill('450');
    await teaser.getByLabel('Enlarge smaller images').press('Space');
    await section.getByRole('button', { name: 'Save' }).press('Enter');
    await waitForNotification(page, 'Saved');

    const inside = { fit: 'inside', format: 'webp', quality: 80, enlarge: false };
    await expectSoon(() => site.manage('GET', '/settings/content')).toMatchObject({
      imageStyles: [
        { name: 'thumbnail', label: 'Thumbnail', width: 220, ...inside },
        { name: 'medium', label: 'Medium', width: 480, ...inside },
        { ...{ name: 'square', label: 'Square', width: 400, height: 400 }, ...inside, fit: 'cover' },
        { name: 'large', label: 'Large', width: 1400, ...inside },
        {
          ...{ name: 'teaser', label: 'Teaser', width: 800, height: 450 },
          ...inside,
          ...{ fit: 'cover', enlarge: true },
        },
      ],
    });
    expect(consoleErrors).toEqual([]);
  });

  it('are refused with the same name, at its input', async () => {
    const { page } = await site.openSignedIn('/settings');
    const section = page.getByRole('region', { name: 'Content' });
    const name = section.getByRole('group', { name: 'Medium', exact: true }).getByLabel('Name of the link');
    await name.fill('thumbnail');
    await section.getByRole('button', { name: 'Save' }).click();

    await name.and(page.locator('[aria-invalid=true]')).waitFor();
  });

  it.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('fit %i px, %s, without an accessibility violation', async (width, colorScheme) => {
    const { page } = await site.openSignedIn('/settings', undefined, {
      ...{ viewport: { width, height: 844 }, colorScheme },
    });
    const sizes = page.getByRole('group', { name: 'Sizes of images' });
    await sizes.waitFor();

    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    const folder = process.env['SCREENS_FOLDER'];
    if (folder !== undefined)
      await sizes.screenshot({ path: join(folder, `sizes-${width}-${colorScheme}.png`) });
  });
});

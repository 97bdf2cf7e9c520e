import { toRateLimitTable } from '@content-service/site-settings';
import { AdminSite, waitForNotification } from './admin-site.js';

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
    expect(((await response.json()) as { data: unknown[] }).data).toHaveLength(10);
    expect(consoleErrors).toEqual([]);
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

    expect(await site.manage('GET', '/settings/cors')).toEqual({
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

    expect(await site.manage('GET', '/settings/jsonapi')).toMatchObject({
      queryComplexityMaximum: 2400,
      documentBytesMaximum: 8_388_608,
    });
    expect(await site.manage('GET', '/settings/oauth')).toMatchObject({ requirePkce: true });
  });

  it('saves recommended rate limits, and an own table that starts with those', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/settings');
    const section = page.getByRole('region', { name: 'Rate limits' });
    const table = section.getByLabel('Limits by policy');

    await section.getByRole('radio', { name: 'Recommended' }).check();
    await section.getByRole('button', { name: 'Save' }).click();
    await waitForNotification(page, 'Saved');
    expect(await site.manage('GET', '/settings/rate-limits')).toEqual({ rateLimits: 'recommended' });
    await section.getByRole('radio', { name: 'Own limits' }).check();
    expect(JSON.parse(await table.inputValue())).toEqual(toRateLimitTable('recommended'));
    await table.fill('{"write": {"quota": 20, "windowSeconds": 60}}');
    await section.getByRole('button', { name: 'Save' }).click();
    await section.locator('button[type=submit][disabled]').waitFor();

    const own = { write: { quota: 20, windowSeconds: 60 } };
    expect(await site.manage('GET', '/settings/rate-limits')).toEqual({ rateLimits: own });
    await page.reload();
    expect(JSON.parse(await table.inputValue())).toEqual(own);
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
    expect(await site.manage('GET', '/settings/rate-limits')).toEqual({ rateLimits: 'none' });
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

    expect(await site.manage('GET', '/settings/cors')).toEqual({
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
    expect(new URL(page.url()).pathname).toBe('/admin/settings');
    await page.getByRole('link', { name: 'Users' }).first().click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();

    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  });
});

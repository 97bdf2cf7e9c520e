import { jest } from '@jest/globals';
import { AdminSite, said } from './admin-site.js';

// A browser takes a while on a busy machine.
jest.setTimeout(120_000);

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
});
afterAll(() => site.stop());

describe('the screen of settings', () => {
  it('opens content to the public, and says what that means', async () => {
    const { page, complaints } = await site.signedIn('/settings');
    const section = page.getByRole('region', { name: 'JSON:API' });
    expect((await fetch(`${site.url}/api/node/article`)).status).toBe(401);

    await section.getByLabel('Public access').check();
    await section.getByText('Anybody can read published entries, without a token.').waitFor();
    await section.getByLabel('Entries of a page, at most').fill('10');
    await section.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Saved');

    const answer = await fetch(`${site.url}/api/node/article`);
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { data: unknown[] }).data).toHaveLength(10);
    expect(complaints).toEqual([]);
  });

  it('restricts CORS to origins, and says how to write one', async () => {
    const { page } = await site.signedIn('/settings');
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
    await said(page, 'Saved');

    expect(await site.manage('GET', '/settings/cors')).toEqual({
      allowedOrigins: ['https://www.example.com'],
    });
  });

  it('shows beside its input what the service does not accept', async () => {
    const { page } = await site.signedIn('/settings');
    const section = page.getByRole('region', { name: 'OAuth' });

    await section.getByLabel(/^Grace time/).fill('61');
    await section.getByRole('button', { name: 'Save' }).click();

    await section
      .getByLabel(/^Grace time/)
      .and(page.locator('[aria-invalid=true]'))
      .waitFor();
  });

  it('asks before changes are lost', async () => {
    const { page } = await site.signedIn('/settings');
    await page.getByLabel('Seconds that public answers are kept').fill('60');

    await page.getByRole('link', { name: 'Users' }).first().click();
    await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    expect(new URL(page.url()).pathname).toBe('/admin/settings');
    await page.getByRole('link', { name: 'Users' }).first().click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();

    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  });
});

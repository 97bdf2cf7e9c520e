import { expectSoon } from '../../support/eventually.js';
import { AdminSite, confirm, waitForNotification } from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

describe('audit log screen', () => {
  it('keeps filters by action and subject in the address', async () => {
    await site.manage('PATCH', '/settings/jsonapi', { pageLimitMaximum: 40 });
    const { page, consoleErrors } = await site.openSignedIn('/audit-log');

    await page.getByRole('combobox', { name: 'Action' }).fill('setting.changed');
    await page.waitForURL(/action=setting\.changed/);
    await page.getByText('changed a setting').first().waitFor();
    await page.getByText('signed in', { exact: true }).waitFor({ state: 'detached' });
    await page
      .getByRole('button', { name: /^Show only what concerns setting/ })
      .first()
      .click();
    await page.getByText('About setting pageLimitMaximum').waitFor();

    await page.reload();
    await page.getByText('previous: 50, value: 40').waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('suggests actions by their words, and shows the words of the chosen one', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/audit-log');
    const input = page.getByRole('combobox', { name: 'Action' });
    await page.getByText('login.succeeded', { exact: true }).first().waitFor();

    await input.click();
    await page.getByRole('option', { name: 'signed in', exact: true }).click();
    await page.waitForURL(/action=login\.succeeded/);
    await page.reload();
    await page.getByText('login.succeeded', { exact: true }).first().waitFor();

    await expectSoon(() => input.inputValue()).toBe('signed in');
    expect(consoleErrors).toEqual([]);
  });

  it('omits issued tokens, of which each opened page gets one, until they are chosen', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/audit-log');
    const tokens = page.getByText('token.issued', { exact: true });
    await page.getByText('login.succeeded', { exact: true }).first().waitFor();
    const before = await tokens.count();

    await page.getByRole('switch', { name: 'Issued tokens, too' }).click({ force: true });
    await tokens.first().waitFor();
    await page.reload();

    await tokens.first().waitFor();
    expect(before).toBe(0);
    await expectSoon(() => new URL(page.url()).searchParams.get('tokens')).toBe('shown');
    expect(consoleErrors).toEqual([]);
  });

  it('loads further pages', async () => {
    for (let n = 0; n < 60; n++)
      await site.manage('PATCH', '/settings/jsonapi', { includedMaximum: 100 + n });
    const { page } = await site.openSignedIn('/audit-log?action=setting.changed');
    await page.getByRole('button', { name: 'Show more' }).waitFor();
    const before = await page.getByRole('row').count();

    await page.getByRole('button', { name: 'Show more' }).click();

    await page.getByRole('row').nth(before).waitFor();
  });
});

describe('signing keys screen', () => {
  it('rotates the key and shows public keys', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/signing-keys');
    await page.getByRole('row').nth(1).waitFor();
    const before = await page.getByRole('row').count();

    await page.getByRole('button', { name: 'Rotate' }).click();
    await confirm(page, 'Rotate');
    await waitForNotification(page, 'A new key signs from now on');
    await page.getByRole('row').nth(before).waitFor();
    await page.getByText('Public key', { exact: true }).first().click();

    await page.getByText('"kty": "EC"').first().waitFor();
    expect(consoleErrors).toEqual([]);
  });
});

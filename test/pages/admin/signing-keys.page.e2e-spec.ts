import { AdminSite, confirm, waitForNotification } from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

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

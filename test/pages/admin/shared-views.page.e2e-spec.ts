import { expectSoon } from '../../support/eventually.js';
import { AdminSite, EDITOR, findScreenViolations } from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.manage('POST', '/users', EDITOR);
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

describe('the views of a list', () => {
  it('are shared with a role by an administrator, whose users see them, until the sharing ends', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/entries/node--page?status=unpublished');
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Desk drafts');
    await page.getByRole('button', { name: 'Save view' }).click();

    await page.getByRole('button', { name: 'Share this view' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Share «Desk drafts»' });
    await dialog.getByRole('combobox', { name: 'With' }).click();
    await page.getByRole('option', { name: 'Editor' }).click();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Stop sharing this view' }).waitFor();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    const { page: ofEditor } = await site.openSignedIn('/entries/node--page', EDITOR);
    await ofEditor.getByRole('button', { name: 'Desk drafts' }).click();
    await ofEditor.waitForURL(/status=unpublished/);
    expect(await ofEditor.getByRole('button', { name: /share|sharing/i }).count()).toBe(0);
    await page.getByRole('button', { name: 'Stop sharing this view' }).click();

    await page.getByRole('button', { name: 'Stop sharing this view' }).waitFor({ state: 'detached' });
    await ofEditor.reload();
    await ofEditor.getByRole('button', { name: 'Changes' }).waitFor();
    await ofEditor.getByRole('button', { name: 'Desk drafts' }).waitFor({ state: 'detached' });
    expect(consoleErrors).toEqual([]);
  });
});

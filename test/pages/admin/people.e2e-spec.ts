import { jest } from '@jest/globals';
import { AdminSite, confirm, said } from './admin-site.js';

// A browser takes a while on a busy machine.
jest.setTimeout(120_000);

const PASSWORD = 'correct horse battery staple';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
});
afterAll(() => site.stop());

describe('the screens of people', () => {
  it('make a user, who can sign in, and end it again', async () => {
    const { page, complaints } = await site.signedIn('/users');

    await page.getByRole('button', { name: 'New user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('grace');
    await dialog.getByRole('textbox', { name: 'Name shown to others' }).fill('Grace Hopper');
    await dialog.getByLabel(/^Password/).fill('short');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await dialog.getByText('password must have 12 to 256 characters').waitFor();
    await dialog.getByLabel(/^Password/).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await said(page, 'grace can sign in now');
    const grace = await site.signedIn('', { name: 'grace', password: PASSWORD });
    await grace.page.getByRole('heading', { name: 'Welcome, Grace Hopper' }).waitFor();

    await page.getByRole('button', { name: 'grace', exact: true }).click();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('disabled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'grace', exact: true }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await confirm(page, 'Delete user');
    await said(page, 'grace is deleted');
    expect(complaints).toEqual([]);
  });

  it('make a role of chosen scopes', async () => {
    const { page } = await site.signedIn('/roles');

    await page.getByRole('button', { name: 'New role' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Tag Keeper');
    await dialog.getByRole('checkbox', { name: /Manage taxonomy vocabularies/ }).check();
    await dialog.getByRole('button', { name: 'Create role' }).click();
    await said(page, 'The role is there');

    expect(await site.manage('GET', '/roles/tag_keeper')).toMatchObject({
      label: 'Tag Keeper',
      scopes: ['taxonomy:administer'],
    });
  });

  it('show built-in roles, and leave them as they are', async () => {
    const { page } = await site.signedIn('/roles');

    await page.getByRole('button', { name: 'Administrator' }).click();

    await page.getByText('This role is part of the service and cannot be changed.').waitFor();
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Save' }).count()).toBe(0);
  });
});

describe('an editor', () => {
  it('is offered the screens of the role alone, and told what is missing on others', async () => {
    await site.manage('POST', '/users', { name: 'ed', role: 'editor', password: PASSWORD });
    const { page, complaints } = await site.signedIn('', { name: 'ed', password: PASSWORD });
    const navigation = page.getByRole('navigation');

    await navigation.getByRole('link', { name: 'Entries' }).waitFor();
    expect(await navigation.getByRole('link').allInnerTexts()).toEqual([
      'Start',
      'Entries',
      'Content model',
      'API documentation',
    ]);
    await page.goto(`${site.url}/admin/api-clients`);
    await page.getByText('Your role does not allow this').waitFor();
    await page.getByText('site_settings:administer').waitFor();
    expect(complaints).toEqual([]);
  });
});

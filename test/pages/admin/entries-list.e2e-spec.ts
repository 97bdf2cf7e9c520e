import { jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { AdminSite, confirm } from './admin-site.js';

// A browser takes a while on a busy machine.
jest.setTimeout(120_000);

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
});
afterAll(() => site.stop());

const titles = async (page: Page): Promise<readonly string[]> =>
  page.getByRole('row').getByRole('link').allInnerTexts();

const found = (page: Page, text: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Pages' }).getByText(text, { exact: true }).waitFor();

async function create(...names: readonly string[]): Promise<void> {
  const client = await site.client();
  for (const name of names) await client.create('taxonomy_term--tags', { attributes: { name } });
}

/** On a wide screen; narrow ones have it elsewhere. */
const unpublished = (page: Page): Locator =>
  page.getByText('unpublished', { exact: true }).and(page.locator(':visible'));

describe('the list of entries', () => {
  it('is reached by family and type, and its rows are links', async () => {
    const { page, complaints } = await site.signedIn('/entries');

    await page.getByRole('link', { name: /Articles/ }).click();
    await found(page, '1–25 of 30');
    await page.getByRole('link', { name: 'Puppets for grown-ups' }).click();

    await page.getByRole('heading', { level: 1, name: 'Puppets for grown-ups' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('searches, filters, sorts and chooses columns, all of it in the address', async () => {
    const { page, complaints } = await site.signedIn('/entries/node--article');
    await found(page, '1–25 of 30');

    await page.getByLabel('Search by title').fill('the');
    await page.waitForURL(/q=the/);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Category' }).click();
    await form.getByRole('textbox', { name: 'Value' }).fill('City');
    await form.getByRole('button', { name: 'Add filter' }).click();
    await page.getByText('Category contains City').waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Category' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
    await page.waitForURL(/sort=title/);
    await page.getByRole('columnheader', { name: 'Category' }).waitFor();
    const before = await titles(page);

    await page.reload();
    await page.getByRole('row').getByRole('link').first().waitFor();
    expect(await titles(page)).toEqual(before);
    expect(before.filter((title) => title === 'City').length).toBe(before.length / 2);
    expect(complaints).toEqual([]);
  });

  it('turns pages', async () => {
    const { page } = await site.signedIn('/entries/node--article');
    await found(page, '1–25 of 30');

    await page.getByRole('button', { name: 'Next' }).click();
    await found(page, '26–30 of 30');
    expect(new URL(page.url()).search).toBe('?offset=25');
    await page.getByRole('button', { name: 'Previous' }).click();

    await found(page, '1–25 of 30');
  });

  it('turns the pages that the service gives, where they are shorter', async () => {
    await site.manage('PATCH', '/settings/jsonapi', { pageLimitMaximum: 10 });
    const { page } = await site.signedIn('/entries/node--article');
    await found(page, '1–10 of 30');

    await page.getByRole('button', { name: 'Next' }).click();
    await found(page, '11–20 of 30');
    await page.getByRole('button', { name: 'Next' }).click();
    await found(page, '21–30 of 30');
    await page.getByRole('button', { name: 'Previous' }).click();

    await found(page, '11–20 of 30');
    await site.manage('PATCH', '/settings/jsonapi', { pageLimitMaximum: 50 });
  });

  it('publishes, unpublishes and deletes several at once', async () => {
    await create('Bulk one', 'Bulk two', 'Bulk three');
    const { page, complaints } = await site.signedIn('/entries/taxonomy_term--tags?q=Bulk');
    await found(page, '1–3 of 3');

    await page.getByLabel('Select Bulk one').check();
    await page.getByLabel('Select Bulk two').check();
    await page.getByRole('button', { name: 'Unpublish' }).click();
    await unpublished(page).nth(1).waitFor();
    expect(await unpublished(page).count()).toBe(2);
    await page.getByLabel('Select all of this page').check();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await unpublished(page).first().waitFor({ state: 'detached' });
    await page.getByLabel('Select all of this page').check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await confirm(page, 'Delete 3 entries');

    await page.getByText('Nothing was written yet, or nothing matches.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('says so when the site can only be read', async () => {
    await site.manage('PATCH', '/settings/jsonapi', { allowedOperations: 'read_only' });
    const { page } = await site.signedIn('/entries/taxonomy_term--tags');

    await page.getByText('Entries can only be read').waitFor();

    await page.getByRole('checkbox').nth(1).check();
    await page.getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText('0 of 1 unpublished').waitFor();
    await site.allowWriting();
  });
});

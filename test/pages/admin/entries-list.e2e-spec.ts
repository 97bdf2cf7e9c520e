import { jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { AdminSite, confirm } from './admin-site.js';

// Browsers are slow on a busy machine.
jest.setTimeout(120_000);

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
});
afterAll(() => site.stop());

const getTitles = async (page: Page): Promise<readonly string[]> =>
  page.getByRole('row').getByRole('link').allInnerTexts();

const waitForRange = (page: Page, text: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Pages' }).getByText(text, { exact: true }).waitFor();

async function create(...names: readonly string[]): Promise<void> {
  const client = await site.client();
  for (const name of names) await client.create('taxonomy_term--tags', { attributes: { name } });
}

/** The visible badges; the table has hidden ones for narrow screens. */
const unpublishedBadges = (page: Page): Locator =>
  page.getByText('unpublished', { exact: true }).and(page.locator(':visible'));

describe('list of entries', () => {
  it('opens from the entry types, and its rows link to entries', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/entries');

    await page.getByRole('link', { name: /Articles/ }).click();
    await waitForRange(page, '1–25 of 30');
    await page.getByRole('link', { name: 'Puppets for grown-ups' }).click();

    await page.getByRole('heading', { level: 1, name: 'Puppets for grown-ups' }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('keeps search, filters, sort order and columns in the address', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/entries/node--article');
    await waitForRange(page, '1–25 of 30');

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
    const before = await getTitles(page);

    await page.reload();
    await page.getByRole('row').getByRole('link').first().waitFor();
    expect(await getTitles(page)).toEqual(before);
    expect(before.filter((title) => title === 'City').length).toBe(before.length / 2);
    expect(consoleErrors).toEqual([]);
  });

  it('shows the next and the previous page', async () => {
    const { page } = await site.openSignedIn('/entries/node--article');
    await waitForRange(page, '1–25 of 30');

    await page.getByRole('button', { name: 'Next' }).click();
    await waitForRange(page, '26–30 of 30');
    expect(new URL(page.url()).search).toBe('?offset=25');
    await page.getByRole('button', { name: 'Previous' }).click();

    await waitForRange(page, '1–25 of 30');
  });

  it('follows the page links of the service when its pages are shorter', async () => {
    await site.manage('PATCH', '/settings/jsonapi', { pageLimitMaximum: 10 });
    const { page } = await site.openSignedIn('/entries/node--article');
    await waitForRange(page, '1–10 of 30');

    await page.getByRole('button', { name: 'Next' }).click();
    await waitForRange(page, '11–20 of 30');
    await page.getByRole('button', { name: 'Next' }).click();
    await waitForRange(page, '21–30 of 30');
    await page.getByRole('button', { name: 'Previous' }).click();

    await waitForRange(page, '11–20 of 30');
    await site.manage('PATCH', '/settings/jsonapi', { pageLimitMaximum: 50 });
  });

  it('publishes, unpublishes and deletes the selected entries', async () => {
    await create('Bulk one', 'Bulk two', 'Bulk three');
    const { page, consoleErrors } = await site.openSignedIn('/entries/taxonomy_term--tags?q=Bulk');
    await waitForRange(page, '1–3 of 3');

    await page.getByLabel('Select Bulk one').check();
    await page.getByLabel('Select Bulk two').check();
    await page.getByRole('button', { name: 'Unpublish' }).click();
    await unpublishedBadges(page).nth(1).waitFor();
    expect(await unpublishedBadges(page).count()).toBe(2);
    await page.getByLabel('Select all of this page').check();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await unpublishedBadges(page).first().waitFor({ state: 'detached' });
    await page.getByLabel('Select all of this page').check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await confirm(page, 'Delete 3 entries');

    await page.getByText('There are no entries of this type, or none matches.').waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('shows a notice when the site is read-only', async () => {
    await site.manage('PATCH', '/settings/jsonapi', { allowedOperations: 'read_only' });
    const { page } = await site.openSignedIn('/entries/taxonomy_term--tags');

    await page.getByText('Entries can only be read').waitFor();

    await page.getByRole('checkbox').nth(1).check();
    await page.getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText('0 of 1 unpublished').waitFor();
    await site.allowWriting();
  });
});

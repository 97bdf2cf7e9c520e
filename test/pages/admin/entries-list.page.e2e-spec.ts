import type { Locator, Page } from 'playwright-core';
import { eventually, expectSoon } from '../../support/eventually.js';
import { ADMIN, AdminSite, confirm, findScreenViolations, getBox } from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const getTitles = async (page: Page): Promise<readonly string[]> =>
  page.getByRole('row').getByRole('link').allInnerTexts();

const waitForRange = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole('navigation', { name: 'Pages' }).getByText(text, { exact: true }).waitFor();

async function create(...names: readonly string[]): Promise<void> {
  const client = await site.client();
  for (const name of names) await client.create('taxonomy_term--tags', { attributes: { name } });
}

/** The visible badges; the table has hidden ones for narrow screens. */
const unpublishedBadges = (page: Page): Locator =>
  page.getByText('Draft', { exact: true }).and(page.locator(':visible'));

describe('list of entries', () => {
  it('opens from the entry types, and its rows link to entries', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/entries');

    const types = page.getByRole('main').getByRole('link');
    await types.filter({ hasText: 'Articles' }).waitFor();
    // Users and files are no entries that can be written here.
    await expectSoon(() => types.filter({ hasText: /^(Users?|Files?)\b/ }).count()).toBe(0);
    await types.filter({ hasText: 'Articles' }).click();
    await waitForRange(page, '1–25 of 30');
    await page.getByRole('link', { name: 'Puppets for grown-ups' }).click();

    await page.getByRole('heading', { level: 1, name: 'Puppets for grown-ups' }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('keeps search, filters, sort order and columns in the address', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/entries/node--article');
    await waitForRange(page, '1–25 of 30');

    await page.getByLabel('Search title and text').fill('the');
    await page.waitForURL(/q=the/);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Name of Category' }).click();
    await form.getByRole('textbox', { name: 'Value' }).fill('City');
    await form.getByRole('button', { name: 'Add filter' }).click();
    await page.getByText('Name of Category contains City').waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Category' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
    await page.waitForURL(/sort=title/);
    await page.getByRole('columnheader', { name: 'Category' }).waitFor();
    const before = await getTitles(page);

    await page.reload();
    await page.getByRole('row').getByRole('link').first().waitFor();
    await expectSoon(() => getTitles(page)).toEqual(before);
    expect(before.filter((title) => title === 'City').length).toBe(before.length / 2);
    expect(consoleErrors).toEqual([]);
  });

  it('shows the next and the previous page', async () => {
    const { page } = await site.openSignedIn('/entries/node--article');
    await waitForRange(page, '1–25 of 30');

    await page.getByRole('button', { name: 'Next' }).click();
    await waitForRange(page, '26–30 of 30');
    await expectSoon(() => new URL(page.url()).search).toBe('?offset=25');
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
    // The end of an action clears the selection, after the list shows what it has changed.
    const waitForNoSelection = (): Promise<void> =>
      page.getByRole('button', { name: 'Delete' }).waitFor({ state: 'detached' });

    await page.getByLabel('Select Bulk one').check();
    await page.getByLabel('Select Bulk two').check();
    await page.getByRole('button', { name: 'Unpublish' }).click();
    await unpublishedBadges(page).nth(1).waitFor();
    await expectSoon(() => unpublishedBadges(page).count()).toBe(2);
    await waitForNoSelection();
    await page.getByLabel('Select all of this page').check();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await unpublishedBadges(page).first().waitFor({ state: 'detached' });
    await waitForNoSelection();
    await page.getByLabel('Select all of this page').check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await confirm(page, 'Delete 3 entries');

    await page.getByText('No entry matches the search and the filters.').waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('filters by days of the time zone of the reader', async () => {
    const client = await site.client();
    const instants = {
      'Evening of the 12th': '2027-01-13T02:00:00+00:00',
      'The 13th': '2027-01-13T05:00:00+00:00',
    };
    for (const [title, created] of Object.entries(instants))
      await client.create('node--article', { attributes: { title, created } });
    const newYork = { timezoneId: 'America/New_York' };
    const { page, consoleErrors } = await site.openSignedIn('/entries/node--article', ADMIN, newYork);

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Created' }).click();
    await form.getByText('Days of your time zone, America/New_York').waitFor();
    await form.getByLabel('Day').fill('2027-01-12');
    await form.getByRole('button', { name: 'Add filter' }).click();

    await page.getByText('Created is on 2027-01-12').waitFor();
    await waitForRange(page, '1–1 of 1');
    await expectSoon(() => getTitles(page)).toEqual(['Evening of the 12th']);
    await page.reload();
    await waitForRange(page, '1–1 of 1');
    expect(consoleErrors).toEqual([]);
  });

  it('filters by a reference that is picked, and by a period that moves with the present day', async () => {
    const client = await site.client();
    const city = (await client.collection('/api/node/article?filter[field_category.name]=City&page[limit]=1'))
      .data[0];
    const { field_category = { data: null } } = city?.relationships ?? {};
    await client.create('node--article', {
      attributes: { title: 'Of today' },
      relationships: { field_category },
    });
    const { page, consoleErrors } = await site.openSignedIn('/entries/node--article');
    const addFilter = page.getByRole('button', { name: 'Filter', exact: true });
    const form = page.getByRole('dialog');

    await addFilter.click();
    await form.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Category', exact: true }).click();
    await form.getByRole('combobox', { name: 'Value' }).fill('Cit');
    await page.getByRole('option', { name: 'City' }).click();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Add filter' }).click();
    await page.getByText('Category is City').waitFor();
    await addFilter.click();
    await form.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Changed' }).click();
    await form.getByRole('combobox', { name: 'Condition' }).click();
    await page.getByRole('option', { name: 'is', exact: true }).click();
    await form.getByRole('combobox', { name: 'Time' }).click();
    await page.getByRole('option', { name: 'this month' }).click();
    await form.getByText('Days of your time zone').waitFor();
    await form.getByRole('button', { name: 'Add filter' }).click();
    await page.getByText('Changed is this month').waitFor();
    await page.getByRole('link', { name: 'Of today' }).waitFor();
    await page.reload();

    await page.getByText('Category is City').waitFor();
    await page.getByText('Changed is this month').waitFor();
    await page.getByRole('link', { name: 'Of today' }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('scrolls columns that do not fit beside the title', async () => {
    const columns = [
      'status',
      'created',
      'changed',
      'langcode',
      'path',
      'uid',
      'field_tags',
      'field_category',
    ];
    const { page } = await site.openSignedIn(
      `/entries/node--article?columns=${encodeURIComponent(JSON.stringify(columns))}`,
    );
    await waitForRange(page, /^1–25 of/);
    const title = page.getByRole('row').nth(1).getByRole('link').first();
    const last = page.getByRole('columnheader').last();
    const before = await getBox(title);

    await last.scrollIntoViewIfNeeded();

    await eventually(async () => {
      const [{ x, width }, after] = [await getBox(last), await getBox(title)];
      return x + width <= 1280 && after.x <= before.x && after.x > 240;
    });
    await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1280);
  });

  it.each(['columns=field_a,field_b', 'columns=["field_a","status"]', 'filters=x&sort=7&size=x'])(
    'ignores parameters of the address that it does not know: %s',
    async (query) => {
      const { page, consoleErrors } = await site.openSignedIn(`/entries/node--article?${encodeURI(query)}`);

      await waitForRange(page, /^1–25 of/);
      expect(consoleErrors).toEqual([]);
    },
  );

  it('shows the default order, and returns from an entry to the same search', async () => {
    const { page } = await site.openSignedIn('/entries/node--article');
    await page.locator('th[aria-sort=descending]', { hasText: 'Changed' }).waitFor();
    await page.getByLabel('Search title and text').fill('Puppets');
    await page.waitForURL(/q=Puppets/);
    await page.getByRole('link', { name: 'Puppets for grown-ups' }).click();

    await page.getByRole('link', { name: '← Articles' }).click();

    await page.waitForURL(/q=Puppets/);
    await waitForRange(page, '1–1 of 1');
  });

  it('offers to clear the search when nothing matches, and to write the first entry of a type', async () => {
    const { page } = await site.openSignedIn('/entries/node--article?q=Nothing%20has%20this%20title');

    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await waitForRange(page, /^1–25 of/);
    await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'bare', label: 'Bare', fields: [] });
    await page.goto(`${site.url}/admin/entries/node--bare`);
    await page.getByRole('link', { name: 'Write the first one' }).click();

    await page.getByRole('heading', { level: 1, name: 'New entry in Bare' }).waitFor();
  });

  it('shows a notice when the site is read-only, and allows writing', async () => {
    await site.manage('PATCH', '/settings/jsonapi', { allowedOperations: 'read_only' });
    const { page } = await site.openSignedIn('/entries/taxonomy_term--tags');

    await page.getByText('Entries can only be read').waitFor();

    await page.getByRole('checkbox').nth(1).check();
    await page.getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText('0 of 1 unpublished').waitFor();
    await page.getByRole('button', { name: 'Allow writing' }).click();
    await page.getByText('Entries can only be read').waitFor({ state: 'hidden' });
    expect(await site.manage('GET', '/settings/jsonapi')).toMatchObject({ allowedOperations: 'read_write' });
  });
});

import type { Page } from 'playwright-core';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations } from './admin-site.js';

const TYPE = 'node--page';

/** A folder for pictures; none by default. */
const PICTURES = process.env['SCREENS_FOLDER'];

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  const client = await site.client();
  for (const title of ['Ferries', 'Trams', 'Night trams', 'Bridges'])
    await client.create(TYPE, { attributes: { title, status: title !== 'Bridges' } });
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const toAddress = (filters: object): string =>
  `/entries/${TYPE}?filters=${encodeURIComponent(JSON.stringify(filters))}`;

const waitForTitles = (page: Page, ...titles: readonly string[]): Promise<void> =>
  expectSoon(async () => (await page.getByRole('row').getByRole('link').allInnerTexts()).sort()).toEqual(
    titles,
  );

describe('the filters of a list', () => {
  it('get alternatives by keyboard, which are kept in the address and in views, and are changed in place', async () => {
    const { page, consoleErrors } = await site.openSignedIn(
      toAddress([
        { path: 'title', operator: 'CONTAINS', value: 'Ferr' },
        { path: 'status', operator: '=', value: '1' },
      ]),
    );
    await waitForTitles(page, 'Ferries');

    await page.getByRole('button', { name: 'or: add an alternative to Title contains Ferr' }).press('Enter');
    const form = page.getByRole('dialog');
    await form.getByRole('combobox', { name: 'Field' }).and(page.locator(':focus')).waitFor();
    await expectSoon(() => form.getByRole('combobox', { name: 'Field' }).inputValue()).toBe('Title');
    await form.getByLabel('Value').fill('tram');
    await page.keyboard.press('Enter');
    const group = page.getByRole('group', { name: 'Title contains Ferr or Title contains tram' });
    await group.waitFor();
    await waitForTitles(page, 'Ferries', 'Night trams', 'Trams');
    await page.waitForURL(/any/);
    await page.reload();
    await waitForTitles(page, 'Ferries', 'Night trams', 'Trams');
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1280, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      await expectSoon(() => findScreenViolations(page)).toEqual([]);
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/or-filters-${width}.png` });
    }

    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Traffic');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await waitForTitles(page, 'Bridges', 'Ferries', 'Night trams', 'Trams');
    await page.getByRole('button', { name: 'Traffic' }).click();
    await waitForTitles(page, 'Ferries', 'Night trams', 'Trams');
    await group.getByRole('button', { name: 'Title contains tram', exact: true }).click();
    await form.getByLabel('Value').fill('Night');
    await form.getByRole('button', { name: 'Change filter' }).click();
    await waitForTitles(page, 'Ferries', 'Night trams');
    await page.getByRole('button', { name: 'Remove filter' }).first().click();
    await waitForTitles(page, 'Night trams');
    await page.getByRole('group', { name: 'Title contains Night' }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('with alternatives are those of an action on all entries that match', async () => {
    const titles = Array.from({ length: 30 }, (_, n) => `Harbour ${n}`);
    const client = await site.client();
    for (const title of titles) await client.create(TYPE, { attributes: { title, status: false } });
    const any = ['Harbour', 'Bridges'].map((value) => ({ path: 'title', operator: 'CONTAINS', value }));
    const { page } = await site.openSignedIn(toAddress([{ any }]));

    await page.getByLabel('Select all of this page').check();
    await page.getByRole('button', { name: 'Select all 31 entries that match' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish 31 entries' }).click();

    await page.getByRole('region', { name: 'Bulk action' }).getByText('31 published.').waitFor();
  });
});

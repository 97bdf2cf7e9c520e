import type { Locator, Page } from 'playwright-core';
import { expectSoon } from '../../support/eventually.js';
import { ADMIN, AdminSite, findScreenViolations } from './admin-site.js';

const NOTES = 60;

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  const fields = [{ name: 'field_pages', type: 'integer', label: 'Pages' }];
  await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'note', label: 'Note', fields });
  const client = await site.client();
  const { items } = (await site.manage('GET', '/users')) as {
    readonly items: readonly { readonly id: string; readonly name: string }[];
  };
  const { id = '' } = items.find(({ name }) => name === ADMIN.name) ?? {};
  for (let n = 1; n <= NOTES; n += 1) {
    const title = `Note ${String(n).padStart(2, '0')}`;
    const author = n <= 2 ? { data: { type: 'user--user', id } } : { data: null };
    const attributes = { title, field_pages: n };
    await client.create('node--note', { attributes, relationships: { uid: author } });
  }
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const waitForRange = (page: Page, text: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Pages' }).getByText(text, { exact: true }).waitFor();

async function openNotes(): Promise<Page> {
  const { page } = await site.openSignedIn('/entries/node--note?sort=title');
  await waitForRange(page, '1–25 of 60');
  return page;
}

const getTitles = (page: Page): Promise<readonly string[]> =>
  page.getByRole('row').getByRole('link', { name: /^Note/ }).allInnerTexts();

async function checkBothWidths(page: Page): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  }
}

describe('a list', () => {
  it('selects and clears the rows between two clicks with Shift', async () => {
    const page = await openNotes();
    const box = (n: string): Locator => page.getByLabel(`Select Note ${n}`);

    await box('03').click();
    await box('07').click({ modifiers: ['Shift'] });
    await page.getByText('5 entries selected').waitFor();
    await box('05').click({ modifiers: ['Shift'] });
    await page.getByText('2 entries selected').waitFor();

    await expectSoon(() => box('03').isChecked()).toBe(true);
    await expectSoon(() => box('04').isChecked()).toBe(true);
    await expectSoon(() => box('06').isChecked()).toBe(false);
  });

  it('opens a page by its number, at most the last one', async () => {
    const page = await openNotes();
    const input = page.getByLabel('Page of 3');

    await input.fill('2');
    await input.press('Enter');
    await waitForRange(page, '26–50 of 60');
    await input.and(page.locator(':focus')).waitFor();
    await input.fill('99');
    await input.press('Enter');
    await waitForRange(page, '51–60 of 60');
    await expectSoon(() => input.inputValue()).toBe('3');
    await page.getByRole('button', { name: 'Previous' }).click();
    await waitForRange(page, '26–50 of 60');
    await expectSoon(() => input.inputValue()).toBe('2');
    await checkBothWidths(page);
  });

  it('opens a page by its number when the pages of the service are shorter', async () => {
    await site.manage('PATCH', '/settings/jsonapi', { pageLimitMaximum: 10 });
    try {
      const { page } = await site.openSignedIn('/entries/node--note?sort=title');
      await waitForRange(page, '1–10 of 60');

      await page.getByLabel('Page of 6').fill('5');
      await page.keyboard.press('Enter');

      await waitForRange(page, '41–50 of 60');
    } finally {
      await site.manage('PATCH', '/settings/jsonapi', { pageLimitMaximum: 50 });
    }
  });

  it('has the entries of the user', async () => {
    const page = await openNotes();
    const mine = page.getByRole('button', { name: 'Mine', exact: true });

    await mine.click();
    await waitForRange(page, '1–2 of 2');
    await expectSoon(() => getTitles(page)).toEqual(['Note 01', 'Note 02']);
    await page
      .getByRole('group', { name: 'Filters' })
      .getByText(/^Author is/)
      .waitFor();
    await checkBothWidths(page);
    await mine.click();

    await waitForRange(page, '1–25 of 60');
  });

  it('changes a filter in its place', async () => {
    const page = await openNotes();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Pages' }).click();
    await form.getByLabel('Value').fill('7');
    await form.getByRole('button', { name: 'Add filter' }).click();
    await waitForRange(page, '1–1 of 1');

    const filters = page.getByRole('group', { name: 'Filters' });
    const chip = filters.getByRole('button', { name: 'Pages is 7', exact: true });
    await chip.focus();
    await page.keyboard.press('Enter');
    const change = page.getByRole('dialog', { name: 'Pages is 7' });
    await expectSoon(() => change.getByRole('combobox', { name: 'Field' }).inputValue()).toBe('Pages');
    await expectSoon(() => change.getByLabel('Value').inputValue()).toBe('7');
    await checkBothWidths(page);
    await change.getByRole('combobox', { name: 'Condition' }).click();
    await page.getByRole('option', { name: 'is at most' }).click();
    await change.getByLabel('Value').fill('9');
    await change.getByRole('button', { name: 'Change filter' }).click();

    await page.getByRole('button', { name: 'Pages is at most 9', exact: true }).waitFor();
    await waitForRange(page, '1–9 of 9');
  });
});

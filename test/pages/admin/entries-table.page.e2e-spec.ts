import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expectSoon } from '../../support/eventually.js';
import { ADMIN, AdminSite, confirm, findScreenViolations, waitForNotification } from './admin-site.js';

const NOTES = '/entries/node--note';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  const fields = [
    { name: 'field_source', type: 'string', label: 'Source' },
    { name: 'field_pages', type: 'integer', label: 'Pages' },
    {
      name: 'field_note',
      type: 'entity_reference',
      label: 'Follows',
      settings: { targetTypes: ['node--note'] },
    },
  ];
  await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'note', label: 'Note', fields });
  const client = await site.client();
  for (let n = 1; n <= 60; n += 1) await client.create('node--note', { attributes: { title: `Note ${n}` } });
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const waitForRange = (page: Page, text: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Pages' }).getByText(text, { exact: true }).waitFor();

async function create(
  title: string,
  attributes: object = {},
): Promise<{ readonly type: string; readonly id: string }> {
  const { type, id } = await (
    await site.client()
  ).create('node--note', { attributes: { title, ...attributes } });
  return { type, id };
}

async function openMenu(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
}

describe('the table of entries', () => {
  it('has pages of the chosen size, which the browser remembers', async () => {
    const { page, consoleErrors } = await site.openSignedIn(NOTES);
    await waitForRange(page, '1–25 of 60');

    await page.getByRole('combobox', { name: 'Entries per page' }).click();
    await page.getByRole('option', { name: '50 per page' }).click();
    await waitForRange(page, '1–50 of 60');
    await page.goto(`${site.url}/admin${NOTES}`);

    await waitForRange(page, '1–50 of 60');
    expect(consoleErrors).toEqual([]);
  });

  it('has columns that are sized by keys and by dragging; columns and widths are remembered', async () => {
    const { page, consoleErrors } = await site.openSignedIn(NOTES);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Source' }).click();
    await page.keyboard.press('Escape');
    const header = page.getByRole('columnheader', { name: 'Source' });
    const edge = page.getByRole('separator', { name: 'Width of Source' });

    await edge.focus();
    for (let n = 0; n < 3; n += 1) await edge.press('ArrowRight');
    const byKeys = (await header.boundingBox())?.width ?? 0;
    const { x = 0, y = 0, width = 0 } = (await edge.boundingBox()) ?? {};
    await page.mouse.move(x + width / 2, y + 10);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 120, y + 10, { steps: 4 });
    await page.mouse.up();

    const byDragging = (await header.boundingBox())?.width ?? 0;
    expect(byDragging - byKeys).toBeGreaterThan(100);
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await page.goto(`${site.url}/admin${NOTES}`);
    await header.waitFor();
    await expectSoon(async () =>
      Math.abs(((await header.boundingBox())?.width ?? 0) - byDragging),
    ).toBeLessThan(3);
    await edge.press('Home');
    await page.locator('[role=separator][aria-label="Width of Source"][aria-valuetext=automatic]').waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('publishes, duplicates and deletes an entry by the menu of its row', async () => {
    const { id } = await create('Row', { status: false, field_source: 'Archive' });
    const client = await site.client();
    const { page, consoleErrors } = await site.openSignedIn(`${NOTES}?q=Row`);

    await openMenu(page, 'Row');
    await page.getByRole('menuitem', { name: 'Publish' }).click();
    await waitForNotification(page, '«Row» is published');
    await openMenu(page, 'Row');
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { level: 1, name: 'Row (copy)' }).waitFor();
    const [copy] = (await client.collection('/api/node/note?filter[title]=Row%20(copy)')).data;
    expect(copy?.attributes).toMatchObject({ status: false, field_source: 'Archive' });
    await page.goBack();
    await openMenu(page, 'Row');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await confirm(page, 'Delete entry');
    await waitForNotification(page, '«Row» is deleted');

    await waitForRange(page, '1–1 of 1');
    await expectSoon(async () => (await client.send('GET', `/api/node/note/${id}`)).status).toBe(404);
    expect(consoleErrors).toEqual([]);
  });

  it('is exported as CSV with its columns, filters and order; texts that are formulas are disarmed', async () => {
    const first = await create('=HYPERLINK("https://evil.example")', {
      field_pages: -2,
      field_source: 'Export',
    });
    const client = await site.client();
    await client.create('node--note', {
      attributes: { title: 'Second, of "two"', field_source: 'Export' },
      relationships: { field_note: { data: first } },
    });
    const columns = ['field_pages', 'field_note', 'status'];
    const filters = [{ path: 'field_source', operator: '=', value: 'Export' }];
    const query = new URLSearchParams({
      columns: JSON.stringify(columns),
      filters: JSON.stringify(filters),
      sort: '-title',
    });
    const { page, consoleErrors } = await site.openSignedIn(`${NOTES}?${query.toString()}`);
    await waitForRange(page, '1–2 of 2');

    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await downloaded;

    await waitForNotification(page, '2 entries exported');
    expect(file.suggestedFilename()).toBe('note.csv');
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFF"Title"/);
    const labels = [...(lines[0] ?? '').matchAll(/"([^"]*)"/g)].map(([, label]) => label);
    expect(labels).toEqual(expect.arrayContaining(['Title', 'Published', 'Pages', 'Follows']));
    const cell = (line: string | undefined, label: string): string | undefined =>
      (line ?? '').match(CELLS)?.[labels.indexOf(label)];
    expect(cell(lines[1], 'Title')).toBe('"Second, of ""two"""');
    expect(cell(lines[1], 'Follows')).toBe(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(cell(lines[2], 'Title')).toBe(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(cell(lines[2], 'Pages')).toBe('-2');
    expect(lines).toHaveLength(4);
    expect(consoleErrors).toEqual([]);
  });

  it('is exported page by page, whatever page is shown', async () => {
    const { page } = await site.openSignedIn(`${NOTES}?q=Note&offset=25`);
    let pages = 0;
    page.on('request', (request) => {
      if (request.headers()['accept']?.includes('cursor-pagination') === true) pages += 1;
    });

    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();

    const lines = readFileSync(await (await downloaded).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(61);
    expect(pages).toBe(2);
  });

  it('is remembered for each user of the browser', async () => {
    const reader = { ...ADMIN, name: 'bob', role: 'administrator', keepPassword: true };
    await site.manage('POST', '/users', reader);
    const { page } = await site.openSignedIn(NOTES);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Pages' }).click();
    await page.getByRole('columnheader', { name: 'Pages' }).waitFor();
    const remembered = await page.evaluate<[string, string][]>('Object.entries(localStorage)');

    const { page: other } = await site.openSignedIn('', reader);
    await other.evaluate(
      `for (const [key, value] of ${JSON.stringify(remembered)}) localStorage.setItem(key, value)`,
    );
    await other.goto(`${site.url}/admin${NOTES}`);
    await other.getByRole('columnheader', { name: 'Changed' }).waitFor();

    await expectSoon(() => other.getByRole('columnheader', { name: 'Pages' }).count()).toBe(0);
  });

  it('shows the chosen columns below the title on a phone, where it is sorted by a select', async () => {
    await create('Phone 1', { field_pages: 31 });
    await create('Phone 2', { field_pages: 42 });
    const phone = { viewport: { width: 390, height: 844 } };
    const { page, consoleErrors } = await site.openSignedIn(`${NOTES}?q=Phone`, ADMIN, phone);
    await waitForRange(page, '1–2 of 2');

    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Pages' }).click();
    await page.keyboard.press('Escape');
    const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
    await rows.filter({ hasText: 'Phone 2' }).getByText('42').and(page.locator(':visible')).waitFor();
    await page.getByRole('combobox', { name: 'Order' }).click();
    await page.getByRole('option', { name: 'Pages ↑' }).click();
    await page.waitForURL(/sort=field_pages/);
    await rows.first().getByText('Phone 1').waitFor();
    await page.getByRole('combobox', { name: 'Order' }).click();
    await page.getByRole('option', { name: 'Pages ↓' }).click();
    await rows.first().getByText('Phone 2').waitFor();

    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(consoleErrors).toEqual([]);
  });

  it('has views with the columns and the page size that the browser remembers', async () => {
    const { page } = await site.openSignedIn(NOTES);
    await page.getByRole('combobox', { name: 'Entries per page' }).click();
    await page.getByRole('option', { name: '50 per page' }).click();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Source' }).click();
    await page.keyboard.press('Escape');
    await page.goto(`${site.url}/admin${NOTES}?q=Note`);
    await waitForRange(page, '1–50 of 60');
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('With source');
    await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
    const views = page.getByRole('group', { name: 'Views' });
    await views.getByRole('button', { name: 'With source', pressed: true }).waitFor();

    const { page: elsewhere } = await site.openSignedIn(NOTES);
    await elsewhere.getByRole('button', { name: 'With source' }).click();

    await elsewhere.getByRole('columnheader', { name: 'Source' }).waitFor();
    await waitForRange(elsewhere, '1–50 of 60');
    await elsewhere.getByRole('button', { name: 'Delete this view' }).click();
    await waitForNotification(elsewhere, 'The view «With source» is deleted');
  });

  it('has views that are saved with the account, opened in another browser and deleted', async () => {
    await create('View one', { status: false });
    await create('View two');
    const { page, consoleErrors } = await site.openSignedIn(`${NOTES}?q=View`);
    await waitForRange(page, '1–2 of 2');

    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Draft' }).click();
    await waitForRange(page, '1–1 of 1');
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('My drafts');
    await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
    await waitForNotification(page, 'The view «My drafts» is saved');
    const views = page.getByRole('group', { name: 'Views' });
    await views.getByRole('button', { name: 'My drafts', pressed: true }).waitFor();

    const { page: elsewhere } = await site.openSignedIn(NOTES);
    const sameViews = elsewhere.getByRole('group', { name: 'Views' });
    await sameViews.getByRole('button', { name: 'All', pressed: true }).waitFor();
    await sameViews.getByRole('button', { name: 'My drafts' }).click();
    await waitForRange(elsewhere, '1–1 of 1');
    await elsewhere.getByRole('link', { name: 'View one' }).waitFor();
    await expectSoon(() => findScreenViolations(elsewhere)).toEqual([]);
    await expectSoon(() => elsewhere.getByLabel('Search title and text').inputValue()).toBe('View');
    await sameViews.getByRole('button', { name: 'Delete this view' }).click();
    await waitForNotification(elsewhere, 'The view «My drafts» is deleted');
    await sameViews.getByRole('button', { name: 'My drafts' }).waitFor({ state: 'detached' });
    await sameViews.getByRole('button', { name: 'All', pressed: true }).waitFor();
    await expectSoon(() => elsewhere.getByLabel('Search title and text').inputValue()).toBe('');
    expect(consoleErrors).toEqual([]);
  });
});

/** The cells of a line of CSV. */
const CELLS = /"(?:[^"]|"")*"|[^,"]+/g;

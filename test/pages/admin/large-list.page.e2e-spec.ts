import type { Page, Request } from 'playwright-core';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, confirm, findScreenViolations, type OpenedPage } from './admin-site.js';

const ENTRIES = 10_000;
const TYPE = 'node--note';
/** A list of the same fields, to compare the work of the browser with. */
const SMALL_TYPE = 'node--memo';
const FEW_ENTRIES = 50;
/** Operations of one request (the site setting). */
const OPERATIONS = 100;

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  await createEntries('note', ENTRIES);
  await createEntries('memo', FEW_ENTRIES);
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const ATOMIC = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';

/** A type with this number of entries. */
async function createEntries(bundle: string, count: number): Promise<void> {
  const fields = [{ name: 'field_group', type: 'integer', label: 'Group' }];
  await site.manage('POST', '/bundles', { entityType: 'node', bundle, label: bundle, fields });
  const client = await site.client();
  for (let first = 0; first < count; first += OPERATIONS) {
    const length = Math.min(OPERATIONS, count - first);
    const operations = Array.from({ length }, (_, index) => toCreation(`node--${bundle}`, first + index));
    const answer = await client.send('POST', '/api/operations', {
      document: { 'atomic:operations': operations },
      headers: { 'Content-Type': ATOMIC, Accept: ATOMIC },
    });
    expect(answer.status).toBe(200);
  }
}

/** The creation of the nth entry; a tenth of the entries are in each group. */
function toCreation(type: string, n: number): object {
  const title = `Note ${String(n).padStart(5, '0')}`;
  return { op: 'add', data: { type, attributes: { title, status: false, field_group: n % 10 } } };
}

const waitForRange = (page: Page, text: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Pages' }).getByText(text, { exact: true }).waitFor();

/** The requests of a page for entries, with their methods. */
function recordRequests({ page }: OpenedPage): readonly string[] {
  const requests: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|manage)\//.test(pathname)) requests.push(`${request.method()} ${pathname}`);
  });
  return requests;
}

/** What a page of a list reads: rows, which of them have changes, and when they are published and unpublished. */
const LIST_REQUESTS = ['GET /api/node/note', 'GET /manage/entry-copies', 'GET /manage/entry-schedules'];

describe('a list of 10,000 entries', () => {
  it('is searched, filtered, sorted and paged with one request for rows, one for their changes, one for their times and one page of rows each', async () => {
    const opened = await site.openSignedIn(`/entries/${TYPE}`);
    const { page, consoleErrors } = opened;
    await waitForRange(page, '1–25 of 10,000');
    await page.getByRole('navigation').getByRole('link', { name: 'Note 10,000 entries' }).waitFor();
    const requests = recordRequests(opened);

    await page.getByLabel('Search title and text').fill('Note 0012');
    await waitForRange(page, '1–10 of 10');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await waitForRange(page, '1–25 of 10,000');
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
    await page.getByRole('link', { name: 'Note 00000' }).waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Group' }).click();
    await form.getByLabel('Value').fill('7');
    await form.getByRole('button', { name: 'Add filter' }).click();
    await waitForRange(page, '1–25 of 1,000');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('link', { name: 'Note 00257' }).waitFor();

    await waitForRange(page, '26–50 of 1,000');
    // The list of the cleared search is still known to the browser.
    const counts = LIST_REQUESTS.map((one) => requests.filter((request) => request === one).length);
    expect(requests).toHaveLength(counts.reduce((sum, count) => sum + count, 0));
    expect(Math.max(...counts)).toBeLessThanOrEqual(5);
    await expectSoon(() => page.getByRole('row').count()).toBe(26);
    expect(consoleErrors).toEqual([]);
  });

  it('has its number with separators, whole, in the list of types', async () => {
    const { page } = await site.openSignedIn('/entries');
    const badge = page.getByRole('main').getByText('10,000', { exact: true });

    await badge.waitFor();

    const { content = 1, shown = 0 } = await badge.evaluate((text) => {
      const { scrollWidth: content, clientWidth: shown } = text as unknown as Record<string, number>;
      return { content, shown };
    });
    expect(content).toBeLessThanOrEqual(shown);
  });

  it('is as much work for the browser as a list of 50 entries', async () => {
    const small = await measureWork(SMALL_TYPE, '50');
    const large = await measureWork(TYPE, '10,000');

    expect(large.rows).toBe(small.rows);
    expect(large.elements).toBeLessThanOrEqual(small.elements + 10);
    expect(large.added).toBeLessThanOrEqual(2 * small.added);
  });

  it('publishes all entries that match as one job, whose progress and result stay after a reload', async () => {
    const opened = await site.openSignedIn(`/entries/${TYPE}`);
    const { page, consoleErrors } = opened;
    await waitForRange(page, '1–25 of 10,000');
    const requests = recordRequests(opened);

    await page.getByLabel('Select all of this page').check();
    await page.getByRole('button', { name: 'Select all 10,000 entries that match' }).click();
    await page.getByText('All 10,000 entries that match selected').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Publish 10,000 entries?' });
    await question.getByText('10,000 drafts become visible to readers').waitFor();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    const confirmed = question.getByRole('button', { name: 'Publish 10,000 entries' });
    await expectSoon(() => confirmed.isDisabled()).toBe(true);
    await page.keyboard.type('publish');
    await page.keyboard.press('Enter');
    const region = page.getByRole('region', { name: 'Bulk action' });
    await region.getByText('Publish entries').waitFor();
    // The screen works while the job runs.
    await page.getByRole('button', { name: 'Next' }).click();
    await waitForRange(page, '26–50 of 10,000');
    await page.reload();

    await region.getByText('10,000 published.').waitFor();
    expect(requests.filter((request) => !request.startsWith('GET'))).toEqual(['POST /manage/bulk-actions']);
    await expectSoon(() => page.getByRole('row').count()).toBe(26);
    await expectSoon(() => countUnpublished()).toBe(0);
    await region.getByRole('button', { name: 'Close the bulk action' }).click();
    await region.waitFor({ state: 'detached' });
    await expectSoon(() => new URL(page.url()).search).not.toContain('job');
    expect(consoleErrors).toEqual([]);
  });

  it('deletes all entries of a filter after a question that names their number', async () => {
    const filters = JSON.stringify([{ path: 'field_group', operator: '=', value: '3' }]);
    const { page, consoleErrors } = await site.openSignedIn(
      `/entries/${TYPE}?filters=${encodeURIComponent(filters)}`,
    );
    await waitForRange(page, '1–25 of 1,000');

    await page.getByLabel('Select all of this page').check();
    await page.getByRole('button', { name: 'Select all 1,000 entries that match' }).click();
    for (const { width, colorScheme } of [
      { width: 1280, colorScheme: 'light' },
      { width: 390, colorScheme: 'dark' },
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      await expectSoon(() => findScreenViolations(page)).toEqual([]);
    }
    await page
      .getByRole('region', { name: 'Selected entries' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByLabel('Type «delete» to confirm').fill('delete');
    await confirm(page, 'Delete 1,000 entries');

    await page.getByRole('region', { name: 'Bulk action' }).getByText('1,000 deleted.').waitFor();
    await page.getByText('No entry matches the search and the filters.').waitFor();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });
});

/** What the browser does for a list. */
interface Work {
  readonly rows: number;
  readonly elements: number;
  /** Elements that were put into the page, of which some were removed again. */
  readonly added: number;
}

/** Counts the elements that are put into a page from now on. */
const COUNT_ADDED = `
  window.added = 0;
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof Element) window.added += 1 + node.querySelectorAll('*').length;
  }).observe(document, { childList: true, subtree: true });`;

/** Opens a list, sorts it, selects a page and goes to the next one. */
async function measureWork(type: string, total: string): Promise<Work> {
  const { page } = await site.openSignedIn(`/entries/${type}`);
  await waitForRange(page, `1–25 of ${total}`);
  await page.evaluate(COUNT_ADDED);
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
  await page.getByRole('link', { name: 'Note 00000' }).waitFor();
  await page.getByLabel('Select all of this page').check();
  await page.getByText('25 entries selected').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('link', { name: 'Note 00025' }).waitFor();
  const rows = await page.getByRole('row').count();
  const elements = await page.evaluate<number>("document.querySelectorAll('*').length");
  return { rows, elements, added: await page.evaluate<number>('window.added') };
}

async function countUnpublished(): Promise<number> {
  const client = await site.client();
  return (await client.collection('/api/node/note?filter[status]=0&page[limit]=1')).meta.count;
}

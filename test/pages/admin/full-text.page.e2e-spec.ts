import type { Locator, Page } from 'playwright-core';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, confirm, findOptionsWithout, findScreenViolations } from './admin-site.js';

/** More than a page of the list has. */
const TERMS = 26;

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
  await site.allowWriting();
  const client = await site.client();
  const createArticle = async (title: string, text: string): Promise<void> => {
    const body = { value: `<p>${text}</p>`, format: 'basic_html' };
    await client.create('node--article', { attributes: { title, body } });
  };
  await createArticle('Zeppelins', 'They fly.');
  await createArticle('A day out', `${'Nothing of it here. '.repeat(20)}Two <b>zeppelins</b> over the town.`);
  await createArticle('Modern airships', 'Blimps &amp; others.');
  for (let n = 0; n < TERMS; n += 1) {
    const description = { value: 'Where quokkas live.', format: 'plain_text' };
    await client.create('taxonomy_term--tags', { attributes: { name: `Island ${n}`, description } });
  }
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const getTitles = (page: Page): Promise<readonly string[]> =>
  page.getByRole('row').getByRole('link').allInnerTexts();

const getMarks = (place: Locator | Page): Promise<readonly string[]> => place.locator('mark').allInnerTexts();

async function openList(path: string): Promise<Page> {
  const { page } = await site.openSignedIn(`/entries/${path}`);
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  return page;
}

const showOnlyTitles = 'columns=%5B%22status%22%5D';

describe('the search of a list', () => {
  it('finds the beginnings of words in titles, then in texts, and marks the words of texts', async () => {
    const page = await openList(`node--article?${showOnlyTitles}`);

    await page.getByLabel('Search title and text').fill('zepp');

    await expectSoon(() => getTitles(page)).toEqual(['Zeppelins', 'A day out']);
    await expectSoon(() => getMarks(page)).toEqual(['zeppelins']);
    await page.getByText('… Nothing of it here. Two zeppelins over the town.').waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectSoon(() => findScreenViolations(page)).toEqual([]);
    }
  });

  it('shows texts as readers see them', async () => {
    const page = await openList(`node--article?q=others&${showOnlyTitles}`);

    await page.getByText('Blimps & others.').waitFor();
  });

  it('is in the order that a click on a column chooses', async () => {
    const page = await openList(`node--article?q=zepp&${showOnlyTitles}`);
    await expectSoon(() => getTitles(page)).toEqual(['Zeppelins', 'A day out']);

    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();

    await expectSoon(() => getTitles(page)).toEqual(['A day out', 'Zeppelins']);
  });

  it('finds titles with a part of a word when no text has the words', async () => {
    const page = await openList(`node--article?q=rship&${showOnlyTitles}`);

    await expectSoon(() => getTitles(page)).toEqual(['Modern airships']);
    await expectSoon(() => getMarks(page)).toEqual([]);
  });

  it('is that of an action on all entries that match', async () => {
    const client = await site.client();
    const countPublished = async (): Promise<number> =>
      (await client.collection('/api/taxonomy_term/tags?filter[status]=1&page[limit]=1')).meta.count;
    const before = await countPublished();
    const page = await openList('taxonomy_term--tags?q=quokka');

    await page.getByLabel('Select all of this page').check();
    await page.getByRole('button', { name: 'Select all 26 entries that match' }).click();
    await page.getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText('26 published entries disappear for readers.').waitFor();
    await confirm(page, 'Unpublish 26 entries');
    await page.getByRole('region', { name: 'Bulk action' }).getByText('26 unpublished.').waitFor();

    await expectSoon(countPublished).toBe(before - TERMS);
  });

  it('is that of an export', async () => {
    const page = await openList(`node--article?q=zepp&${showOnlyTitles}`);
    const downloading = page.waitForEvent('download');

    await page.getByRole('button', { name: 'Export CSV' }).click();
    const stream = await (await downloading).createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);

    const rows = Buffer.concat(chunks).toString().trim().split(/\r?\n/).slice(1);
    expect(rows.map((row) => row.split(',')[0]).sort()).toEqual(['"A day out"', '"Zeppelins"']);
  });
});

describe('the picker of references', () => {
  it('offers the entries whose texts have the words, after those named so', async () => {
    const client = await site.client();
    await client.create('taxonomy_term--tags', { attributes: { name: 'Quokkas' } });
    const { page } = await site.openSignedIn('/entries/node--article/new');

    await page.getByRole('group', { name: 'Tags' }).getByRole('combobox').fill('quokk');

    const options = page.getByRole('option', { name: /Quokkas|Island/ });
    await options.filter({ hasText: 'Where quokkas live.' }).first().waitFor();
    await expectSoon(() => options.first().innerText()).toMatch(/^Quokkas/);
    await expectSoon(() => options.count()).toBe(20);
    await expectSoon(() => getMarks(options.nth(1))).toEqual(['quokkas']);
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
  });
});

describe('the search with Ctrl+K', () => {
  it('finds words in texts, after titles, and marks them', async () => {
    const { page } = await site.openSignedIn('/settings');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('zeppelin');
    const entries = page.getByRole('group', { name: 'Entries' }).getByRole('option');
    await entries.nth(1).waitFor();

    await expectSoon(() => entries.nth(0).innerText()).toMatch(/^Zeppelins/);
    await expectSoon(() => entries.nth(1).innerText()).toMatch(/^A day out/);
    await expectSoon(() => getMarks(entries.nth(1))).toEqual(['zeppelins']);
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
  });

  it('shows the found word of a long title', async () => {
    const title = 'What was carried over the mountains in the years before the first dirigibles';
    await (await site.client()).create('node--article', { attributes: { title } });
    const { page } = await site.openSignedIn('/settings');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor();

    await page.keyboard.type('dirigible');

    await page.getByRole('option', { name: title }).waitFor();
    await expectSoon(() => findOptionsWithout(page, 'dirigibles')).toEqual([]);
  });
});

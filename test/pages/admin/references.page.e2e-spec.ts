import type { Locator, Page } from 'playwright-core';
import type { EntryDocument, Resource } from '../../support/api-client.js';
import { eventually, expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations, waitForNotification } from './admin-site.js';

let site: AdminSite;
let tags: readonly Resource[];
beforeAll(async () => {
  site = await AdminSite.start('--demo');
  const api = await site.client();
  ({ data: tags } = await api.collection('/api/taxonomy_term/tags?sort=name&page[limit]=50'));
  const source = { name: 'field_source', type: 'link', label: 'Source' };
  await site.manage('POST', '/bundles/media/image/fields', source);
  await api.create('media--image', {
    attributes: { name: 'A lost file', field_source: { uri: 'internal:/demo/lost.svg' } },
  });
  await api.create('media--image', { attributes: { name: 'Not yet', status: false } });
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

/** Opens a new article with as many tags, the first ones by their names. */
async function openArticle(count: number, width = 1280): Promise<{ page: Page; group: Locator; id: string }> {
  const data = tags.slice(0, count).map(({ type, id }) => ({ type, id }));
  const { id } = await (
    await site.client()
  ).create('node--article', { attributes: { title: 'Tagged' }, relationships: { field_tags: { data } } });
  const { page } = await site.openSignedIn(`/entries/node--article/${id}`, undefined, {
    viewport: { width, height: 844 },
    colorScheme: width === 390 ? 'dark' : 'light',
  });
  const group = page.getByRole('group', { name: 'Tags' });
  if (count > 0) await group.getByRole('link', { name: getName(count - 1) }).waitFor();
  return { page, group, id };
}

const getName = (index: number): string => String(tags[index]?.attributes['name']);

const findNames = (group: Locator): Promise<readonly string[]> => group.getByRole('link').allInnerTexts();

const waitForFocus = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor();

/** Whether there are at least so many pictures inside of the selected elements, and all are loaded. */
const arePicturesLoaded = (selector: string, least: number): string =>
  `((pictures) => pictures.length >= ${least} && pictures.every(({ naturalWidth }) => naturalWidth > 0))(
    [...document.querySelectorAll('${selector} img')])`;

describe('the chips of references', () => {
  it.each([1280, 390])('wrap, have no more than 36 px each, and are links, at %i px', async (width) => {
    const { page, group } = await openArticle(9, width);
    const chips = await group.locator('[data-row]').all();
    const boxes = await Promise.all(chips.map((chip) => chip.boundingBox()));

    expect(boxes).toHaveLength(9);
    expect(Math.max(...boxes.map((box) => box?.height ?? Infinity))).toBeLessThanOrEqual(36);
    expect(new Set(boxes.map((box) => box?.y)).size).toBeLessThan(9);
    await expectSoon(() => group.getByRole('link', { name: getName(0) }).getAttribute('href')).toContain(
      tags[0]?.id,
    );
    await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
  });

  it('are moved by arrow keys, and the focus moves with them', async () => {
    const { page, group } = await openArticle(3);

    await group.getByRole('button', { name: `Move ${getName(2)}`, exact: true }).press('ArrowLeft');
    await waitForFocus(page, `Move ${getName(2)}`);
    await page.keyboard.press('ArrowUp');
    await waitForFocus(page, `Move ${getName(2)}`);
    await page.keyboard.press('ArrowUp');

    await expectSoon(() => findNames(group)).toEqual([getName(2), getName(0), getName(1)]);
  });

  it('are moved by their menu at 390 px, after which their handle has the focus', async () => {
    const { page, group } = await openArticle(3, 390);

    await group.getByRole('button', { name: `Move ${getName(2)}`, exact: true }).click();
    await page.locator('[role=menuitem]:focus').waitFor();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Move to the beginning' }).click();

    await waitForFocus(page, `Move ${getName(2)}`);
    await expectSoon(() => findNames(group)).toEqual([getName(2), getName(0), getName(1)]);
  });

  it('are moved by a drag, only within their field', async () => {
    const { page, group } = await openArticle(3);
    const handle = group.getByRole('button', { name: `Move ${getName(0)}`, exact: true });

    await handle.dragTo(page.getByRole('group', { name: 'Category' }));
    await expectSoon(() => findNames(group)).toEqual([0, 1, 2].map(getName));
    await handle.dragTo(group.locator('[data-row]').nth(2));

    await expectSoon(() => findNames(group)).toEqual([getName(1), getName(2), getName(0)]);
  });

  it('are removed by the keyboard, and the focus stays in the list', async () => {
    const { page, group } = await openArticle(2);

    await group.getByRole('button', { name: `Remove ${getName(0)}` }).press('Enter');
    await waitForFocus(page, `Remove ${getName(1)}`);
    await page.keyboard.press('Enter');

    await group.getByRole('combobox').and(page.locator(':focus')).waitFor();
    await expectSoon(() => findNames(group)).toEqual([]);
  });
});

it('names of more linked entries than a page of the service has are shown', async () => {
  await site.manage('PATCH', '/settings/jsonapi', { pageLimitMaximum: 5 });
  try {
    const { group } = await openArticle(12);

    await group.getByRole('link', { name: getName(11) }).waitFor();

    await expectSoon(() => findNames(group)).toEqual(tags.slice(0, 12).map((_, index) => getName(index)));
  } finally {
    await site.manage('PATCH', '/settings/jsonapi', { pageLimitMaximum: 50 });
  }
});

describe('the picker of references', () => {
  it('shows state, change and picture of each entry, and an icon for a picture that cannot be loaded', async () => {
    await site.manage('POST', '/bundles/node/article/fields', {
      ...{ name: 'field_about', type: 'entity_reference', label: 'About', required: false, cardinality: 1 },
      settings: { targetTypes: ['media--image', 'taxonomy_term--tags'] },
    });
    const { page } = await openArticle(0);

    await page.getByRole('combobox', { name: 'Add to About' }).click();
    const option = (name: string): Locator => page.getByRole('option', { name });
    await option('Tram 7').waitFor();

    await expectSoon(() => option('Tram 7').innerText()).toMatch(/Published · changed .+ ago/);
    await expectSoon(() => option('Not yet').innerText()).toMatch(/Draft · changed/);
    await eventually(() => page.evaluate<boolean>(arePicturesLoaded('[role=option]', 7)));
    await option('A lost file').locator('svg').waitFor();
    await expectSoon(() => option('A lost file').locator('img').count()).toBe(0);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectSoon(() => findScreenViolations(page)).toEqual([]);
    }
  });

  it('creates a target that does not exist, by keyboard, as a draft that is linked on save', async () => {
    const { page, group, id } = await openArticle(1);
    const picker = group.getByRole('combobox');

    await picker.fill('Rust');
    await page.getByRole('option', { name: 'Create «Rust» in Tags' }).waitFor();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await picker.press('ArrowDown');
    await picker.press('Enter');
    await waitForNotification(page, '«Rust» is created as a draft');
    await group.getByRole('link', { name: 'Rust' }).waitFor();
    await group.getByText('Draft', { exact: true }).waitFor();
    await page.keyboard.press('Control+s');
    await waitForNotification(page, 'Saved');

    const path = `/api/node/article/${id}?resourceVersion=rel:working-copy&include=field_tags`;
    const { data, included = [] } = (await (
      await (await site.client()).send('GET', path)
    ).json()) as EntryDocument & { readonly included?: readonly Resource[] };
    expect(data.relationships?.['field_tags']?.data).toHaveLength(2);
    expect(included.find(({ attributes }) => attributes['name'] === 'Rust')?.attributes).toMatchObject({
      status: false,
    });
  });

  it('offers no creation of a name that exists in other letters', async () => {
    const { page, group } = await openArticle(0);

    await group.getByRole('combobox').fill(getName(0).toUpperCase());
    await page.getByRole('option', { name: getName(0) }).waitFor();

    await expectSoon(() => page.getByRole('option', { name: /^Create/ }).count()).toBe(0);
  });
});

describe('pictures of the demo content', () => {
  it.each(['node--article', 'node--page', 'media--image'])('are in the list of %s', async (type) => {
    const { page, consoleErrors } = await site.openSignedIn(`/entries/${type}`);
    await page.getByRole('row').nth(1).waitFor();

    await eventually(() => page.evaluate<boolean>(arePicturesLoaded('tbody', 3)));

    expect(consoleErrors).toEqual([]);
  });

  it('take no room in a list of a type without pictures', async () => {
    const { page } = await site.openSignedIn('/entries/taxonomy_term--tags');
    await page.getByRole('row').nth(1).waitFor();

    await expectSoon(() => page.getByRole('row').locator('.mantine-Avatar-root').count()).toBe(0);
  });
});

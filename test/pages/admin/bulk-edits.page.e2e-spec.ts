import type { Locator, Page } from 'playwright-core';
import type { Resource } from '../../support/api-client.js';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations, type OpenedPage } from './admin-site.js';

const LIST = '/entries/node--article';
const TAG = 'Brand-new';

/** A folder for pictures of the dialog; none by default. */
const PICTURES = process.env['SCREENS_FOLDER'];

let site: AdminSite;
let tag: Resource;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
  await site.allowWriting();
  const field = { name: 'field_stars', type: 'integer', label: 'Stars', settings: { min: 0, max: 5 } };
  await site.manage('POST', '/bundles/node/article/fields', field);
  tag = await (await site.client()).create('taxonomy_term--tags', { attributes: { name: TAG } });
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

/** Opens the list with all articles of the first page, or all that match, selected. */
async function openSelected(all: boolean): Promise<OpenedPage & { readonly dialog: Locator }> {
  const opened = await site.openSignedIn(LIST);
  const { page } = opened;
  await page.getByLabel('Select all of this page').check();
  if (all) await page.getByRole('button', { name: /^Select all \d+ entries that match/ }).click();
  await page.getByRole('button', { name: 'Edit a field…' }).click();
  return { ...opened, dialog: page.getByRole('dialog', { name: /^Edit a field of \d+ entries$/ }) };
}

async function choose(page: Page, dialog: Locator, label: string, option: string): Promise<void> {
  await dialog.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const count = async (filter: string): Promise<number> =>
  (await (await site.client()).collection(`/api/node/article?${filter}&page[limit]=1`)).meta.count;

describe('the dialog that edits a field of many entries', () => {
  it('adds a reference to selected entries by a job, and the result sets it back', async () => {
    const { page, dialog, consoleErrors } = await openSelected(false);
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });

    await choose(page, dialog, 'Field', 'Tags');
    await dialog.getByText('Tags: these values are added, the others stay.').waitFor();
    await expectSoon(() => dialog.getByRole('button', { name: 'Change 25 entries' }).isDisabled()).toBe(true);
    await dialog.getByRole('combobox', { name: 'Add to Tags' }).fill(TAG);
    await page.getByRole('option', { name: TAG }).first().click();
    await dialog.getByRole('link', { name: TAG }).waitFor();
    await checkViews(page, 'references');
    await dialog.getByRole('button', { name: 'Change 25 entries' }).click();
    const question = page.getByRole('dialog', { name: 'Change 25 entries?' });
    await question.getByText('they change for readers at once').waitFor();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Change 25 entries' }).click();

    const result = page.getByRole('region', { name: 'Bulk action' });
    await result.getByText('25 changed.').waitFor();
    const filter = `filter[field_tags.id]=${tag.id}`;
    expect(await count(filter)).toBe(25);
    await checkViews(page, 'result');
    await result.getByRole('button', { name: 'Undo' }).click();
    await result.getByText('25 set back.').waitFor();
    expect(await count(filter)).toBe(0);
    expect(requests.map((one) => one.replace(/[\da-f]{8}-[-\da-f]+/, '{job}'))).toEqual([
      'POST /manage/bulk-actions',
      'POST /manage/bulk-actions/{job}/undo',
    ]);
    expect(consoleErrors).toEqual([]);
  });

  it('replaces a value in all entries that match, by keyboard, and shows a refused value at its input', async () => {
    const { page, dialog, consoleErrors } = await openSelected(true);
    const total = await count('');

    await dialog.getByRole('combobox', { name: 'Field' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Stars');
    await page.getByRole('option', { name: 'Stars' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await dialog.getByLabel('Stars').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    await dialog.getByText('Stars must be from 0 to 5.').waitFor();
    await checkViews(page, 'refused');
    await dialog.getByLabel('Stars').fill('4');
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: `Change ${total} entries?` });
    await question.getByRole('button', { name: `Change ${total} entries` }).press('Enter');

    await page.getByRole('region', { name: 'Bulk action' }).getByText(`${total} changed.`).waitFor();
    expect(await count('filter[field_stars]=4')).toBe(total);
    expect(consoleErrors).toEqual([]);
  });

  it('offers no field that has a button, belongs to one entry, or is set by the service', async () => {
    const { page, dialog } = await openSelected(false);

    await dialog.getByRole('combobox', { name: 'Field' }).click();

    const readOptions = () => page.getByRole('option').allInnerTexts();
    const present = ['Title', 'Author', 'Tags', 'Stars', 'Language'];
    await expectSoon(readOptions).toEqual(expect.arrayContaining(present));
    const options = await readOptions();
    for (const absent of ['Published', 'Path', 'Changed']) expect(options).not.toContain(absent);
  });
});

/** No accessibility violation and no horizontal scrolling, in both widths and schemes. */
async function checkViews(page: Page, name: string): Promise<void> {
  for (const width of [390, 1280])
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      await expectSoon(() => findScreenViolations(page)).toEqual([]);
      await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        width,
      );
      if (PICTURES !== undefined)
        await page.screenshot({ path: `${PICTURES}/bulk-edit-${name}-${width}-${colorScheme}.png` });
    }
}

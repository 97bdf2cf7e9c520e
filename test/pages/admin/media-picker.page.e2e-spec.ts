import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { Resource } from '../../support/api-client.js';
import { eventually, expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations, waitForNotification } from './admin-site.js';
import { createPhoto, drop } from './dropped-files.js';

const reference = (name: string, label: string, targetTypes: readonly string[], cardinality = 1): object => ({
  ...{ name, type: 'entity_reference', label, required: false, cardinality },
  settings: { targetTypes },
});

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  await site.manage('POST', '/bundles', {
    ...{ entityType: 'media', bundle: 'image', label: 'Image' },
    fields: [{ name: 'field_media_image', type: 'image', label: 'Image', required: false, cardinality: 1 }],
  });
  await site.manage('POST', '/bundles', {
    ...{ entityType: 'media', bundle: 'note', label: 'Note' },
    fields: [],
  });
  await site.manage('POST', '/bundles', {
    ...{ entityType: 'node', bundle: 'report', label: 'Reports' },
    fields: [
      reference('field_cover', 'Cover', ['media--image']),
      reference('field_gallery', 'Gallery', ['media--image', 'media--note'], 3),
      reference('field_mixed', 'Mixed', ['media--image', 'node--report']),
    ],
  });
  for (const [name, colour, alt] of [
    ['tram', '#c33', 'A red tram'],
    ['bridge', '#3c3', ''],
    ['clock', '#33c', undefined],
  ] as const)
    await createMedium(name, colour, alt);
  await (await site.client()).create('media--note', { attributes: { name: 'A note' } });
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

/** A folder for pictures of the screens; none by default. */
const PICTURES = process.env['SCREENS_FOLDER'];

async function createMedium(name: string, colour: string, alt: string | undefined): Promise<void> {
  const client = await site.client();
  const { buffer } = await createPhoto(`${name}.jpg`, colour);
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': `file; filename="${name}.jpg"`,
  };
  const response = await fetch(`${site.url}/api/media/image/field_media_image`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${client.token ?? ''}` },
    body: new Uint8Array(buffer),
  });
  const { data } = (await response.json()) as { readonly data: Resource };
  await client.create('media--image', {
    attributes: { name, status: true },
    relationships: {
      field_media_image: {
        data: { type: 'file--file', id: data.id, ...(alt !== undefined && { meta: { alt } }) },
      },
    },
  });
}

async function openForm(options: Parameters<AdminSite['openSignedIn']>[2] = {}): Promise<{
  readonly page: Page;
  readonly consoleErrors: readonly string[];
  readonly cover: Locator;
  readonly gallery: Locator;
  readonly sheet: Locator;
}> {
  const { page, consoleErrors } = await site.openSignedIn('/entries/node--report/new', undefined, options);
  const getGroup = (name: string): Locator => page.getByRole('group', { name, exact: true });
  return {
    ...{ page, consoleErrors, cover: getGroup('Cover'), gallery: getGroup('Gallery') },
    sheet: page.getByRole('dialog'),
  };
}

const findNames = (group: Locator): Promise<readonly string[]> => group.getByRole('link').allInnerTexts();

const arePicturesLoaded = (selector: string, count: number): string =>
  `((pictures) => pictures.length === ${count} && pictures.every(({ naturalWidth }) => naturalWidth > 0))(
    [...document.querySelectorAll('${selector} img')].filter((picture) => picture.checkVisibility()))`;

async function findReport(title: string): Promise<Resource> {
  const { data } = await (await site.client()).collection(`/api/node/report?filter[title]=${title}`);
  const [report] = data;
  if (report === undefined) throw new Error(`There is no report «${title}».`);
  return report;
}

describe('the input of a reference to media', () => {
  it('chooses a medium by keyboard in a sheet, which closes, and shows its picture, name and alternative text', async () => {
    const { page, consoleErrors, cover, sheet } = await openForm();
    await page.getByRole('textbox', { name: 'Title' }).fill('One');

    await cover.getByRole('button', { name: 'Choose from the library: Cover' }).press('Enter');
    await sheet.getByRole('searchbox', { name: 'Search media' }).fill('tram');
    await sheet.getByText('1 medium', { exact: true }).waitFor();
    await sheet.getByRole('button', { name: 'tram', exact: true }).press('Enter');
    await sheet.waitFor({ state: 'hidden' });
    await cover.getByText('Alternative text: A red tram').waitFor();
    await eventually(() => page.evaluate<boolean>(arePicturesLoaded('.file-item', 1)));
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Choose another: Cover' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+s');
    await waitForNotification(page, 'Saved');

    const { relationships } = await findReport('One');
    expect(relationships?.['field_cover']?.data).toMatchObject({ type: 'media--image' });
    expect(consoleErrors).toEqual([]);
  });

  it('chooses several in one go, up to as many as the field takes, and leaves one out again', async () => {
    const { page, gallery, sheet } = await openForm();
    await page.getByRole('textbox', { name: 'Title' }).fill('Several');
    const card = (name: string): Locator => sheet.getByRole('button', { name, exact: true });

    await gallery.getByRole('button', { name: /^Choose from the library/ }).press('Enter');
    for (const name of ['tram', 'A note', 'bridge', 'clock']) await card(name).press('Space');
    await expectSoon(() => card('bridge').getAttribute('aria-pressed')).toBe('true');
    await expectSoon(() => card('clock').getAttribute('aria-pressed')).toBe('false');
    await card('A note').press('Space');
    await card('clock').press('Space');
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Done' }).press('Enter');
    await sheet.waitFor({ state: 'hidden' });

    await expectSoon(() => findNames(gallery)).toEqual(['tram', 'bridge', 'clock']);
    await gallery.getByText('Decorative').waitFor();
    await gallery.getByText('No alternative text yet').waitFor();
    await expectSoon(() => gallery.getByRole('button', { name: /^Choose/ }).count()).toBe(0);
  });

  it('puts media in another order and removes them by keyboard', async () => {
    const { gallery, sheet, page } = await openForm();
    await gallery.getByRole('button', { name: /^Choose from the library/ }).press('Enter');
    for (const name of ['tram', 'bridge', 'clock'])
      await sheet.getByRole('button', { name, exact: true }).press('Enter');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });

    await gallery.getByRole('button', { name: 'Move clock', exact: true }).press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await gallery.getByRole('button', { name: 'Remove bridge' }).press('Enter');

    await expectSoon(() => findNames(gallery)).toEqual(['clock', 'tram']);
  });

  it('takes pictures that are dropped on the sheet, and says why another file is refused', async () => {
    const { cover, sheet } = await openForm();
    await cover.getByRole('button', { name: /^Choose from the library/ }).click();
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') };

    await drop(sheet.locator('.drop-zone'), [await createPhoto('new.jpg', '#999'), notes]);
    await sheet.getByRole('alert').filter({ hasText: "not 'notes.txt'" }).waitFor();
    await sheet.getByRole('button', { name: 'new.jpg', exact: true }).click();

    await cover.getByRole('link', { name: 'new.jpg' }).waitFor();
  });

  it('offers only the types of the field', async () => {
    const { cover, gallery, sheet, page } = await openForm();
    await gallery.getByRole('button', { name: /^Choose from the library/ }).click();
    await sheet.getByRole('button', { name: 'A note', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await cover.getByRole('button', { name: /^Choose from the library/ }).click();
    await sheet.getByRole('button', { name: 'tram', exact: true }).waitFor();

    await expectSoon(() => sheet.getByRole('button', { name: 'A note', exact: true }).count()).toBe(0);
  });

  it('is the search by name when the field also takes entries that are not media', async () => {
    const { page } = await openForm();

    await page.getByRole('combobox', { name: 'Add to Mixed' }).waitFor();
  });

  it.each([
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('fits %i px, %s, without an accessibility violation', async (width, colorScheme) => {
    const { page, gallery, sheet } = await openForm({ viewport: { width, height: 844 }, colorScheme });
    await gallery.getByRole('button', { name: /^Choose from the library/ }).click();
    for (const name of ['tram', 'clock']) await sheet.getByRole('button', { name, exact: true }).click();

    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, `picker-${width}-${colorScheme}.png`) });
    await sheet.getByRole('button', { name: 'Done' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, `chosen-${width}-${colorScheme}.png`), fullPage: true });
  });
});

describe('the list of entries', () => {
  it('shows the pictures of linked media beside their names', async () => {
    const client = await site.client();
    const { data } = await client.collection('/api/media/image?filter[name]=tram');
    const { type = '', id = '' } = data[0] ?? {};
    await client.create('node--report', {
      attributes: { title: 'Listed' },
      relationships: { field_gallery: { data: [{ type, id }] } },
    });
    const columns = encodeURIComponent(JSON.stringify(['field_gallery']));
    const { page } = await site.openSignedIn(`/entries/node--report?q=Listed&columns=${columns}`);
    await page.getByRole('cell').getByRole('link', { name: 'tram' }).waitFor();

    // The entry and its column.
    await eventually(() => page.evaluate<boolean>(arePicturesLoaded('tbody', 2)));
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, 'list.png') });
  });
});

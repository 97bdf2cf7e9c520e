import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Resource } from '../../support/api-client.js';
import { eventually, expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations, waitForNotification } from './admin-site.js';
import { type ChosenFile, createPhoto, drop } from './dropped-files.js';

let site: AdminSite;
let photos: readonly ChosenFile[];
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  photos = await Promise.all(
    [
      ['tram.jpg', '#c33'],
      ['bridge.jpg', '#3c3'],
      ['clock.jpg', '#33c'],
    ].map(([name = '', colour = '']) => createPhoto(name, colour)),
  );
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

/** A folder for pictures of the screens; none by default. */
const PICTURES = process.env['SCREENS_FOLDER'];

async function findMedium(name: string): Promise<Resource> {
  const client = await site.client();
  const { data } = await client.collection(`/api/media/image?filter[name]=${name}`);
  const [medium] = data;
  if (medium === undefined) throw new Error(`There is no medium «${name}».`);
  return medium;
}

const waitForSheet = (page: Page, name: string): Promise<void> =>
  page.getByRole('dialog').getByRole('heading', { name, exact: true }).waitFor();

// Each test goes on where the one before it has ended.
describe('the media screen', () => {
  it('creates the type for images where there is none', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/media');
    await page.getByRole('button', { name: 'Create the type Image' }).waitFor();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create the type Image' }).press('Enter');
    await page.getByRole('button', { name: 'Choose files for Image' }).waitFor();

    await expectSoon(() => site.manage('GET', '/bundles/media/image')).toMatchObject({
      ...{ type: 'media--image', fields: [{ name: 'field_media_image', type: 'image' }] },
    });
    expect(consoleErrors).toEqual([]);
  });

  it('makes a medium of each dropped photo, and says why another file is refused', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/media');
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') };
    await drop(page.locator('.drop-zone'), [...photos, notes]);

    for (const { name } of photos) await page.getByRole('button', { name, exact: true }).waitFor();
    await page.getByRole('alert').filter({ hasText: "not 'notes.txt'" }).waitFor();
    await page.getByText('3 media', { exact: true }).waitFor();
    await eventually(() =>
      page.evaluate<boolean>(
        "[...document.querySelectorAll('.media-item img')].filter(({ naturalWidth }) => naturalWidth > 0).length === 3",
      ),
    );
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await expectSoon(async () => (await findMedium('tram.jpg')).attributes).toMatchObject({ status: true });
    expect(consoleErrors).toEqual([]);
  });

  it('has a sheet for each medium by keyboard: alternative texts in one pass, and the focal point', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/media');
    await page.locator('[data-medium]').nth(2).waitFor();
    const names = await page.locator('[data-medium]').allInnerTexts();
    await page.locator('[data-medium]').first().press('Enter');
    for (const [index, name] of names.entries()) {
      await waitForSheet(page, name.trim());
      await page
        .getByRole('textbox', { name: `Alternative text of ${name.trim()}` })
        .fill(`Picture ${index + 1}`);
      if (index === 0) {
        await page.getByRole('slider', { name: 'Focal point' }).focus();
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('Shift+ArrowUp');
        await expectSoon(() => findScreenViolations(page)).toEqual([]);
      }
      if (index < names.length - 1) await page.getByRole('button', { name: 'Save and next' }).press('Enter');
      else await page.keyboard.press('Control+s');
      await waitForNotification(page, 'Saved');
    }

    const first = names[0]?.trim() ?? '';
    const { relationships } = await findMedium(first);
    expect(relationships?.['field_media_image']?.data).toMatchObject({ meta: { alt: 'Picture 1' } });
    const { data } = await (await site.client()).collection(`/api/file/file?filter[filename]=${first}`);
    expect(data[0]?.attributes['focal_point']).toEqual({ x: 49, y: 45 });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(consoleErrors).toEqual([]);
  });

  it('replaces the picture of a medium, keeps its alternative text, and names the entries that use it', async () => {
    await site.manage('POST', '/bundles/node/article/fields', {
      ...{ name: 'field_media', type: 'entity_reference', label: 'Media', required: false, cardinality: 1 },
      settings: { targetTypes: ['media--image'] },
    });
    const medium = await findMedium('tram.jpg');
    await (
      await site.client()
    ).create('node--article', {
      attributes: { title: 'The last tram' },
      relationships: { field_media: { data: { type: medium.type, id: medium.id } } },
    });
    const { page } = await site.openSignedIn(`/media?open=${medium.id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: 'The last tram' }).waitFor();
    await dialog
      .getByLabel('Picture in place of this one')
      .setInputFiles([await createPhoto('new.jpg', '#999')]);
    await waitForNotification(page, 'Replaced');

    const link = (resource: Resource): object | null | undefined =>
      resource.relationships?.['field_media_image']?.data;
    await expectSoon(async () => link(await findMedium('tram.jpg'))).toMatchObject({
      meta: { alt: expect.stringMatching(/^Picture/) as string },
    });
    await expectSoon(async () => link(await findMedium('tram.jpg'))).not.toMatchObject({
      id: (link(medium) as Resource).id,
    });
  });

  it('keeps search and view in the address', async () => {
    const { page } = await site.openSignedIn('/media?view=list&q=bridge');
    await page.getByText('1 medium', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^bridge.jpg/ }).waitFor();
    await expectSoon(() => page.getByRole('button', { name: /^tram.jpg/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByText('3 media', { exact: true }).waitFor();

    await expectSoon(() => page.url()).not.toContain('bridge');
  });

  it.each([
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('fits %i px, %s, without an accessibility violation', async (width, colorScheme) => {
    const { page } = await site.openSignedIn('/media', undefined, {
      ...{ viewport: { width, height: 844 }, colorScheme },
    });
    await page.locator('[data-medium]').nth(2).waitFor();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, `media-${width}-${colorScheme}.png`) });
    await page.locator('[data-medium]').first().click();
    await page.getByRole('dialog').getByText('Used in').waitFor();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, `sheet-${width}-${colorScheme}.png`) });
  });
});

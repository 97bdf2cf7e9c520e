import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Resource } from '../../support/api-client.js';
import { eventually, expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations, waitForNotification } from './admin-site.js';
import { type ChosenFile, createHalves, createPhoto, drop, readColour } from './dropped-files.js';

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

async function findFile(name: string): Promise<Resource> {
  const { data } = await (await site.client()).collection(`/api/file/file?filter[filename]=${name}`);
  const [file] = data;
  if (file === undefined) throw new Error(`There is no file «${name}».`);
  return file;
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

  it('shows a progress bar for each of ten photos, of which three are sent at a time', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/media');
    const ten = await Promise.all(
      Array.from({ length: 10 }, (_, n) => createPhoto(`ten ${n}.jpg`, `hsl(${n * 36}, 60%, 50%)`)),
    );
    let [sent, sendingMaximum, sending] = [0, 0, 0];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/field_media_image', async (route) => {
      sent += 1;
      sending += 1;
      sendingMaximum = Math.max(sendingMaximum, sending);
      await released;
      // It is fetched here: otherwise the next one could begin before this one is known to have ended.
      const response = await route.fetch();
      sending -= 1;
      await route.fulfill({ response });
    });
    await drop(page.locator('.drop-zone'), ten);

    const bars = page.getByRole('progressbar');
    await expectSoon(() => bars.count()).toBe(10);
    for (const { name } of ten)
      await expectSoon(() => page.getByRole('progressbar', { name: `Upload of ${name}` }).count()).toBe(1);
    await expectSoon(() => sent).toBe(3);
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    release();
    await page.getByText('13 media', { exact: true }).waitFor();
    await expectSoon(() => bars.count()).toBe(0);
    expect([sent, sendingMaximum]).toEqual([10, 3]);
    expect(consoleErrors).toEqual([]);
  });

  it('shows the crop at once when the focal point is moved, and in all places when it is saved', async () => {
    const settings = (await site.manage('GET', '/settings/content')) as { readonly imageStyles: object[] };
    const cropped = { width: 220, height: 220, fit: 'cover', enlarge: true };
    const imageStyles = settings.imageStyles.map((style) =>
      'name' in style && style.name === 'thumbnail' ? { ...style, ...cropped } : style,
    );
    await site.manage('PATCH', '/settings/content', { imageStyles });
    const { page, consoleErrors } = await site.openSignedIn('/media');
    await drop(page.locator('.drop-zone'), [await createHalves('halves.jpg', '#c11', '#11c')]);
    const item = page.getByRole('button', { name: 'halves.jpg', exact: true });
    const thumbnail = item.locator('img');
    await thumbnail.waitFor();
    const before = await thumbnail.getAttribute('src');
    await page.evaluate('window.isSameDocument = true');
    await item.click();
    const dialog = page.getByRole('dialog');
    const crop = dialog.getByRole('img', { name: 'The picture cropped to a square' });
    const slider = dialog.getByRole('slider', { name: 'Focal point' });

    for (const [key, colour] of [
      ['ArrowLeft', 'red'],
      ['ArrowRight', 'blue'],
    ] as const) {
      await slider.focus();
      for (let step = 0; step < 20; step += 1) await page.keyboard.press(`Shift+${key}`);
      await expectSoon(() => readColour(crop)).toBe(colour);
      await page.keyboard.press('Control+s');
      await expectSoon(async () => (await findFile('halves.jpg')).attributes['focal_point']).toMatchObject({
        x: colour === 'red' ? 0 : 100,
      });
      await expectSoon(() => readColour(thumbnail)).toBe(colour);
    }
    expect(await thumbnail.getAttribute('src')).not.toBe(before);
    expect(await page.evaluate('window.isSameDocument')).toBe(true);
    expect(consoleErrors).toEqual([]);
  });
});

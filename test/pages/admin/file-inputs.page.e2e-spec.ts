import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { EntryDocument, Resource } from '../../support/api-client.js';
import { eventually, expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations, type OpenedPage, waitForNotification } from './admin-site.js';
import { type ChosenFile, createPhoto, drop, paste } from './dropped-files.js';

const field = (name: string, type: string, settings: object = {}, cardinality = 1): object => ({
  name,
  type,
  label: name.replace('field_', ''),
  required: false,
  cardinality,
  settings,
});

let site: AdminSite;
let photos: readonly ChosenFile[];
beforeAll(async () => {
  site = await AdminSite.start();
  await site.manage('POST', '/bundles', {
    ...{ entityType: 'node', bundle: 'report', label: 'Reports' },
    fields: [
      field('field_photos', 'image', {}, -1),
      field('field_cover', 'image', { maxBytes: 20_000 }),
      field('field_papers', 'file', { fileExtensions: ['pdf', 'txt'], maxBytes: 2_000_000 }, 2),
    ],
  });
  await site.allowWriting();
  photos = await Promise.all(
    [
      ['tram.jpg', '#c33'],
      ['bridge ü.jpg', '#3c3'],
      ["o'clock (1).jpg", '#33c'],
    ].map(([name = '', colour = '']) => createPhoto(name, colour)),
  );
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const TEXT: ChosenFile = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') };

/** A folder for pictures of the screens; none by default. */
const PICTURES = process.env['SCREENS_FOLDER'];

async function takePicture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}

const openForm = (options: Parameters<AdminSite['openSignedIn']>[2] = {}): Promise<OpenedPage> =>
  site.openSignedIn('/entries/node--report/new', undefined, options);

const getGroup = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });

const getZone = (group: Locator): Locator => group.locator('.drop-zone').last();

async function findReport(title: string): Promise<Resource> {
  const { data } = await (
    await site.client()
  ).collection(`/api/node/report?filter[title]=${encodeURIComponent(title)}&include=field_photos`);
  const [report] = data;
  if (report === undefined) throw new Error(`There is no report «${title}».`);
  return report;
}

describe('the input of images', () => {
  it('takes three dropped photos, whose alternative texts are given beside them, and saves their order', async () => {
    const { page, consoleErrors } = await openForm();
    await page.getByRole('textbox', { name: 'Title' }).fill('Three photos');
    const group = getGroup(page, 'photos');

    await drop(getZone(group), photos);
    for (const { name } of photos) await group.getByRole('link', { name, exact: true }).waitFor();
    await eventually(() =>
      page.evaluate<boolean>(
        "[...document.querySelectorAll('.file-item img')].filter(({ naturalWidth }) => naturalWidth > 0).length === 3",
      ),
    );
    await page.getByRole('button', { name: 'Save draft' }).click();
    await group.getByText('photos has a picture without an alternative text.').waitFor();
    const first = group.getByRole('textbox', { name: /^Alternative text of/ }).first();
    await first.and(page.locator(':focus')).waitFor();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);

    await group.getByRole('textbox', { name: 'Alternative text of tram.jpg' }).fill('A tram');
    await group.getByRole('textbox', { name: 'Alternative text of bridge ü.jpg' }).fill('A bridge');
    await group.getByRole('checkbox', { name: /^o'clock \(1\).jpg is decorative/ }).check();
    const handle = group.getByRole('button', { name: 'Move bridge ü.jpg', exact: true });
    const names = (): Promise<readonly string[]> => group.getByRole('link').allInnerTexts();
    const wanted = ['bridge ü.jpg', ...(await names()).filter((name) => name !== 'bridge ü.jpg')];
    while ((await names())[0] !== 'bridge ü.jpg') await handle.press('ArrowUp');
    await page.keyboard.press('Control+s');
    await waitForNotification(page, 'Draft saved');

    // The saved files are read again.
    await eventually(async () => (await names()).join() === wanted.join());
    const linkage = (await findReport('Three photos')).relationships?.['field_photos']?.data;
    const metas = Object.fromEntries(
      (linkage as unknown as readonly { meta: { alt: string } }[]).map(({ meta }) => [meta.alt, meta]),
    );
    expect(metas).toEqual({
      'A tram': { alt: 'A tram', width: 320, height: 200 },
      'A bridge': { alt: 'A bridge', width: 320, height: 200 },
      '': { alt: '', width: 320, height: 200 },
    });
    expect(consoleErrors).toEqual([]);
  });

  it('shows the pictures in the list of entries', async () => {
    const columns = encodeURIComponent(JSON.stringify(['status', 'field_photos', 'field_papers']));
    const { page, consoleErrors } = await site.openSignedIn(`/entries/node--report?columns=${columns}`);
    const row = page.getByRole('row', { name: /Three photos/ });
    // Without a picture, the link would have the size of the file in its name.
    for (const name of ['tram.jpg', 'bridge ü.jpg'])
      await row.getByRole('link', { name, exact: true }).waitFor();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  it('says beside a file why it is refused, and forgets it on request', async () => {
    const { page } = await openForm();
    const group = getGroup(page, 'photos');
    const false_ = { name: 'fake.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };

    await drop(getZone(group), [TEXT, false_, ...photos.slice(0, 1)]);
    await group.getByRole('alert').filter({ hasText: "not 'notes.txt'" }).waitFor();
    await group.getByRole('alert').nth(1).waitFor();
    await group.getByRole('link', { name: 'tram.jpg' }).waitFor();
    await expectSoon(async () =>
      (await group.getByRole('alert').allInnerTexts()).every((text) => text.startsWith('photos ')),
    ).toBe(true);
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await group.getByRole('button', { name: 'Dismiss notes.txt' }).press('Enter');
    await group.getByRole('button', { name: 'Dismiss fake.jpg' }).press('Enter');

    await expectSoon(() => group.getByRole('alert').count()).toBe(0);
  });

  it('refuses a file that is too large before it is sent, and takes one that replaces another, with its texts', async () => {
    const { page } = await openForm();
    const group = getGroup(page, 'cover');
    await drop(getZone(group), [{ ...TEXT, name: 'large.jpg', buffer: Buffer.alloc(30_000) }]);
    await group.getByText('The file has 30 kB. This field takes files of at most 20 kB.').waitFor();
    await group.getByRole('button', { name: 'Dismiss large.jpg' }).click();

    await group.getByRole('button', { name: 'Choose a file for cover' }).focus();
    await paste(page, photos.slice(0, 1));
    await group.getByRole('textbox', { name: 'Alternative text of tram.jpg' }).fill('A tram');
    await expectSoon(() => group.locator('.drop-zone').count()).toBe(0);
    await group.getByLabel('File in place of tram.jpg').setInputFiles(photos.slice(1, 2));
    await group.getByRole('link', { name: 'bridge ü.jpg' }).waitFor();

    await expectSoon(() => group.getByRole('textbox', { name: /^Alternative text/ }).inputValue()).toBe(
      'A tram',
    );
    await group.getByRole('button', { name: 'Remove bridge ü.jpg' }).click();
    await group.getByRole('button', { name: 'Choose a file for cover' }).waitFor();
  });
});

describe('the input of files', () => {
  it('is used by keyboard alone, and takes as many files as its field', async () => {
    const { page } = await openForm();
    await page.getByRole('textbox', { name: 'Title' }).fill('Papers');
    const group = getGroup(page, 'papers');
    const choose = group.getByRole('button', { name: 'Choose files for papers' });
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.press('Enter')]);
    await chooser.setFiles([TEXT, { ...TEXT, name: 'more.txt' }, { ...TEXT, name: 'most.txt' }]);

    await group.getByRole('alert').filter({ hasText: 'This field has as many files as it takes.' }).waitFor();
    await expectSoon(() => group.getByRole('link').count()).toBe(2);
    const [first = '', second = ''] = await group.getByRole('link').allInnerTexts();
    await group.getByRole('button', { name: `Move ${second}`, exact: true }).press('ArrowUp');
    await expectSoon(() => group.getByRole('link').allInnerTexts()).toEqual([second, first]);
    await page.keyboard.press('Control+s');
    await waitForNotification(page, 'Draft saved');

    await expectSoon(
      async () => (await findReport('Papers')).relationships?.['field_papers']?.data,
    ).toHaveLength(2);
  });

  it('shows the progress of uploads, which can be cancelled', async () => {
    const { page } = await openForm();
    const group = getGroup(page, 'papers');
    await page.route('**/field_papers', (route) => {
      // Never answered.
      void route;
    });
    await drop(getZone(group), [TEXT]);
    await group.getByRole('progressbar', { name: 'Upload of notes.txt' }).waitFor({ state: 'attached' });
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await group.getByRole('button', { name: 'Cancel notes.txt' }).press('Enter');

    await expectSoon(() => group.getByRole('progressbar').count()).toBe(0);
    await expectSoon(() => group.getByRole('link').count()).toBe(0);
  });
});

describe('entries of files', () => {
  it('show their facts, which cannot be changed, and take another name and focal point', async () => {
    const { data } = await (await site.client()).collection('/api/file/file?filter[filename]=tram.jpg');
    const { page, consoleErrors } = await site.openSignedIn(`/entries/file--file/${data[0]?.id ?? ''}`);
    await page.getByRole('textbox', { name: 'File name' }).fill('A tram.jpg');
    await page.getByRole('textbox', { name: 'Focal point: From the top, in percent' }).fill('20');

    await expectSoon(() => page.getByRole('textbox', { name: 'Address' }).isDisabled()).toBe(true);
    await expectSoon(() => page.getByRole('link', { name: /^New entry in File/ }).count()).toBe(0);
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await waitForNotification(page, 'Saved');
    const answer = await (await site.client()).send('GET', `/api/file/file/${data[0]?.id ?? ''}`);
    await expectSoon(async () => ((await answer.json()) as EntryDocument).data.attributes).toMatchObject({
      ...{ filename: 'A tram.jpg', focal_point: { x: 50, y: 20 } },
    });
    expect(consoleErrors).toEqual([]);
  });
});

describe('the settings of fields for files', () => {
  it('are extensions and a size with a unit', async () => {
    const { page } = await site.openSignedIn('/content-model/node--report');
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('button', { name: 'Image', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Poster');
    await dialog.getByLabel('Allowed file extensions').fill('.PNG');
    await page.keyboard.press('Enter');
    await dialog.getByRole('textbox', { name: 'Maximum size of a file' }).fill('2.5');
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add field' }).click();
    await waitForNotification(page, 'Poster');

    await expectSoon(() => site.manage('GET', '/bundles/node/report/fields/field_poster')).toMatchObject({
      ...{ type: 'image', settings: { fileExtensions: ['png'], maxBytes: 2_500_000 } },
    });
  });
});

describe.each([1280, 390])('a form with files at %i px', (width) => {
  it.each(['light', 'dark'] as const)('fits and has no accessibility violation, %s', async (colorScheme) => {
    const { id } = await findReport('Three photos');
    const { page } = await site.openSignedIn(`/entries/node--report/${id}`, undefined, {
      ...{ viewport: { width, height: 844 }, colorScheme },
    });
    const group = getGroup(page, 'photos');
    await group.getByRole('textbox', { name: 'Alternative text of A tram.jpg' }).waitFor();

    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await takePicture(page, `files-${width}-${colorScheme}`);
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { eventually, expectSoon } from '../../support/eventually.js';
import { getBrowser } from '../browser.js';
import { AdminSite, findScreenViolations, waitForNotification } from './admin-site.js';
import { countClicks } from './count-clicks.js';
import { createPhoto, drop } from './dropped-files.js';

const NAMES = [
  'tram',
  'bridge',
  'clock',
  'river',
  'market',
  'tower',
  'garden',
  'harbour',
  'ferry',
  'night',
].map((name) => `${name}.jpg`);

let site: AdminSite;
let website: Server;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  await site.manage('PATCH', '/settings/jsonapi', { publicAccess: true });
  await site.manage('POST', '/bundles', {
    ...{ entityType: 'media', bundle: 'image', label: 'Image' },
    fields: [{ name: 'field_media_image', type: 'image', label: 'Image', required: false, cardinality: 1 }],
  });
  await site.manage('POST', '/bundles', {
    ...{ entityType: 'node', bundle: 'report', label: 'Reports' },
    fields: [
      {
        ...{ name: 'field_image', type: 'entity_reference', label: 'Image', required: false, cardinality: 1 },
        settings: { targetTypes: ['media--image'] },
      },
      { name: 'body', type: 'text_long', label: 'Body' },
    ],
  });
  website = await startWebsite();
});
afterEach(() => site.closePages());
afterAll(async () => {
  website.close();
  website.closeAllConnections();
  await site.stop();
});

/** A folder for pictures of the screens; none by default. */
const PICTURES = process.env['SCREENS_FOLDER'];

async function takePicture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `walk-${name}.png`) });
}

/** A website on another origin, whose page fetches the latest report in the browser of its reader. */
async function startWebsite(): Promise<Server> {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Reports</title><main></main><script type="module">
    const path = '/api/node/report?sort=-created&page[limit]=1&include=field_image.field_media_image';
    const { data: [report], included } = await (await fetch('${site.url}' + path)).json();
    const find = ({ type, id }) => included.find((entry) => entry.type === type && entry.id === id);
    const { data: identifier } = find(report.relationships.field_image.data).relationships.field_media_image;
    const { links } = find(identifier);
    const sizes = ['thumbnail', 'medium', 'large', 'wide'].flatMap((name) => links[name] ?? []);
    const image = Object.assign(document.createElement('img'), {
      alt: identifier.meta.alt,
      sizes: '100vw',
      srcset: sizes.map(({ href, meta }) => href + ' ' + meta.width + 'w').join(', '),
      src: links.large.href,
    });
    const main = document.querySelector('main');
    main.append(Object.assign(document.createElement('h1'), { textContent: report.attributes.title }), image);
    main.insertAdjacentHTML('beforeend', report.attributes.body.processed);
  </script></html>`;
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end(page);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

it('an editor has ten photos in, described, two of them in an article and on the website, with 20 clicks', async () => {
  const photos = await Promise.all(
    NAMES.map((name, index) =>
      createPhoto(name, `#${(index + 1).toString(16)}9${(12 - index).toString(16)}`),
    ),
  );
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') };
  const { page, consoleErrors } = await site.openSignedIn('');
  const count = await countClicks(page);
  const dialog = page.getByRole('dialog');

  // Ten photos in by a drag; a file of another type says why it is not.
  await page.getByRole('navigation').getByRole('link', { name: 'Media', exact: true }).click();
  await page.getByRole('button', { name: 'Choose files for Image' }).waitFor();
  await drop(page.locator('.drop-zone'), [...photos, notes]);
  await page.getByText('10 media', { exact: true }).waitFor();
  await page.getByRole('alert').filter({ hasText: "not 'notes.txt'" }).waitFor();
  await expectSoon(() => findScreenViolations(page)).toEqual([]);
  await takePicture(page, 'media');

  // The alternative texts in one pass.
  await page.locator('[data-medium]').first().click();
  for (let index = 0; index < NAMES.length; index++) {
    const input = dialog.getByRole('textbox', { name: /^Alternative text of/ });
    await input.and(page.locator(':focus')).waitFor();
    const name = await dialog.getByRole('textbox', { name: 'Name' }).inputValue();
    await page.keyboard.type(`A picture of the ${name.replace('.jpg', '')}`);
    const isLast = index === NAMES.length - 1;
    await dialog.getByRole('button', { name: isLast ? 'Save' : 'Save and next', exact: true }).click();
    if (isLast) await waitForNotification(page, 'Saved');
    else
      await eventually(
        async () => (await dialog.getByRole('textbox', { name: 'Name' }).inputValue()) !== name,
      );
  }
  await takePicture(page, 'described');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  // One into the field, one into the text.
  await page.getByRole('navigation').getByRole('link', { name: 'New entry in Reports' }).click();
  await page.getByRole('textbox', { name: 'Title' }).click();
  await page.keyboard.type('Along the river');
  await page.getByRole('button', { name: 'Choose from the library: Image' }).click();
  await dialog.getByRole('button', { name: 'tram.jpg', exact: true }).click();
  await page.getByText('Alternative text: A picture of the tram').waitFor();
  await page.getByRole('textbox', { name: 'Body' }).click();
  await page.keyboard.type('The ferry: ');
  await page.getByRole('toolbar').getByRole('button', { name: 'Picture' }).click();
  await dialog.getByRole('button', { name: 'ferry.jpg', exact: true }).click();
  await page.locator('.tiptap img[src]').waitFor();
  await expectSoon(() => findScreenViolations(page)).toEqual([]);
  await takePicture(page, 'article');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectSoon(() => findScreenViolations(page)).toEqual([]);
  await takePicture(page, 'article-390');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await waitForNotification(page, 'Published');

  process.stdout.write(`An editor's walk with ten photos: ${count.clicks} clicks\n`);
  expect(count.clicks).toBeLessThanOrEqual(20);
  expect(consoleErrors).toEqual([]);

  const context = await (await getBrowser()).newContext();
  try {
    const reader = await context.newPage();
    await reader.goto(`http://127.0.0.1:${(website.address() as AddressInfo).port}/`);
    await reader.getByRole('heading', { name: 'Along the river' }).waitFor();
    await eventually(() =>
      reader.evaluate<boolean>(
        '((pictures) => pictures.length === 2 && pictures.every(({ naturalWidth }) => naturalWidth > 0))([...document.images])',
      ),
    );
    const shown = await reader.evaluate<readonly string[]>(
      "[...document.images].map(({ alt, currentSrc }) => alt + ' ' + currentSrc)",
    );
    expect(shown[0]).toMatch(/^A picture of the tram .*\/files\/.*\.webp$/);
    expect(shown[1]).toMatch(/^A picture of the ferry .*\/files\/.*\/ferry\.jpg$/);
    await takePicture(reader, 'website');
  } finally {
    await context.close();
  }
});

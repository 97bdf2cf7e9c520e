import type { Locator, Page } from 'playwright-core';
import type { Identifier } from '../../support/api-client.js';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, getBox, type OpenedPage } from './admin-site.js';
import { createPhoto, dragOver, drop } from './dropped-files.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  await site.manage('POST', '/bundles', {
    ...{ entityType: 'node', bundle: 'text', label: 'Texts' },
    fields: [{ name: 'body', type: 'text_long', label: 'Body' }],
  });
  await site.manage('POST', '/bundles', {
    ...{ entityType: 'media', bundle: 'image', label: 'Image' },
    fields: [{ name: 'field_media_image', type: 'image', label: 'Image', required: false, cardinality: 1 }],
  });
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

async function openText(
  title: string,
  html: string,
): Promise<OpenedPage & { readonly body: Locator; readonly popover: Locator }> {
  const attributes = { title, status: false, body: { value: html, format: 'basic_html' } };
  const { id } = await (await site.client()).create('node--text', { attributes });
  const opened = await site.openSignedIn(`/entries/node--text/${id}`);
  const body = opened.page.getByRole('textbox', { name: 'Body' });
  await body.waitFor();
  return { ...opened, body, popover: opened.page.getByRole('dialog', { name: 'Picture' }) };
}

/** Puts a picture into the library. @returns its address */
async function uploadPicture(): Promise<string> {
  const client = await site.client();
  const { name, buffer } = await createPhoto('moved.jpg', '#639');
  const response = await fetch(`${site.url}/api/media/image/field_media_image`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${client.token ?? ''}`,
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `file; filename="${name}"`,
    },
    body: new Uint8Array(buffer),
  });
  const { data: file } = (await response.json()) as {
    readonly data: Identifier & { readonly attributes: { readonly uri: { readonly url: string } } };
  };
  const data = { type: file.type, id: file.id };
  await client.create('media--image', {
    attributes: { name },
    relationships: { field_media_image: { data } },
  });
  return file.attributes.uri.url;
}

describe('pictures that are dropped into a word', () => {
  const HTML = '<p>Left middle right</p><ul><li><p>One</p><p>Two three</p></li></ul><p></p><p>End</p>';
  const [LEFT, LIST, END] = [
    '<p>Left middle right</p>',
    '<ul><li><p>One</p><p>Two three</p></li></ul>',
    '<p></p><p>End</p>',
  ];

  /** The middle of a word of the text. */
  const findWord = (page: Page, word: string): Promise<{ readonly x: number; readonly y: number }> =>
    page.evaluate(`(() => {
      const walker = document.createTreeWalker(document.querySelector('.tiptap'), NodeFilter.SHOW_TEXT);
      while (walker.nextNode() !== null) {
        const { data } = walker.currentNode;
        const range = document.createRange();
        const start = data.indexOf(${JSON.stringify(word)});
        if (start === -1) continue;
        range.setStart(walker.currentNode, start);
        range.setEnd(walker.currentNode, start + ${word.length});
        const { left, top, width, height } = range.getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
      }
    })()`);

  /** The text with its pictures as \`[img]\`. */
  const readText = (page: Page): Promise<string> =>
    page.evaluate("document.querySelector('.tiptap').editor.getHTML().replaceAll(/<img[^>]*>/g, '[img]')");

  it.each([
    ['Left', `<p>[img]</p>${LEFT}${LIST}${END}`],
    ['right', `${LEFT}<p>[img]</p>${LIST}${END}`],
    ['Two', `${LEFT}<ul><li><p>One</p><p>[img]</p><p>Two three</p></li></ul>${END}`],
    ['three', `${LEFT}<ul><li><p>One</p><p>Two three</p><p>[img]</p></li></ul>${END}`],
  ])('stand between blocks, where a line shows the place: %s', async (word, html) => {
    const { page, body, popover, consoleErrors } = await openText(`Dropped into ${word}`, HTML);
    const point = await findWord(page, word);
    const line = page.locator('.prosemirror-dropcursor-block');

    const files = [await createPhoto('into-a-word.jpg', '#96c')];
    await dragOver(body, files, point);
    const place = await getBox(line);
    await drop(body, files, point);
    await expectSoon(() => readText(page)).toBe(html);
    await expectSoon(() => line.count()).toBe(0);
    await popover.waitFor();

    // Near the block into whose word the picture is dropped, and outside of it.
    expect(Math.abs(place.y - point.y)).toBeGreaterThan(8);
    expect(Math.abs(place.y - point.y)).toBeLessThan(40);
    expect(consoleErrors).toEqual([]);
  });

  it('take the place of an empty paragraph', async () => {
    const { page, body } = await openText('Dropped into nothing', HTML);
    const { x, y, height } = await getBox(body.locator(':scope > p').nth(1));

    const files = await Promise.all([createPhoto('empty-1.jpg', '#369'), createPhoto('empty-2.jpg', '#963')]);
    await drop(body, files, { x: x + 4, y: y + height / 2 });

    await expectSoon(() => readText(page)).toBe(`${LEFT}${LIST}<p>[img]</p><p>[img]</p><p>End</p>`);
  });

  it('are taken back by undo, stay in the library, and come back by redo', async () => {
    const { page, body, popover } = await openText('Taken back', HTML);
    const dropped = await createPhoto('taken-back.jpg', '#93c');
    await drop(body, [dropped], await findWord(page, 'middle'));
    await popover.getByRole('textbox').fill('Violet');
    await page.keyboard.press('Enter');
    await popover.waitFor({ state: 'hidden' });
    await body.and(page.locator(':focus')).waitFor();

    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expectSoon(() => readText(page)).toBe(HTML);
    const { data } = await (await site.client()).collection('/api/media/image?filter[name]=taken-back.jpg');
    await page.keyboard.press('Control+Shift+Z');

    await expectSoon(() => readText(page)).toBe(`<p>[img]</p>${HTML}`);
    expect(data).toMatchObject([{ attributes: { status: true } }]);
  });

  it.each([
    [
      'alone in its paragraph',
      `${LEFT}<p><img src="ADDRESS" alt="A"></p><p>End</p>`,
      `${LEFT}<p>[img]</p><p>End</p>`,
    ],
    ['in a line', `${LEFT}<p>En<img src="ADDRESS" alt="A">d</p>`, `${LEFT}<p>[img]</p><p>End</p>`],
  ])('are moved between blocks and selected: a picture %s', async (_, html, moved) => {
    const { page, body, popover } = await openText('Moved', html.replace('ADDRESS', await uploadPicture()));
    await expectSoon(async () => (await getBox(body.locator('img[src]'))).height).toBe(200);
    const from = await getBox(body.locator('img[src]'));
    const to = await findWord(page, 'Left');

    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();

    await expectSoon(() => readText(page)).toBe(moved.replace(`${LEFT}<p>[img]</p>`, `<p>[img]</p>${LEFT}`));
    await page.keyboard.press('Enter');
    await popover.getByRole('textbox').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await body.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+z');
    await expectSoon(() => readText(page)).toBe(html.replace(/<img[^>]*>/, '[img]'));
  });
});

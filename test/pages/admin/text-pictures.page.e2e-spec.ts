import fc from 'fast-check';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { Resource } from '../../support/api-client.js';
import { eventually, expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations, type OpenedPage, waitForNotification } from './admin-site.js';
import { type ChosenFile, createPhoto, drop, paste } from './dropped-files.js';

let site: AdminSite;
let photos: readonly ChosenFile[];
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  await site.manage('POST', '/bundles', {
    ...{ entityType: 'node', bundle: 'text', label: 'Texts' },
    fields: [{ name: 'body', type: 'text_long', label: 'Body' }],
  });
  photos = await Promise.all([createPhoto('tram.jpg', '#c33'), createPhoto('bridge.jpg', '#3c3')]);
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

/** A folder for pictures of the screens; none by default. */
const PICTURES = process.env['SCREENS_FOLDER'];

async function openText(
  title: string,
  html = '<p>Before</p><p>After</p>',
  options: Parameters<AdminSite['openSignedIn']>[2] = {},
): Promise<OpenedPage & { readonly body: Locator; readonly popover: Locator; readonly toolbar: Locator }> {
  const attributes = { title, status: false, body: { value: html, format: 'basic_html' } };
  const { id } = await (await site.client()).create('node--text', { attributes });
  const opened = await site.openSignedIn(`/entries/node--text/${id}`, undefined, options);
  const { page } = opened;
  const body = page.getByRole('textbox', { name: 'Body' });
  await body.waitFor();
  return {
    ...opened,
    ...{ body, popover: page.getByRole('dialog', { name: 'Picture' }), toolbar: page.getByRole('toolbar') },
  };
}

async function findOne(path: string): Promise<Resource> {
  const { data } = await (await site.client()).collection(path);
  const [entry] = data;
  if (entry === undefined) throw new Error(`There is nothing at ${path}.`);
  return entry;
}

/** The stored HTML of a text, and the HTML for readers. */
async function readBody(title: string): Promise<{ readonly value: string; readonly processed: string }> {
  const { attributes } = await findOne(`/api/node/text?filter[title]=${encodeURIComponent(title)}`);
  return attributes['body'] as { value: string; processed: string };
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await waitForNotification(page, 'Saved');
}

const areLoaded = (page: Page, count: number): Promise<void> =>
  eventually(() =>
    page.evaluate<boolean>(
      `((pictures) => pictures.length === ${count} && pictures.every(({ naturalWidth }) => naturalWidth > 0))(
        [...document.querySelectorAll('.tiptap img[src]')])`,
    ),
  );

/** Waits until the editor has read the cursor from the page, which it does a moment after a key. @param offset in the first paragraph */
function waitForCursor(page: Page, offset: number): Promise<void> {
  const cursor = "document.querySelector('[contenteditable=true]').editor.state.selection.$from.parentOffset";
  return expectSoon(() => page.evaluate(cursor)).toBe(offset);
}

/**
 * Moves the cursor by arrow keys from the start of the line until the picture is selected. The editor learns of a new selection a moment
 * after the key, and a picture can be passed meanwhile; then it is tried again.
 */
async function selectPicture(page: Page): Promise<void> {
  const selected = page.locator('img.ProseMirror-selectednode');
  await eventually(async () => {
    await page.keyboard.press('Home');
    for (let count = 0; count < 20; count++) {
      await page.waitForTimeout(50);
      if ((await selected.count()) > 0) return true;
      await page.keyboard.press('ArrowRight');
    }
    return false;
  });
}

it('a text has no button for pictures without a type of media for them', async () => {
  const { toolbar } = await openText('Without a library');
  await toolbar.getByRole('button', { name: 'Link', exact: true }).waitFor();

  await expectSoon(() => toolbar.getByRole('button', { name: 'Picture' }).count()).toBe(0);
});

describe('pictures in a text', () => {
  beforeAll(async () => {
    await site.manage('POST', '/bundles', {
      ...{ entityType: 'media', bundle: 'image', label: 'Image' },
      fields: [{ name: 'field_media_image', type: 'image', label: 'Image', required: false, cardinality: 1 }],
    });
  });

  it('are dropped, become media, and have their alternative texts asked one after the other', async () => {
    const { page, body, popover, consoleErrors } = await openText('Dropped');

    await drop(body.locator('p').first(), photos);
    await popover.getByRole('textbox', { name: 'Alternative text' }).and(page.locator(':focus')).waitFor();
    await areLoaded(page, 2);
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await popover.getByText('Describe the picture, or tick «Decorative».').waitFor();
    await page.keyboard.type('A "red" tram & more');
    await page.keyboard.press('Enter');
    await popover.getByRole('textbox', { name: 'Alternative text' }).and(page.locator(':focus')).waitFor();
    await popover.getByRole('checkbox', { name: /^Decorative/ }).press('Space');
    await popover.getByRole('button', { name: 'Done' }).press('Enter');
    await popover.waitFor({ state: 'hidden' });
    await body.and(page.locator(':focus')).waitFor();
    await save(page);

    const files = (await (await site.client()).collection('/api/file/file')).data;
    const { value, processed } = await readBody('Dropped');
    const tags = value.match(/<img[^>]*>/g) ?? [];
    expect(tags).toHaveLength(2);
    expect(value).toMatch(/tram\.jpg.*bridge\.jpg/);
    // The first picture that arrives is the first to be described.
    const alternativeTexts = tags.map((tag) => /alt="([^"]*)"/.exec(tag)?.[1]);
    expect(alternativeTexts.toSorted()).toEqual(['', 'A &quot;red&quot; tram &amp; more']);
    for (const tag of tags) {
      const [, src = '', id] =
        /src="([^"]*)".* width="320" height="200" data-entity-uuid="([^"]*)"/.exec(tag) ?? [];
      expect(src).toMatch(/^https?:\/\/[^/]+\/files\/.+\.jpg$/);
      expect(files.find((file) => file.id === id)?.attributes).toMatchObject({ status: true });
      // The medium keeps the file from the sweep.
      const medium = await findOne(`/api/media/image?filter[field_media_image.id]=${id}`);
      expect(medium.attributes).toMatchObject({
        status: true,
        name: expect.stringMatching(/jpg$/) as string,
      });
      expect((await fetch(`${site.url}${new URL(src).pathname}`)).headers.get('content-type')).toBe(
        'image/jpeg',
      );
    }
    expect(processed.match(/<img[^>]*data-entity-uuid="[^"]+"[^>]*>/g)).toHaveLength(2);
    expect(consoleErrors).toEqual([]);
  });

  it('are pasted at the cursor, and a refused file says why beside it', async () => {
    const { page, body, popover } = await openText('Pasted', '<p>Left right</p>');
    await body.click();
    await page.keyboard.press('Home');
    for (let count = 0; count < 5; count++) await page.keyboard.press('ArrowRight');
    await waitForCursor(page, 5);

    await paste(page, [await createPhoto('pasted.jpg', '#39c')]);
    await popover.getByRole('textbox').fill('Blue');
    await popover.getByRole('textbox').press('Enter');
    await popover.waitFor({ state: 'hidden' });
    await paste(page, [{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') }]);
    await page.getByRole('alert').filter({ hasText: "not 'notes.txt'" }).waitFor();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss notes.txt' }).click();
    await save(page);

    await expectSoon(async () => (await readBody('Pasted')).value).toMatch(
      /^<p>Left <img [^>]*alt="Blue"[^>]*>right<\/p>$/,
    );
  });

  it('are chosen from the library with two clicks, with the alternative text of the medium', async () => {
    const medium = await findOne('/api/media/image?filter[name]=tram.jpg');
    const data = medium.relationships?.['field_media_image']?.data;
    const document = {
      data: {
        ...{ type: medium.type, id: medium.id },
        relationships: {
          field_media_image: { data: { ...(data as Resource), meta: { alt: 'Tram of the library' } } },
        },
      },
    };
    const answer = await (await site.client()).send('PATCH', `/api/media/image/${medium.id}`, { document });
    expect(answer.status).toBe(200);
    const { page, body, popover, toolbar } = await openText('Chosen', '<p>Left right</p>');
    await body.click();
    await page.keyboard.press('Home');
    await waitForCursor(page, 0);

    await toolbar.getByRole('button', { name: 'Picture' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'tram.jpg', exact: true }).click();
    await body.and(page.locator(':focus')).waitFor();
    await areLoaded(page, 1);
    await expectSoon(() => popover.count()).toBe(0);
    await save(page);

    await expectSoon(async () => (await readBody('Chosen')).value).toMatch(
      /^<p><img [^>]*alt="Tram of the library"[^>]*>Left right<\/p>$/,
    );
  });

  it('are selected, get another alternative text, and are removed by keyboard', async () => {
    const { attributes } = await findOne('/api/file/file?page[limit]=1');
    const { url } = attributes['uri'] as { readonly url: string };
    const { page, body, popover, toolbar } = await openText(
      'By keyboard',
      `<p>Left <img src="${url}" alt="Old">right</p>`,
    );
    await body.focus();
    await selectPicture(page);
    await page.keyboard.press('Enter');
    await expectSoon(() => popover.getByRole('textbox').inputValue()).toBe('Old');
    await popover.getByRole('textbox').fill('New');
    await page.keyboard.press('Enter');
    await popover.waitFor({ state: 'hidden' });
    await save(page);
    await expectSoon(async () => (await readBody('By keyboard')).value).toContain('alt="New"');

    await selectPicture(page);
    await toolbar.getByRole('button', { name: 'Picture' }).press('Enter');
    await popover.getByRole('button', { name: 'Remove the picture' }).press('Enter');
    await popover.waitFor({ state: 'hidden' });
    await save(page);
    await expectSoon(async () => (await readBody('By keyboard')).value).toBe('<p>Left right</p>');
  });

  it('must be described before they are saved', async () => {
    const { page, body, popover } = await openText('Undescribed', '<p>Text</p>');
    await drop(body.locator('p').first(), photos.slice(0, 1));
    await popover.getByRole('textbox').press('Escape');
    await popover.waitFor({ state: 'hidden' });

    await page.keyboard.press('Control+s');

    await page.getByText('Body has a picture without an alternative text.').first().waitFor();
    await body.locator('img[src]').first().click();
    await popover.getByRole('checkbox').press('Space');
    await page.keyboard.press('Enter');
    await popover.waitFor({ state: 'hidden' });
    await save(page);
    await expectSoon(async () => (await readBody('Undescribed')).value).toContain('alt=""');
  });

  it.each([
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('fit %i px, %s, without an accessibility violation', async (width, colorScheme) => {
    const { page, body, popover } = await openText(`At ${width} ${colorScheme}`, undefined, {
      ...{ viewport: { width, height: 844 }, colorScheme },
    });
    await drop(body.locator('p').first(), photos);
    await popover.getByRole('textbox').waitFor();
    await areLoaded(page, 2);

    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, `text-${width}-${colorScheme}.png`) });
  });
});

const signs = fc.constantFrom('a', 'b', 'ä', '漢', '🚋', ' ', '0', '7', '<', '>', '&', '"', "'", '=', '/');
const text = fc.string({ unit: signs, minLength: 1, maxLength: 12 });
const escape = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** As browsers write it (HTML, «Escaping a string»). */
const toAttribute = (words: string): string => escape(words).replaceAll('"', '&quot;');

const address = fc.constantFrom(
  'https://cms.example.com/files/0190c2a4/tram.jpg',
  '/files/0190c2a4/tram.jpg',
  'https://cms.example.com/files/a%20b.jpg?x=1&y=2',
);
const pixels = fc.integer({ min: 1, max: 9999 }).map(String);
const picture = fc
  .record(
    {
      src: address,
      alt: fc.oneof(fc.constant(''), text),
      width: pixels,
      height: pixels,
      'data-entity-uuid': fc.uuid(),
      'data-align': fc.constantFrom('left', 'center', 'right'),
      'data-caption': text,
    },
    { requiredKeys: ['src'] },
  )
  .map((attributes) => {
    const names = [
      'src',
      'alt',
      'width',
      'height',
      'data-entity-uuid',
      'data-align',
      'data-caption',
    ] as const;
    const given = names.flatMap((name) => {
      const value = attributes[name];
      return value === undefined ? [] : [`${name}="${toAttribute(value)}"`];
    });
    return `<img ${given.join(' ')}>`;
  });

/** Words begin and end with a letter: HTML collapses spaces at the ends of lines. */
const words = text.map((inner) => escape(`a${inner.replaceAll(/ +/g, ' ').trim()}z`));
const inline = fc.oneof(
  words,
  picture,
  words.map((inner) => `<strong>${inner}</strong>`),
  picture.map((inner) => `<a href="https://example.com/a?b=1">${inner}</a>`),
);
/** Pieces of different kinds: two equal marks beside each other would become one. */
const line = fc
  .tuple(inline, picture, words, fc.option(picture, { nil: '' }))
  .map((pieces) => pieces.join(''));
const paragraph = line.map((inner) => `<p>${inner}</p>`);
const block = fc.oneof(
  paragraph,
  line.map((inner) => `<h2>${inner}</h2>`),
  fc
    .array(paragraph, { minLength: 1, maxLength: 2 })
    .map((inner) => `<blockquote>${inner.join('')}</blockquote>`),
  fc
    .array(paragraph, { minLength: 1, maxLength: 3 })
    .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`),
);
const documents = fc.array(block, { minLength: 1, maxLength: 4 }).map((blocks) => blocks.join(''));

describe('a text with pictures', () => {
  it('is the same after it was opened in the editor', async () => {
    const { page } = await openText('Round trips');
    const samples = fc.sample(documents, 500);

    const written = await page.evaluate<readonly string[]>(
      `(({ editor }) => ${JSON.stringify(samples)}.map((html) => {
        editor.commands.setContent(html, { emitUpdate: false });
        return editor.getHTML();
      }))(document.querySelector('.tiptap'))`,
    );

    expect(written.filter((html, index) => html !== samples[index])).toEqual([]);
  });

  it('is the same after another field was saved, and readers get its pictures', async () => {
    for (const [index, html] of fc.sample(documents, 3).entries()) {
      const title = `Unchanged ${index}`;
      const { page } = await openText(title, html);
      await page.getByRole('textbox', { name: 'Title' }).fill(`${title}, renamed`);
      await page.keyboard.press('Control+s');
      await waitForNotification(page, 'Saved');

      const { value, processed } = await readBody(`${title}, renamed`);
      expect(value).toBe(html);
      const count = (tags: string): number => tags.match(/<img /g)?.length ?? 0;
      expect(count(processed)).toBe(count(html));
    }
  });
});

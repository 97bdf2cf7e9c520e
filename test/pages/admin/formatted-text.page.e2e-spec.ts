import type { Page } from 'playwright-core';
import { eventually, expectSoon } from '../../support/eventually.js';
import {
  AdminSite,
  confirm,
  findOptionsWithout,
  findScreenViolations,
  getBox,
  isApart,
  waitForNotification,
} from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  const body = { name: 'body', type: 'text_long', label: 'Body' };
  await site.manage('POST', '/bundles', {
    entityType: 'node',
    bundle: 'text',
    label: 'Texts',
    fields: [body],
  });
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

async function openText(html: string): Promise<Page> {
  const api = await site.client();
  const attributes = { title: 'One', status: false, body: { value: html, format: 'basic_html' } };
  const { id } = await api.create('node--text', { attributes });
  const { page } = await site.openSignedIn(`/entries/node--text/${id}`);
  await page.getByRole('textbox', { name: 'Body' }).waitFor();
  return page;
}

describe('toolbar of the text editor', () => {
  it('stays in sight in a long text', async () => {
    const page = await openText('<p>A line.</p>'.repeat(80));

    await page.getByText('A line.').nth(70).scrollIntoViewIfNeeded();

    const toolbar = page.getByRole('toolbar', { name: 'Formatting of Body' });
    await eventually(async () => {
      const { y } = await getBox(toolbar);
      return y >= 50 && y < 70;
    });
  });

  it('is one stop of the Tab key, with arrow keys between its buttons', async () => {
    const page = await openText('<p>Word</p>');
    const focused = (name: string) =>
      page.getByRole('button', { name }).and(page.locator(':focus')).waitFor();

    await page.getByRole('toolbar').getByRole('button', { name: 'Bold' }).focus();
    await page.keyboard.press('ArrowRight');
    await focused('Italic');
    await page.keyboard.press('End');
    await focused('Full screen');
    await page.keyboard.press('ArrowRight');
    await focused('Bold');
    await page.keyboard.press('Tab');
    await page.getByRole('textbox', { name: 'Body' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Shift+Tab');
    await focused('Bold');
  });
});

const LINES = '<p>A line of the text.</p>'.repeat(3);

describe('the address of a link', () => {
  it.each([
    [1280, `<p>The first line.</p>${LINES}`, 'The first line.'],
    [390, `<p>The first line.</p>${LINES}`, 'The first line.'],
    [1280, `${LINES.repeat(20)}<p>The last line.</p>`, 'The last line.'],
  ])(
    'at %i px covers neither the toolbar nor the selection, which can be seen',
    async (width, html, text) => {
      const page = await openText(html);
      await page.setViewportSize({ width, height: 844 });
      const toolbar = page.getByRole('toolbar', { name: 'Formatting of Body' });

      await page.getByText(text).click();
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+End');
      await toolbar.getByRole('button', { name: 'Link', exact: true }).click();
      await page
        .getByRole('combobox', { name: 'Address or name of an entry' })
        .and(page.locator(':focus'))
        .waitFor();

      const popover = await getBox(page.getByRole('dialog', { name: 'Link' }));
      const selection = page.locator('.editor-selection').filter({ hasText: text });
      await expectSoon(async () => isApart(popover, await getBox(toolbar))).toBe(true);
      await expectSoon(async () => isApart(popover, await getBox(selection))).toBe(true);
      const background = "getComputedStyle(document.querySelector('.editor-selection')).backgroundColor";
      await expectSoon(() => page.evaluate(background)).toMatch(/^rgba?\((?!0, 0, 0, 0\))/);
      expect(popover.x + popover.width).toBeLessThanOrEqual(width);
      await expectSoon(() => findScreenViolations(page)).toEqual([]);
    },
  );

  it('follows the selection when the width of the window changes', async () => {
    const text = 'the last word';
    const page = await openText(`<p>${'A line of the text. '.repeat(6)}${text}</p>`);
    await page.getByRole('textbox', { name: 'Body' }).click();
    await page.keyboard.press('Control+End');
    for (const key of Array.from(text, () => 'Shift+ArrowLeft')) await page.keyboard.press(key);
    await page.getByRole('toolbar').getByRole('button', { name: 'Link', exact: true }).click();
    await page
      .getByRole('combobox', { name: 'Address or name of an entry' })
      .and(page.locator(':focus'))
      .waitFor();
    const measureGap = async (): Promise<number> => {
      const selection = await getBox(page.locator('.editor-selection').filter({ hasText: text }));
      const popover = await getBox(page.getByRole('dialog', { name: 'Link' }));
      if (!isApart(popover, selection)) return 0;
      return Math.max(popover.y - selection.y - selection.height, selection.y - popover.y - popover.height);
    };
    const gap = await measureGap();

    await page.setViewportSize({ width: 390, height: 844 });

    expect(gap).toBeGreaterThan(0);
    await eventually(async () => Math.abs((await measureGap()) - gap) < 10);
    const { x, width } = await getBox(page.getByRole('dialog', { name: 'Link' }));
    expect(x + width).toBeLessThanOrEqual(390);
  });

  it('is left by Escape for the text, and is itself the text where nothing is selected', async () => {
    const page = await openText('<p>Word </p>');
    const link = page.getByRole('toolbar').getByRole('button', { name: 'Link', exact: true });
    await page.getByRole('textbox', { name: 'Body' }).click();
    await page.keyboard.press('End');

    await link.click();
    await page
      .getByRole('combobox', { name: 'Address or name of an entry' })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[contenteditable]:focus').waitFor();
    await link.click();
    await page.getByRole('combobox', { name: 'Address or name of an entry' }).fill('example.org');
    await page.keyboard.press('Enter');

    const inserted = page.locator('[contenteditable] a');
    await expectSoon(async () => [await inserted.innerText(), await inserted.getAttribute('href')]).toEqual([
      'example.org',
      'https://example.org',
    ]);
  });
});

it('Ctrl+K links to an entry that is found by its name, and the service keeps which one', async () => {
  const api = await site.client();
  const attributes = { title: 'Along the river', path: { alias: '/walks/river' } };
  const { id } = await api.create('node--text', { attributes });
  const page = await openText('<p>Word</p>');
  await page.getByRole('textbox', { name: 'Body' }).click();
  await page.keyboard.press('Control+a');

  await page.keyboard.press('Control+k');
  const input = page.getByRole('combobox', { name: 'Address or name of an entry' });
  await input.and(page.locator(':focus')).waitFor();
  await page.keyboard.type('river');
  await page.getByRole('option', { name: 'Along the river' }).waitFor();
  await expectSoon(() => findScreenViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');

  const link = `<a href="/walks/river" data-entity-type="node" data-entity-uuid="${id}" data-entity-substitution="canonical">Word</a>`;
  await page.locator('[contenteditable]:focus a').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('Control+s');
  await waitForNotification(page, 'Saved');
  const { data } = await api.collection('/api/node/text?sort=-changed');
  expect(data.map((entry) => entry.attributes['body'])).toContainEqual(
    expect.objectContaining({ value: `<p>${link}</p>`, processed: `<p>${link}</p>` }),
  );

  // Unchanged, it stays the link of the entry.
  await page.keyboard.press('Control+k');
  await expectSoon(() => input.inputValue()).toBe('/walks/river');
  await page.keyboard.press('Enter');
  await expectSoon(() => page.locator('[contenteditable] a').getAttribute('data-entity-uuid')).toBe(id);
  await page.keyboard.press('Control+k');
  await input.fill('no such thing');
  await page.keyboard.press('Enter');
  await page.getByText('No entry has this name.').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[contenteditable]:focus').waitFor();
});

it('what is typed right after Ctrl+K is for the link, not for the selected words', async () => {
  const page = await openText('<p>Word</p>');
  await page.getByRole('textbox', { name: 'Body' }).click();
  await page.keyboard.press('Control+a');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('https://example.org/fast');
  await page.keyboard.press('Enter');

  await expectSoon(() => page.locator('[contenteditable=true]').innerHTML()).toContain(
    '<a href="https://example.org/fast">Word</a>',
  );
});

describe('the entries for a link', () => {
  it.each([1280, 390])('show the found word in the title or in the text at %i px', async (width) => {
    const api = await site.client();
    const compound = 'Donaudampfschifffahrtsgesellschaftskapitänspatent ';
    const create = (title: string, text: string): Promise<unknown> =>
      api.create('node--text', {
        attributes: { title, body: { value: `<p>${text}</p>`, format: 'basic_html' } },
      });
    await create(`The trams that went through the old town before the lighthouse${width}`, 'Trams');
    await create('Far in the text', `${'Words before it. '.repeat(20)}A lighthouse${width} stood here.`);
    await create('Behind long words', `${compound.repeat(3)} lighthouse${width} ${'behind it '.repeat(20)}`);
    const page = await openText('<p>Word</p>');
    await page.setViewportSize({ width, height: 844 });
    await page.getByRole('textbox', { name: 'Body' }).click();
    await page.keyboard.press('Control+a');

    await page.keyboard.press('Control+k');
    await page
      .getByRole('combobox', { name: 'Address or name of an entry' })
      .and(page.locator(':focus'))
      .fill(`lighthouse${width}`);

    const options = page.getByRole('option');
    await expectSoon(() => options.count()).toBe(3);
    await expectSoon(() => findOptionsWithout(page, `lighthouse${width}`)).toEqual([]);
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });
});

it('the address of a link gets the scheme that it lacks', async () => {
  const page = await openText('<p>Word</p>');
  await page.getByRole('textbox', { name: 'Body' }).click();
  await page.keyboard.press('Control+a');
  await page.getByRole('toolbar').getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByRole('combobox', { name: 'Address or name of an entry' }).fill('example.org/page');
  await page.keyboard.press('Enter');

  await expectSoon(() => page.locator('[contenteditable] a').getAttribute('href')).toBe(
    'https://example.org/page',
  );
});

it('a change to plain text keeps the words, asks before it loses formatting, and back makes paragraphs', async () => {
  const page = await openText('<h2>Head</h2><p>One <em>two</em>.</p><ul><li><p>three</p></li></ul>');
  const choose = async (format: string): Promise<void> => {
    await page.getByRole('combobox', { name: 'Format of Body' }).click();
    await page.getByRole('option', { name: format }).click();
  };

  await choose('Plain text');
  await confirm(page, 'Use plain text');
  await page.getByRole('textbox', { name: 'Body' }).and(page.locator('textarea')).waitFor();
  await expectSoon(() => page.getByRole('textbox', { name: 'Body' }).inputValue()).toBe(
    'Head\n\nOne two.\n\n– three',
  );

  await choose('Basic HTML');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await waitForNotification(page, 'Saved');
  const { data } = await (await site.client()).collection('/api/node/text?sort=-changed');
  expect(data.map(({ attributes }) => attributes['body'])).toContainEqual(
    expect.objectContaining({ value: '<p>Head</p><p>One two.</p><p>– three</p>' }),
  );
});

describe('undo in a text', () => {
  const choose = async (page: Page, format: string): Promise<void> => {
    await page.getByRole('combobox', { name: 'Format of Body' }).click();
    await page.getByRole('option', { name: format }).click();
  };
  const EDITOR = "document.querySelector('[contenteditable=true]').editor";
  const readHtml = (page: Page) => (): Promise<unknown> => page.evaluate(`${EDITOR}.getHTML()`);

  /** Adds words to the end of the text, in one step. */
  async function type(page: Page, text: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Body' }).click();
    await page.keyboard.press('Control+End');
    // The editor reads the cursor from the page a moment after the key.
    const isAtEnd = `(({ selection, doc }) => selection.to === doc.content.size - 1)(${EDITOR}.state)`;
    await eventually(() => page.evaluate<boolean>(isAtEnd));
    await page.keyboard.insertText(text);
  }

  it('takes back what was typed before the format was changed, step by step, and does it again', async () => {
    const page = await openText('<p>Start</p>');
    await type(page, ' one');
    await page.keyboard.press('Control+a');
    await page.getByRole('toolbar').getByRole('button', { name: 'Bold' }).click();

    await choose(page, 'Full HTML');
    await page.getByRole('button', { name: 'Underline' }).first().waitFor();
    await type(page, ' two');

    const bold = '<p><strong>Start one two</strong></p>';
    await expectSoon(readHtml(page)).toBe(bold);
    for (const html of ['<p><strong>Start one</strong></p>', '<p>Start one</p>', '<p>Start</p>']) {
      await page.keyboard.press('Control+z');
      await expectSoon(readHtml(page)).toBe(html);
    }
    for (let count = 0; count < 3; count++) await page.keyboard.press('Control+Shift+Z');
    await expectSoon(readHtml(page)).toBe(bold);
  });

  it('gives the headings back that a change to plain text removed', async () => {
    const page = await openText('<h2>Head</h2><p>Text</p>');
    await type(page, ' one');

    await choose(page, 'Plain text');
    await confirm(page, 'Use plain text');
    await page.getByRole('textbox', { name: 'Body' }).and(page.locator('textarea')).waitFor();
    await choose(page, 'Basic HTML');
    await page.locator('[contenteditable=true]').click();

    await expectSoon(readHtml(page)).toBe('<p>Head</p><p>Text one</p>');
    for (const html of ['<h2>Head</h2><p>Text one</p>', '<h2>Head</h2><p>Text</p>']) {
      await page.keyboard.press('Control+z');
      await expectSoon(readHtml(page)).toBe(html);
    }
  });

  it('takes back what was typed before the source was edited, and what was edited there', async () => {
    const page = await openText('<p>Start</p>');
    await type(page, ' one');

    await page.getByRole('toolbar').getByRole('button', { name: 'HTML source' }).click();
    await page.getByRole('textbox', { name: 'Body' }).and(page.locator('textarea')).fill('<p>Start two</p>');
    await page.getByRole('button', { name: 'Back to the editor' }).click();
    await page.locator('[contenteditable=true]').click();

    for (const html of ['<p>Start one</p>', '<p>Start</p>']) {
      await page.keyboard.press('Control+z');
      await expectSoon(readHtml(page)).toBe(html);
    }
  });

  it('ends where the text had something that the new format does not allow', async () => {
    const page = await openText('<p>Start</p>');
    await choose(page, 'Full HTML');
    await page.getByRole('button', { name: 'Underline' }).first().waitFor();
    await page.getByRole('textbox', { name: 'Body' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+u');
    await page.keyboard.press('Control+u');
    await type(page, ' one');

    await choose(page, 'Basic HTML');
    await expectSoon(() => page.getByRole('toolbar').getByRole('button', { name: 'Underline' }).count()).toBe(
      0,
    );
    await page.locator('[contenteditable=true]').click();

    for (const html of ['<p>Start</p>', '<p>Start</p>']) {
      await page.keyboard.press('Control+z');
      await expectSoon(readHtml(page)).toBe(html);
    }
  });
});

import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations, getBox, waitForNotification } from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  await site.manage('POST', '/bundles', {
    ...{ entityType: 'node', bundle: 'text', label: 'Texts' },
    fields: [{ name: 'body', type: 'text_long', label: 'Body' }],
  });
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

/** A folder for pictures of the screens; none by default. */
const PICTURES = process.env['SCREENS_FOLDER'];

interface OpenedText {
  readonly page: Page;
  readonly body: Locator;
  readonly toolbar: Locator;
  readonly consoleErrors: readonly string[];
  /** Saves and reads what is stored. */
  readonly store: () => Promise<string>;
}

async function openText(
  html: string,
  format = 'full_html',
  options: Parameters<AdminSite['openSignedIn']>[2] = {},
): Promise<OpenedText> {
  const api = await site.client();
  const attributes = { title: 'One', status: false, body: { value: html, format } };
  const { id } = await api.create('node--text', { attributes });
  const { page, consoleErrors } = await site.openSignedIn(`/entries/node--text/${id}`, undefined, options);
  const body = page.getByRole('textbox', { name: 'Body', exact: true });
  await body.waitFor();
  const store = async (): Promise<string> => {
    await page.keyboard.press('Control+s');
    await waitForNotification(page, 'Saved');
    const { data } = await (await site.client()).collection(`/api/node/text?filter[id]=${id}`);
    return (data[0]?.attributes['body'] as { readonly value: string } | undefined)?.value ?? '';
  };
  return {
    page,
    body,
    consoleErrors,
    store,
    toolbar: page.getByRole('toolbar', { name: 'Formatting of Body' }),
  };
}

it('a table is inserted, filled, changed and left by keyboard', async () => {
  const { page, body, toolbar, store, consoleErrors } = await openText('<p>Before</p>');
  await body.click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/tab');
  await page.getByRole('option', { name: 'Table' }).waitFor();
  await page.keyboard.press('Enter');

  await body.locator('table').waitFor();
  await page.keyboard.type('Stall');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Price');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Note');
  await expectSoon(() => findScreenViolations(page)).toEqual([]);
  await toolbar.getByRole('button', { name: 'Table' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Column after' }).press('Enter');
  await expectSoon(() => body.locator('tr').first().locator('th').count()).toBe(4);
  for (const item of ['Delete column', 'Row below']) {
    await toolbar.getByRole('button', { name: 'Table' }).press('Enter');
    await page.getByRole('menuitem', { name: item }).press('Enter');
    await body.and(page.locator(':focus')).waitFor();
  }

  const row = `<tr>${'<td></td>'.repeat(3)}</tr>`;
  expect(await store()).toBe(
    `<p>Before</p><table><thead><tr><th>Stall</th><th>Price</th><th></th></tr></thead><tbody>${row.repeat(3)}</tbody></table>`,
  );
  expect(consoleErrors).toEqual([]);
});

it.each([
  ['callout', 'Callout', '<aside class="callout"><p>Word</p></aside>'],
  ['code', 'Code block', '<pre><code>Word</code></pre>'],
  ['line', 'Horizontal line', '<hr><p>Word</p>'],
  ['source', 'Quotation with source', '<blockquote><p></p><p><cite>Word</cite></p></blockquote>'],
  ['heading 3', 'Heading 3', '<h3>Word</h3>'],
])('/%s in an empty line makes the block %s', async (typed, name, html) => {
  const { page, body, store } = await openText('<p></p>');
  await body.click();

  await page.keyboard.type(`/${typed.split(' ')[0] ?? ''}`);
  await page.getByRole('option', { name }).click();
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
  await page.keyboard.type('Word');

  expect(await store()).toBe(html);
});

it('a footnote has its number in the text and its note at the end, with links in both directions', async () => {
  const { page, body, toolbar, store } = await openText('<p>Word</p><p>End</p>');
  for (const [text, note] of [
    ['Word', 'First'],
    ['End', 'Second'],
  ] as const) {
    await body.getByText(text).click();
    await page.keyboard.press('End');
    await toolbar.getByRole('button', { name: 'Insert a block' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Footnote' }).press('Enter');
    await body.and(page.locator(':focus')).waitFor();
    await page.keyboard.type(note);
  }

  expect(await store()).toBe(
    '<p>Word<a href="#fn-1" id="fnref-1"><sup>1</sup></a></p><p>End<a href="#fn-2" id="fnref-2"><sup>2</sup></a></p>' +
      '<ol class="footnotes"><li id="fn-1"><p>First <a href="#fnref-1">↩</a></p></li>' +
      '<li id="fn-2"><p>Second <a href="#fnref-2">↩</a></p></li></ol>',
  );
});

it('what a format does not allow is neither in its toolbar nor in its menus', async () => {
  const { page, body, toolbar } = await openText('<p></p>', 'basic_html');
  await body.click();
  await page.keyboard.type('/');

  await page.getByRole('option', { name: 'Quotation with source' }).waitFor();
  await expectSoon(() => findScreenViolations(page)).toEqual([]);
  await expectSoon(() => page.getByRole('option').allInnerTexts()).toEqual([
    ...['Heading 2', 'Heading 3', 'Heading 4', 'Bullet list', 'Ordered list', 'Blockquote'],
    'Quotation with source',
  ]);
  for (const name of ['Underline', 'Strikethrough', 'Code block', 'Horizontal line', 'Table'])
    expect(await toolbar.getByRole('button', { name }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
  await page.keyboard.type(' or');
  await expectSoon(() => body.innerText()).toContain('/ or');
});

it('selected words have buttons below them', async () => {
  const { page, body, store } = await openText('<p>Word</p>');
  await body.click();
  await page.keyboard.press('Control+a');

  await page.locator('.bubble-toolbar').getByLabel('Underline').click();
  await page.locator('.bubble-toolbar').getByLabel('Strikethrough').click();

  expect(await store()).toBe('<p><s><u>Word</u></s></p>');
});

it('the number of words and the time to read them are shown', async () => {
  const { page, body } = await openText(`<p>${'word '.repeat(238)}</p>`);
  await page.getByText('238 words · 1 min to read').waitFor();
  await body.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' more');

  await page.getByText('239 words · 2 min to read').waitFor();
});

it('the source is edited, with what the format drops, and the editor opens it again only without a loss', async () => {
  const { page, body, toolbar, store, consoleErrors } = await openText('<p>Word</p>', 'basic_html');
  await toolbar.getByRole('button', { name: 'HTML source' }).click();
  const source = body.and(page.locator('textarea'));
  await source.fill('<p style="color: red" id="a">Word <u>under</u><!-- hidden --></p>');

  const dropped = page.getByRole('group', { name: 'What the format drops' });
  for (const part of ['style="color: red" id="a"', '<u>', '<!-- hidden --'])
    await dropped.locator('del').filter({ hasText: part }).first().waitFor();
  await expectSoon(() => findScreenViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Back to the editor' }).click();
  await page.getByText('The editor does not support all of this HTML').waitFor();
  await source.fill('<h2 id="a">Word</h2>');
  await expectSoon(() => dropped.count()).toBe(0);
  await page.getByRole('button', { name: 'Back to the editor' }).click();
  await body.locator('h2').waitFor();

  expect(await store()).toBe('<h2 id="a">Word</h2>');
  expect(consoleErrors).toEqual([]);
});

it('the editor fills the window until Escape, or until the focus goes to what it covers', async () => {
  const { page, body, toolbar } = await openText('<p>Word</p>');
  const button = toolbar.getByRole('button', { name: 'Full screen' });
  const root = page.locator('.mantine-RichTextEditor-root');
  const isFull = async (): Promise<boolean> => (await getBox(root)).height >= 900;

  await button.click();
  await expectSoon(isFull).toBe(true);
  await expectSoon(() => findScreenViolations(page)).toEqual([]);
  await body.click();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Link' }).getByRole('combobox').press('Escape');
  await expectSoon(isFull).toBe(true);
  await page.keyboard.press('Escape');
  await expectSoon(isFull).toBe(false);
  await button.click();
  await expectSoon(isFull).toBe(true);
  await body.click();
  await page.keyboard.press('Tab');
  await expectSoon(isFull).toBe(false);
});

const SHOWN =
  '<h2>Prices</h2><p>See the <a href="/walks/river">walk</a>.<sup>1</sup></p>' +
  '<table><thead><tr><th>Stall</th><th>Price</th></tr></thead><tbody><tr><td>Bread</td><td>4.50</td></tr></tbody></table>' +
  '<aside class="callout"><p>Closed on Mondays.</p></aside>' +
  '<blockquote><p>A market.</p><p><cite>Ada</cite></p></blockquote><pre><code>let a = 1;</code></pre><hr>';

describe('blocks of a text', () => {
  it.each([
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('fit %i px, %s, without an accessibility violation', async (width, colorScheme) => {
    const { page, body } = await openText(SHOWN, 'full_html', {
      viewport: { width, height: 1100 },
      colorScheme,
    });
    await body.locator('h2').click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await page.locator('.bubble-toolbar').waitFor();

    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, `blocks-${width}-${colorScheme}.png`), fullPage: true });
  });
});

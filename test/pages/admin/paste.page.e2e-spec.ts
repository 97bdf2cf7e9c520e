import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { eventually, expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations, type OpenedPage } from './admin-site.js';
import { BUNDLE_OF_ALL_FIELD_TYPES } from './editor-model.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.manage('POST', '/bundles', BUNDLE_OF_ALL_FIELD_TYPES);
  await site.allowWriting();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

/** Pastes HTML into the focused element, as the browser does after Ctrl+V. */
function paste(page: Page, html: string): Promise<unknown> {
  return page.evaluate(`
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', ${JSON.stringify(html)});
    document.activeElement.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  `);
}

/** The form in which these programs write HTML to the clipboard. */
const readClipboard = (name: string): string =>
  readFileSync(new URL(`clipboard/${name}.html`, import.meta.url), 'utf8');

interface NewText extends OpenedPage {
  readonly body: Locator;
  /** Saves and reads the text. */
  readonly store: () => Promise<{ readonly value: string; readonly format: string } | undefined>;
}

/** Opens a new entry with the cursor in its text, which has a format. */
async function openText(title: string, format: string): Promise<NewText> {
  const opened = await site.openSignedIn('/entries/node--everything/new');
  const { page } = opened;
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('combobox', { name: 'Format of formatted', exact: true }).click();
  await page.getByRole('option', { name: format }).click();
  const body = page.getByRole('textbox', { name: 'formatted', exact: true });
  await body.click();
  const store: NewText['store'] = async () => {
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const { data } = await (
      await site.client()
    ).collection(`/api/node/everything?filter[title]=${encodeURIComponent(title)}`);
    return data[0]?.attributes['field_formatted'] as Awaited<ReturnType<NewText['store']>>;
  };
  return { ...opened, body, store };
}

/** Stores what a new text in a format has after HTML was pasted into it. */
async function storePasted(source: string, format: string): Promise<unknown> {
  const { page, store, consoleErrors } = await openText(`${source}, ${format}`, format);

  await paste(page, readClipboard(source));

  const notices = await page.getByRole('alert').allInnerTexts();
  const text = await store();
  expect(consoleErrors).toEqual([]);
  return { value: text?.value, notices: notices.map((notice) => notice.trim()) };
}

const HINT = 'The format «Full HTML» keeps tables.';
const KEEP = 'Keep as a table';

const DOCS =
  '<h2>Market day</h2>' +
  '<p>plain <strong>bold</strong> and <em>italic</em> with a <a href="https://www.example.com/stalls">link</a></p>' +
  '<ul><li><p>Bread</p><ul><li><p>Rye</p></li></ul></li></ul>';
const WORD =
  '<h2>Market day</h2>' +
  '<p>plain <strong>bold</strong> and <em>italic</em></p>' +
  '<ul><li><p>Bread</p><ul><li><p>Rye</p></li></ul></li><li><p>Cheese</p></li></ul>' +
  '<p>In this order:</p>' +
  '<ol><li><p>Buy</p></li><li><p>Eat</p></li></ol>';
const WEB =
  '<h4>Opening hours</h4>' +
  '<p>Open <strong>every</strong> <strong><em>Saturday</em></strong>, see the <a href="https://www.example.com/map">map</a>.</p>' +
  '<p>Not italic</p><h4>Notes</h4><p>In a layout</p><p>Prices</p>';

describe('pasting into formatted text', () => {
  it.each([
    {
      source: 'google-docs',
      basic: `${DOCS}<p>Rye | 3.20</p><p>Wheat, 10 &lt; 12</p>`,
      full:
        `${DOCS}<table><tbody><tr><td><p>Rye</p></td><td><p>3.20</p></td></tr>` +
        '<tr><td colspan="2"><p>Wheat, 10 &lt; 12</p></td></tr></tbody></table>',
      pictures: ['1 picture was left out.'],
    },
    {
      source: 'word',
      basic: `${WORD}<p>Price | 4.50[1]</p><p>[1] On Saturdays</p>`,
      full:
        `${WORD}<table><tbody><tr><td><p>Price</p></td><td><p>4.50[1]</p></td></tr></tbody></table>` +
        '<p>[1] On Saturdays</p>',
      pictures: ['2 pictures were left out.'],
    },
    {
      source: 'web-page',
      basic: `${WEB}<p>Stall | Price</p><p>Bread | 4.50</p>`,
      full:
        `${WEB}<table><thead><tr><th>Stall</th><th>Price</th></tr></thead>` +
        '<tbody><tr><td>Bread</td><td><p>4.50</p></td></tr></tbody></table>',
      pictures: [],
    },
    {
      source: 'google-sheets',
      basic:
        '<p><strong>Stall</strong> | <strong>Price</strong></p><p>Bread | 4.50</p><p>Cheese<br>from the hills</p>',
      full:
        '<table><tbody><tr><td><strong>Stall</strong></td><td><strong>Price</strong></td></tr>' +
        '<tr><td>Bread</td><td>4.50</td></tr><tr><td colspan="2">Cheese<br>from the hills</td></tr></tbody></table>',
      pictures: [],
    },
  ])('keeps the structure, the emphasis and the tables of $source', async (expected) => {
    const { source, basic, full, pictures } = expected;

    expect(await storePasted(source, 'Full HTML')).toEqual({ value: full, notices: pictures });
    expect(await storePasted(source, 'Basic HTML')).toEqual({
      value: basic,
      notices: [`${[...pictures, `1 table became paragraphs. ${HINT}`].join(' ')}\n${KEEP}`],
    });
  });

  const TABLE = '<table><tr><td>Bread</td><td>4.50</td></tr></table>';

  it.each(['google-docs', 'word', 'web-page', 'google-sheets'])(
    'keeps the table of %s by a button, as if it had been pasted in the other format',
    async (source) => {
      const { page, store } = await openText(`${source}, kept`, 'Basic HTML');
      await paste(page, readClipboard(source));

      await page.getByRole('button', { name: KEEP }).click();

      const body = page.getByRole('textbox', { name: 'formatted', exact: true });
      await body.locator('table').waitFor();
      await expectSoon(() => page.getByRole('alert').getByRole('button', { name: KEEP }).count()).toBe(0);
      const kept = await store();
      const pasted = await openText(`${source}, pasted`, 'Full HTML');
      await paste(pasted.page, readClipboard(source));
      expect(kept).toEqual(await pasted.store());
      expect(kept).toMatchObject({ format: 'full_html' });
    },
  );

  it('offers no table in the place of paragraphs that were changed', async () => {
    const { page, consoleErrors } = await openText('Changed since', 'Basic HTML');
    await paste(page, TABLE);
    await page.getByRole('button', { name: KEEP }).waitFor();

    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('5');

    await page.getByRole('button', { name: KEEP }).waitFor({ state: 'detached' });
    expect(consoleErrors).toEqual([]);
  });

  it('keeps a table in the place of its paragraphs after more was written, and undo takes it back', async () => {
    const { page, body, store, consoleErrors } = await openText('Kept later', 'Basic HTML');
    /** The text as the editor has it, its cells without paragraphs. */
    const readHtml = (): Promise<string> =>
      page.evaluate(
        `document.querySelector('.tiptap').editor.getHTML().replaceAll(/<td[^>]*><p>(.*?)<.p>/g, '<td>$1')`,
      );
    /** The editor reads the cursor from the page a moment after the key. */
    const waitForCursor = (position: number): Promise<void> =>
      expectSoon(() => page.evaluate("document.querySelector('.tiptap').editor.state.selection.from")).toBe(
        position,
      );
    await page.keyboard.type('Prices of today');
    for (let count = 0; count < 6; count++) await page.keyboard.press('ArrowLeft');
    await waitForCursor(10);
    await paste(page, TABLE);
    await page.keyboard.press('Control+Home');
    await waitForCursor(1);
    await page.keyboard.type('All ');
    await expectSoon(readHtml).toBe('<p>All Prices ofBread | 4.50 today</p>');
    await expectSoon(() => findScreenViolations(page)).toEqual([]);

    await page.getByRole('button', { name: KEEP }).press('Enter');

    await body.and(page.locator(':focus')).waitFor();
    const kept =
      '<p>All Prices of</p><table><tbody><tr><td>Bread</td><td>4.50</td></tr></tbody></table><p> today</p>';
    await expectSoon(readHtml).toBe(kept);
    await page.keyboard.press('Control+z');
    await expectSoon(readHtml).toBe('<p>All Prices ofBread | 4.50 today</p>');
    // How many steps typed words are depends on the time between their letters.
    const repeatUntil = (keys: string, html: string): Promise<void> =>
      eventually(async () => {
        await page.keyboard.press(keys);
        return (await readHtml()) === html;
      });
    await repeatUntil('Control+z', '<p></p>');
    await repeatUntil('Control+Shift+Z', kept);
    expect(await store()).toMatchObject({ value: kept, format: 'full_html' });
    expect(consoleErrors).toEqual([]);
  });

  it('offers no button any more when the paste was taken back', async () => {
    const { page } = await openText('Taken back', 'Basic HTML');
    await paste(page, TABLE);
    await page.getByRole('button', { name: KEEP }).waitFor();

    await page.keyboard.press('Control+z');

    await page.getByRole('button', { name: KEEP }).waitFor({ state: 'hidden' });
  });

  it('offers no button without a format for tables', async () => {
    const { page } = await site.openSignedIn('/');
    await page.route('**/manage/content-model', async (route) => {
      const response = await route.fetch();
      const model = (await response.json()) as { readonly htmlFormats: readonly { readonly name: string }[] };
      const htmlFormats = model.htmlFormats.filter(({ name }) => name !== 'full_html');
      await route.fulfill({ response, json: { ...model, htmlFormats } });
    });
    await page.goto(`${site.url}/admin/entries/node--everything/new`);
    await page.getByRole('textbox', { name: 'formatted', exact: true }).click();

    await paste(page, TABLE);

    const notice = page.getByRole('alert').filter({ hasText: '1 table became paragraphs.' });
    await notice.waitFor();
    expect(await page.getByRole('button', { name: KEEP }).count()).toBe(0);
  });
});

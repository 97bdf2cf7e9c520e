import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { AdminSite } from './admin-site.js';
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

/** Stores what a new text in a format has after HTML was pasted into it. */
async function storePasted(source: string, format: string): Promise<unknown> {
  const { page, consoleErrors } = await site.openSignedIn('/entries/node--everything/new');
  const title = `${source}, ${format}`;
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('combobox', { name: 'Format of formatted', exact: true }).click();
  await page.getByRole('option', { name: format }).click();
  await page.getByRole('textbox', { name: 'formatted', exact: true }).click();

  await paste(page, readClipboard(source));

  const notices = await page.getByRole('alert').allInnerTexts();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  const { data } = await (
    await site.client()
  ).collection(`/api/node/everything?filter[title]=${encodeURIComponent(title)}`);
  const text = data[0]?.attributes['field_formatted'] as { readonly value: string } | undefined;
  expect(consoleErrors).toEqual([]);
  return { value: text?.value, notices: notices.map((notice) => notice.trim()) };
}

const HINT = 'To keep tables, undo, choose the format «Full HTML» below the text and paste again.';

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
      notices: [[...pictures, `1 table became paragraphs. ${HINT}`].join(' ')],
    });
  });
});

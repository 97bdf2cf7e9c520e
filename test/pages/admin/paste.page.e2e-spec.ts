import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expectSoon } from '../../support/eventually.js';
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

describe('pasting into formatted text', () => {
  it.each([
    {
      source: 'google-docs',
      html:
        '<h2>Market day</h2>' +
        '<p>plain <strong>bold</strong> and <em>italic</em> with a <a href="https://www.example.com/stalls">link</a></p>' +
        '<ul><li><p>Bread</p><ul><li><p>Rye</p></li></ul></li></ul>',
      report: '1 picture was left out',
    },
    {
      source: 'word',
      html:
        '<h2>Market day</h2>' +
        '<p>plain <strong>bold</strong> and <em>italic</em></p>' +
        '<ul><li><p>Bread</p><ul><li><p>Rye</p></li></ul></li><li><p>Cheese</p></li></ul>' +
        '<p>In this order:</p>' +
        '<ol><li><p>Buy</p></li><li><p>Eat</p></li></ol>',
      report: '2 pictures and 1 table were left out',
    },
    {
      source: 'web-page',
      html:
        '<h4>Opening hours</h4>' +
        '<p>Open <strong>every</strong> <strong><em>Saturday</em></strong>, see the <a href="https://www.example.com/map">map</a>.</p>' +
        '<p>Not italic</p><h4>Notes</h4><p>In a layout</p>',
      report: undefined,
    },
  ])('keeps the structure and the emphasis of $source, and reports what it leaves out', async (expected) => {
    const { page, consoleErrors } = await site.openSignedIn('/entries/node--everything/new');
    await page.getByRole('textbox', { name: 'Title' }).fill(expected.source);
    await page.getByRole('textbox', { name: 'formatted' }).click();

    await paste(page, readClipboard(expected.source));

    if (expected.report !== undefined) await page.getByText(expected.report, { exact: true }).waitFor();
    else await expectSoon(() => page.getByText('left out').count()).toBe(0);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { level: 1, name: expected.source }).waitFor();
    const { data } = await (
      await site.client()
    ).collection(`/api/node/everything?filter[title]=${expected.source}`);
    expect(data[0]?.attributes['field_formatted']).toMatchObject({ value: expected.html });
    expect(consoleErrors).toEqual([]);
  });
});

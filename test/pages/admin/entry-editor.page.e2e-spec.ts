import type { Page } from 'playwright-core';
import type { EntryDocument, Resource } from '../../support/api-client.js';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, confirm, waitForNotification } from './admin-site.js';
import { BUNDLE_OF_ALL_FIELD_TYPES, BUNDLE_OF_REQUIRED_FIELDS } from './editor-model.js';

const TYPE = 'node--everything';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.manage('POST', '/bundles', BUNDLE_OF_ALL_FIELD_TYPES);
  await site.manage('POST', '/bundles', BUNDLE_OF_REQUIRED_FIELDS);
  await site.allowWriting();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

/** Creates a draft, which is saved itself: what is saved of a published entry goes to its working copy. */
const create = async (title: string, attributes: Resource['attributes'] = {}): Promise<Resource> =>
  (await site.client()).create(TYPE, { attributes: { title, status: false, ...attributes } });

async function getStored(id: string): Promise<Resource> {
  const response = await (await site.client()).send('GET', `/api/node/everything/${id}`);
  return ((await response.json()) as EntryDocument).data;
}

const parseEntryId = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

const select = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

/** Picks the target of a reference, whose option has more than its name. */
const pick = async (page: Page, label: string, title: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: new RegExp(`^${title}`) }).click();
};

describe('entry editor', () => {
  it('creates an entry with a value in every type of field', async () => {
    await create('Target one');
    await create('Target two');
    const { page, consoleErrors } = await site.openSignedIn(`/entries/${TYPE}/new`);

    await page.getByRole('textbox', { name: 'Title' }).fill('All of it');
    await page.getByRole('textbox', { name: 'line', exact: true }).fill('A line');
    await page.getByRole('group', { name: 'lines' }).getByRole('button', { name: 'Add a value' }).click();
    await page.getByRole('textbox', { name: 'lines 1' }).fill('first');
    await page.getByRole('group', { name: 'lines' }).getByRole('button', { name: 'Add another' }).click();
    await page.getByRole('textbox', { name: 'lines 2' }).fill('second');
    await page.getByRole('button', { name: 'Move lines 2 up' }).click();
    await page.getByRole('textbox', { name: 'long' }).fill('One\nTwo');
    await page.getByRole('textbox', { name: 'formatted' }).click();
    await page.keyboard.press('Control+b');
    await page.keyboard.type('Bold');
    await select(page, 'Format of summarized', 'Plain text');
    await page.getByRole('textbox', { name: 'summarized' }).fill('a < b');
    await page.getByRole('textbox', { name: 'Summary' }).fill('short');
    await page.getByRole('textbox', { name: 'whole' }).fill('7');
    await page.getByRole('textbox', { name: 'decimal' }).fill('12.5');
    await page.getByRole('textbox', { name: 'float' }).fill('0.25');
    await page.getByRole('switch', { name: 'yes' }).check();
    await page.getByLabel('moment').fill('2026-03-01T10:00:00');
    await page.getByLabel('day', { exact: true }).fill('2026-03-02');
    await page.getByLabel('time', { exact: true }).fill('2026-03-03T11:30:00');
    await page.getByLabel('Begins').fill('2026-03-04');
    await page.getByLabel('Ends').fill('2026-03-05');
    await select(page, 'choice', 'Red');
    await page.getByLabel('mail').fill('ada@example.com');
    await page.getByLabel('Address').fill('https://www.example.com');
    await page.getByLabel('Link text').fill('Example');
    await page.getByRole('textbox', { name: 'json' }).fill('{"a": [1]}');
    await pick(page, 'Add to one', 'Target one');
    await pick(page, 'Add to many', 'Target two');
    await pick(page, 'Add to many', 'Target one');
    await page.getByRole('button', { name: 'Move Target one', exact: true }).press('ArrowLeft');
    await page.getByRole('textbox', { name: 'Path' }).fill('/all-of-it');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    // The targets are articles that are not published.
    await page.getByRole('button', { name: 'Publish this entry only' }).click();
    await page.getByRole('heading', { level: 1, name: 'All of it' }).waitFor();

    const { attributes, relationships } = await getStored(parseEntryId(page));
    const seconds = (local: string): number => Date.parse(local) / 1000;
    expect(attributes).toMatchObject({
      status: true,
      path: { alias: '/all-of-it' },
      field_line: 'A line',
      field_lines: ['second', 'first'],
      field_long: 'One\nTwo',
      field_formatted: { value: '<p><strong>Bold</strong></p>', format: 'basic_html' },
      field_summarized: { value: 'a < b', format: 'plain_text', summary: 'short' },
      field_whole: 7,
      field_decimal: '12.50',
      field_float: 0.25,
      field_yes: true,
      field_day: '2026-03-02',
      field_range: { value: '2026-03-04', end_value: '2026-03-05' },
      field_choice: 'r',
      field_mail: 'ada@example.com',
      field_link: { uri: 'https://www.example.com', title: 'Example' },
      field_json: { a: [1] },
    });
    expect(seconds(String(attributes['field_moment']))).toBe(seconds('2026-03-01T10:00:00'));
    expect(seconds(String(attributes['field_time']))).toBe(seconds('2026-03-03T11:30:00'));
    expect(relationships?.['field_one']?.data).toMatchObject({ type: TYPE });
    expect(relationships?.['field_many']?.data).toHaveLength(2);
    expect(consoleErrors).toEqual([]);
  });

  it('shows stored values, and sends only changed values on Ctrl+S', async () => {
    const { id } = await create('Before', {
      field_line: 'stays',
      field_decimal: '1.50',
      field_json: { a: 1 },
    });
    const { page, consoleErrors } = await site.openSignedIn(`/entries/${TYPE}/${id}`);
    await expectSoon(() => page.getByRole('textbox', { name: 'decimal' }).inputValue()).toBe('1.50');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');

    await page.getByRole('textbox', { name: 'Title' }).fill('After');
    await page.keyboard.press('Control+s');
    await waitForNotification(page, 'Saved');

    expect((await sent).postDataJSON()).toEqual({
      data: { type: TYPE, id, attributes: { title: 'After' }, relationships: {} },
    });
    await page.getByText('Everything is saved').waitFor();
    await expectSoon(async () => (await getStored(id)).attributes).toMatchObject({
      title: 'After',
      field_line: 'stays',
    });
    expect(consoleErrors).toEqual([]);
  });

  it('does not submit on Enter in an input of one line, and creates a draft with «Save draft»', async () => {
    const { page } = await site.openSignedIn(`/entries/${TYPE}/new`);
    const title = page.getByRole('textbox', { name: 'Title' });
    await page.getByText('Not saved yet').waitFor();
    await title.fill('Half a thought');
    await title.press('Enter');
    await page.getByLabel('mail').press('Enter');
    await title.fill('Half a thought more');

    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'Half a thought more' }).waitFor();

    const stored = await (
      await site.client()
    ).collection(`/api/node/everything?filter[title][value]=Half&filter[title][operator]=STARTS_WITH`);
    expect(stored.data.map(({ attributes }) => attributes)).toEqual([
      expect.objectContaining({ title: 'Half a thought more', status: false }),
    ]);
  });

  it('publishes a draft with its changes; «Unpublish» keeps changes in the form', async () => {
    const { id } = await create('Written');
    const { page, consoleErrors } = await site.openSignedIn(`/entries/${TYPE}/${id}`);
    const line = page.getByRole('textbox', { name: 'line', exact: true });

    await line.fill('one');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: 'Unpublish' }).waitFor();
    await expectSoon(async () => (await getStored(id)).attributes).toMatchObject({
      status: true,
      field_line: 'one',
    });
    await line.fill('two');
    await page.getByRole('button', { name: 'Unpublish' }).click();
    await page.getByRole('button', { name: 'Save draft' }).waitFor();

    await expectSoon(async () => (await getStored(id)).attributes).toMatchObject({
      status: false,
      field_line: 'one',
    });
    await expectSoon(() => line.inputValue()).toBe('two');
    expect(consoleErrors).toEqual([]);
  });

  it('creates one entry when Ctrl+S is pressed twice', async () => {
    const { page } = await site.openSignedIn(`/entries/${TYPE}/new`);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/')) sent.push(request.url());
    });

    await page.getByRole('textbox', { name: 'Title' }).fill('Only one');
    const press = "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', keys))";
    await page.evaluate(
      `const keys = { key: 's', code: 'KeyS', ctrlKey: true, bubbles: true }; ${press}; ${press}`,
    );
    await page.getByRole('heading', { level: 1, name: 'Only one' }).waitFor();

    expect(sent).toHaveLength(1);
  });

  it('shows the errors of the service beside the fields', async () => {
    const { page } = await site.openSignedIn(`/entries/${TYPE}/new`);

    await page.getByRole('textbox', { name: 'whole' }).fill('99');
    await page.getByLabel('mail').fill('not-an-address');
    await page.getByRole('button', { name: 'Save draft' }).click();

    await page.getByText('whole must be from 0 to 10.').waitFor();
    await page.getByText('Title is required.').waitFor();
    await expectSoon(() => page.locator('[aria-invalid=true]').count()).toBe(2);
    await expectSoon(() => page.evaluate('document.activeElement.labels[0].innerText')).toMatch(/^Title/);
    await page.getByRole('textbox', { name: 'Title' }).fill('Given');
    await page.getByText('Title is required.').waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'whole' }).fill('9');
    await page.getByRole('button', { name: 'Save draft' }).click();

    await page.getByText('mail must be an e-mail address, such as name@example.com.').waitFor();
    await expectSoon(() => page.evaluate('document.activeElement.labels[0].innerText')).toBe('mail');
  });

  it('marks required fields without a value when an entry is published, and focuses the first of them', async () => {
    const { page } = await site.openSignedIn('/entries/node--event/new');
    await page.getByRole('textbox', { name: 'Title' }).fill('Summer party');

    await page.getByRole('button', { name: 'Publish' }).click();

    const when = page.getByRole('group', { name: 'When' });
    await when.getByText('When is required.').waitFor();
    await page.getByText('Poster is required.').waitFor();
    await page.getByRole('group', { name: 'Names' }).getByText('Names is required.').waitFor();
    await page.getByText('See the messages beside the fields.').waitFor();
    await when.getByLabel('Begins').and(page.locator(':focus')).waitFor();
  });

  it('refuses a range that ends before it begins, and a number out of its bounds, when the input is left', async () => {
    const { page } = await site.openSignedIn(`/entries/${TYPE}/new`);

    await page.getByLabel('Begins').fill('2026-12-24');
    await page.getByLabel('Ends').fill('2026-12-23');
    await page.getByRole('textbox', { name: 'whole' }).fill('99');
    await page.getByRole('textbox', { name: 'Title' }).focus();

    await page.getByText('range cannot end before it begins.').waitFor();
    await page.getByText('whole must be from 0 to 10.').waitFor();
    const broken = page.locator('[aria-invalid=true]');
    await expectSoon(() =>
      page
        .getByLabel(/^(Begins|Ends)$/)
        .and(broken)
        .count(),
    ).toBe(2);
    await page.getByLabel('Ends').fill('2026-12-25');
    await page.getByText('range cannot end before it begins.').waitFor({ state: 'detached' });
  });

  it('offers languages by name and stores their tag', async () => {
    const { id } = await create('Bonjour');
    const { page } = await site.openSignedIn(`/entries/${TYPE}/${id}`);

    await select(page, 'Language', 'French (fr)');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await waitForNotification(page, 'Saved');

    await expectSoon(async () => (await getStored(id)).attributes).toMatchObject({ langcode: 'fr' });
  });

  it('keeps focused inputs and the line that is written above the bar with the buttons', async () => {
    const value = '<p>Line</p>'.repeat(40);
    const { id } = await create('Long', { field_formatted: { value, format: 'basic_html' } });
    const { page } = await site.openSignedIn(`/entries/${TYPE}/${id}`);
    const getBarTop = async (): Promise<number> =>
      (await page.getByText('Everything is saved').or(page.getByText('not saved')).first().boundingBox())
        ?.y ?? 0;

    await page.getByRole('textbox', { name: 'formatted' }).click({ position: { x: 20, y: 20 } });
    for (let line = 0; line < 30; line += 1) {
      await page.keyboard.press('ArrowDown');
      const bottom = await page.evaluate<number>(
        'getSelection().getRangeAt(0).getBoundingClientRect().bottom',
      );
      expect(bottom).toBeLessThan(await getBarTop());
    }
    await page.getByRole('textbox', { name: 'Title' }).focus();
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate<boolean>("document.activeElement.closest('main .mantine-Card-root') === null"))
        break;
      const [bottom = 0, height = 0] = await page.evaluate<number[]>(
        '(({ bottom, height }) => [bottom, height])(document.activeElement.getBoundingClientRect())',
      );
      // What is taller than the window cannot be above the bar.
      if (height < 600) expect(bottom).toBeLessThan(await getBarTop());
    }
  });

  it('shows the stored version when the own changes are discarded', async () => {
    const { id } = await create('Original');
    const { page } = await site.openSignedIn(`/entries/${TYPE}/${id}`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Mine');
    await (await site.client()).update({ type: TYPE, id }, { attributes: { title: 'Theirs' } });

    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Discard my changes' }).click();

    await page.getByRole('heading', { level: 1, name: 'Theirs' }).waitFor();
    await expectSoon(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Theirs');
  });

  it('shows the source of HTML that the rich text editor would lose', async () => {
    const value = '<details><summary>More</summary><p>Trams</p></details>';
    const { id } = await create('Table', { field_formatted: { value, format: 'full_html' } });
    const { page } = await site.openSignedIn(`/entries/${TYPE}/${id}`);

    await expectSoon(() => page.getByRole('textbox', { name: 'formatted' }).inputValue()).toBe(value);
  });

  it('asks for confirmation before changes are lost, and deletes an entry', async () => {
    const { id } = await create('To delete');
    const { page } = await site.openSignedIn(`/entries/${TYPE}/${id}`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Changed');

    await page.getByRole('main').getByRole('link', { name: 'Everything' }).click();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await confirm(page, 'Delete entry');
    await page.getByRole('heading', { level: 1, name: 'Everything' }).waitFor();

    const client = await site.client();
    await expectSoon(async () => (await client.send('GET', `/api/node/everything/${id}`)).status).toBe(404);
  });
});

import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { EntryDocument, Resource } from '../../support/api-client.js';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations, waitForNotification } from './admin-site.js';

const TYPE = 'node--meeting';
const WHEN = '2026-12-24';

/** A folder for pictures of the screens; none by default. */
const PICTURES = process.env['SCREENS_FOLDER'];

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  const fields = [
    { name: 'field_lead', type: 'string', label: 'Lead' },
    ...[
      { name: 'field_day', type: 'datetime', label: 'Day', settings: { datetimeType: 'date' } },
      { name: 'field_place', type: 'string', label: 'Place' },
    ].map((field) => ({ ...field, required: true })),
  ];
  await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'meeting', label: 'Meetings', fields });
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const input = (page: Page, name: string) => page.getByLabel(new RegExp(`^${name}( \\*)?$`));
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

async function read(id: string, query = ''): Promise<Resource['attributes']> {
  const response = await (await site.client()).send('GET', `/api/node/meeting/${id}${query}`);
  return ((await response.json()) as EntryDocument).data.attributes;
}

const create = async (attributes: Resource['attributes']): Promise<string> =>
  (await (await site.client()).create(TYPE, { attributes })).id;

describe('an entry with required fields', () => {
  it('is saved as a draft with its title alone, and publishing it names and focuses what is missing', async () => {
    const { page, consoleErrors } = await site.openSignedIn(`/entries/${TYPE}/new`);

    await press(page, 'Save draft');
    await page.getByText('Title is required.').waitFor();
    expect(await page.getByText('Day is required.').count()).toBe(0);
    await page.getByRole('textbox', { name: 'Title' }).fill('Assembly');
    await press(page, 'Save draft');
    await waitForNotification(page, 'Draft saved');
    await page.getByRole('heading', { level: 1, name: 'Assembly' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(await read(id)).toMatchObject({ status: false, field_day: null, field_place: null });
    await press(page, 'Publish');

    await page.getByText('Day is required.').waitFor();
    await page.getByText('Place is required.').waitFor();
    await page.getByText('See the messages beside the fields.').waitFor();
    await input(page, 'Day').and(page.locator(':focus')).waitFor();
    await checkViews(page);

    await input(page, 'Day').fill(WHEN);
    await press(page, 'Publish');
    await page.getByText('Place is required.').waitFor();
    await input(page, 'Place').fill('Lisbon');
    await press(page, 'Publish');
    await waitForNotification(page, 'Published');
    expect(await read(id)).toMatchObject({ status: true, field_day: WHEN, field_place: 'Lisbon' });
    expect(consoleErrors).toEqual([]);
  });

  it('loses a value of a draft by an automatic save', async () => {
    const id = await create({ title: 'Draft', status: false, field_day: WHEN, field_place: 'Lisbon' });
    const { page } = await site.openSignedIn(`/entries/${TYPE}/${id}`);

    await input(page, 'Place').fill('');

    await page.getByText(/^Saved \d/).waitFor();
    expect((await read(id))['field_place']).toBeNull();
  });

  it('keeps the published values until the working copy has all', async () => {
    const id = await create({ title: 'Live', field_day: WHEN, field_place: 'Lisbon' });
    const { page } = await site.openSignedIn(`/entries/${TYPE}/${id}`);

    await input(page, 'Place').fill('');
    await press(page, 'Save changes');
    await waitForNotification(page, 'Changes saved, not published yet');
    expect((await read(id, '?resourceVersion=rel:working-copy'))['field_place']).toBeNull();
    await press(page, 'Publish changes');

    await page.getByText('Place is required.').waitFor();
    await input(page, 'Place').and(page.locator(':focus')).waitFor();
    expect(await read(id)).toMatchObject({ status: true, field_place: 'Lisbon' });
  });
});

async function checkViews(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      await expectSoon(() => findScreenViolations(page)).toEqual([]);
      await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        width,
      );
      if (PICTURES !== undefined)
        await page.screenshot({ path: join(PICTURES, `unfinished-${width}-${colorScheme}.png`) });
    }
}

import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ApiClient, type EntryDocument, type Resource } from '../../support/api-client.js';
import { expectSoon } from '../../support/eventually.js';
import { OffsetClock } from '../../support/served-app.js';
import { AdminSite, findScreenViolations, waitForNotification } from './admin-site.js';
import { countClicks } from './count-clicks.js';
import { type DraftWebsite, startDraftWebsite } from './draft-website.js';

const TYPE = 'node--story';
const password = 'correct horse battery staple';
const [EDITH, WANDA] = [
  { name: 'edith', displayName: 'Edith', role: 'editor', password, keepPassword: true },
  { name: 'wanda', displayName: 'Wanda', role: 'editor', password, keepPassword: true },
];
/** After so many seconds without a key, changes are saved. */
const AUTOSAVE = 10;
const [MINUTE, HOUR, WEEK] = [60, 3600, 7 * 24 * 3600];

/** A folder for pictures of the screens; none by default. */
const PICTURES = process.env['SCREENS_FOLDER'];

/** The clock of the service; the browser has its own. */
const clock = new OffsetClock();
let site: AdminSite;
let website: DraftWebsite;
beforeAll(async () => {
  clock.offsetSeconds = -WEEK - HOUR;
  site = await AdminSite.startAt(clock);
  await site.allowWriting();
  await site.manage('PATCH', '/settings/jsonapi', { publicAccess: true });
  const fields = [
    { name: 'field_lead', type: 'string', label: 'Lead' },
    { name: 'field_text', type: 'text_long', label: 'Text' },
    { name: 'field_box', type: 'text_long', label: 'Info box' },
  ];
  await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'story', label: 'Stories', fields });
  for (const user of [EDITH, WANDA]) await site.manage('POST', '/users', user);
  website = await startDraftWebsite(site.url, ['Website']);
  await site.manage('PATCH', '/settings/content', { previewSites: website.previewSites });
});
afterEach(() => site.closePages());
afterAll(async () => {
  website.stop();
  await site.stop();
});

const html = (...paragraphs: readonly string[]): object => ({
  value: paragraphs.map((text) => `<p>${text}</p>`).join(''),
  format: 'basic_html',
});

/** A published article, whose box lost a paragraph a week ago. */
async function writeLastWeek(): Promise<Resource> {
  const entry = await (
    await site.client()
  ).create(TYPE, {
    attributes: {
      title: 'Night trams',
      ...{ status: true, field_lead: 'Trams run all nihgt.' },
      field_text: html('The first tram leaves at one.'),
      field_box: html('Tickets cost two euros.', 'Dogs travel for free.'),
    },
  });
  clock.offsetSeconds += HOUR / 2;
  await (await site.client()).update(entry, { attributes: { field_box: html('Tickets cost two euros.') } });
  return entry;
}

async function readSite({ id }: Resource): Promise<Resource['attributes']> {
  const response = await new ApiClient(site.url, undefined).send('GET', `/api/node/story/${id}`);
  return ((await response.json()) as EntryDocument).data.attributes;
}

/** Pictures at two widths in two colour schemes. */
async function takePictures(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  const before = page.viewportSize();
  for (const width of [1280, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(PICTURES, `hour-${name}-${width}-${colorScheme}.png`) });
    }
  await page.emulateMedia({ colorScheme: null });
  if (before !== null) await page.setViewportSize(before);
}

const input = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Lets time pass for the service and a page, which tells the service meanwhile that it is open. */
async function advance(page: Page, seconds: number): Promise<void> {
  clock.offsetSeconds += seconds;
  await page.clock.fastForward(1000 * seconds);
}

/** Opens the start screen of a user, and the article from it. */
async function openFromHome(
  user: typeof EDITH,
): Promise<{ page: Page; count: { readonly clicks: number }; consoleErrors: string[] }> {
  const { page, consoleErrors } = await site.openSignedIn('', user, {
    viewport: { width: 1440, height: 900 },
  });
  await page.clock.install();
  await page.reload();
  const count = await countClicks(page);
  await page.getByRole('main').getByRole('link', { name: 'Night trams' }).first().click();
  await page.getByText('Everything is saved').waitFor();
  return { page, count, consoleErrors };
}

it('an article is edited for an hour beside a correction of a colleague, previewed and published with a paragraph of last week, with 7 clicks', async () => {
  const entry = await writeLastWeek();
  clock.offsetSeconds = -HOUR;
  const { page, count, consoleErrors } = await openFromHome(EDITH);
  const before = await readSite(entry);

  // Beside the website, which shows what was saved last.
  await button(page, 'Preview').click();
  const frame = page.frameLocator('iframe[title=Preview]');
  await frame.getByText('The first tram leaves at one.').waitFor();
  await input(page, 'Text').click();
  await page.keyboard.press('Control+End');
  for (const [n, time] of ['two', 'three', 'four', 'five', 'six'].entries()) {
    await page.keyboard.type(` The next at ${time}.`);
    await advance(page, AUTOSAVE);
    await page.getByText(/^Saved \d\d:\d\d/).waitFor();
    await frame.getByText(`The next at ${time}.`).waitFor();
    // A colleague sees the article as it is by then, and corrects the lead.
    if (n === 2) await correctLead(page);
    await advance(page, 10 * MINUTE - AUTOSAVE);
  }
  await page.getByText('Meanwhile others have changed: Lead.').waitFor();
  await expectSoon(() => input(page, 'Lead').inputValue()).toBe('Trams run all night.');
  await takePictures(page, 'preview');
  expect(await readSite(entry)).toEqual(before);

  // The paragraph of last week.
  await button(page, 'History').click();
  const dialog = page.getByRole('dialog', { name: 'History' });
  const revisions = dialog.locator('.mantine-Timeline-item');
  const lastWeek = revisions.filter({ hasText: 'Info box' });
  await lastWeek.getByRole('button', { name: 'Show changes' }).click();
  await expectSoon(() => dialog.locator('del').allInnerTexts()).toEqual([
    expect.stringContaining('Dogs travel for free.'),
  ]);
  await takePictures(page, 'history');
  await expectSoon(() => findScreenViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Take over the earlier values' }).click();
  await input(page, 'Info box').getByText('Dogs travel for free.').waitFor();

  await button(page, 'Publish changes').click();
  await waitForNotification(page, 'Changes published');
  await frame.getByText('Dogs travel for free.').waitFor();
  await takePictures(page, 'published');

  const published = await readSite(entry);
  expect(published).toMatchObject({
    field_lead: 'Trams run all night.',
    field_box: html('Tickets cost two euros.', 'Dogs travel for free.'),
  });
  expect(published['field_text']).toMatchObject({
    value: `<p>The first tram leaves at one.${['two', 'three', 'four', 'five', 'six'].map((time) => ` The next at ${time}.`).join('')}</p>`,
  });
  process.stdout.write(`An hour with an article: ${count.clicks} clicks\n`);
  expect(count.clicks).toBeLessThanOrEqual(7);
  expect(consoleErrors).toEqual([]);
});

/** A colleague corrects the lead in a browser of hers, and leaves. @param page of the editor, whose form stays as it is */
async function correctLead(page: Page): Promise<void> {
  const hers = await openFromHome(WANDA);
  await hers.page.getByText('Edith has this entry open').waitFor();
  await hers.page.getByText('The next at four.').waitFor();
  await input(hers.page, 'Lead').fill('Trams run all night.');
  await takePictures(hers.page, 'colleague');
  await hers.page.keyboard.press('Control+s');
  await hers.page.getByText('Everything is saved').waitFor();
  expect(hers.count.clicks).toBeLessThanOrEqual(1);
  await hers.page.context().close();
  await page.bringToFront();
}

import type { Page } from 'playwright-core';
import type { EntryDocument, Resource } from '../../support/api-client.js';
import { expectSoon } from '../../support/eventually.js';
import { OffsetClock } from '../../support/served-app.js';
import { AdminSite, confirm, findScreenViolations, waitForNotification } from './admin-site.js';

const TYPE = 'node--notice';
const PICTURES = process.env['SCREENS_FOLDER'];

const clock = new OffsetClock();
let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.startAt(clock);
  await site.allowWriting();
  await site.manage('POST', '/bundles', {
    entityType: 'node',
    bundle: 'notice',
    label: 'Notices',
    fields: [],
  });
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const create = async (status: boolean): Promise<Resource> =>
  (await site.client()).create(TYPE, { attributes: { title: 'Night trams', status } });
const panel = (page: Page) => page.getByRole('region', { name: 'Schedule' });

/** Schedules in the form, in Vienna. @param at such as `2027-03-01T09:30` */
async function schedule(page: Page, at: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Add a time' }).click();
  await panel(page).getByText('Time zone: Europe/Vienna').waitFor();
  await panel(page).getByLabel('Time', { exact: true }).fill(at);
  await panel(page).getByRole('button', { name: 'Schedule', exact: true }).click();
  await waitForNotification(page, 'Scheduled');
}
const readSchedules = async ({ id }: Resource): Promise<unknown> =>
  ((await site.manage('GET', `/entry-schedules?entry=${id}`)) as { items: unknown[] }).items;
async function readStatus({ id }: Resource): Promise<unknown> {
  const answer = await (await site.client()).send('GET', `/api/node/notice/${id}`);
  return ((await answer.json()) as EntryDocument).data.attributes['status'];
}

const inVienna = { timezoneId: 'Europe/Vienna' };

it('a draft is scheduled in its form, beside what is typed, and published at that time', async () => {
  const entry = await create(false);
  const { page, consoleErrors } = await site.openSignedIn(
    `/entries/${TYPE}/${entry.id}`,
    undefined,
    inVienna,
  );
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Night trams in spring');

  await schedule(page, '2099-03-01T09:30');
  await panel(page)
    .getByText(/^Mar 1, 2099, 09:30/)
    .waitFor();
  expect(await readSchedules(entry)).toMatchObject([
    { action: 'publish', dueAt: '2099-03-01T08:30:00+00:00' },
  ]);
  await expectSoon(() => title.inputValue()).toBe('Night trams in spring');
  await page.keyboard.press('Control+s');
  await waitForNotification(page, 'Saved');
  expect(await readStatus(entry)).toBe(false);

  // Within the session of the browser, which ends 30 minutes after the last request.
  const inTwentyMinutes = new Date(Date.now() + 20 * 60_000);
  const local = inTwentyMinutes.toLocaleString('sv-SE', { timeZone: inVienna.timezoneId }).replace(' ', 'T');
  await schedule(page, local.slice(0, 'yyyy-mm-ddThh:mm'.length));
  clock.offsetSeconds += 20 * 60;
  await expectSoon(() => readStatus(entry)).toBe(true);
  expect(await readSchedules(entry)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

it('the end of a published entry is proposed, shown after a reload, and taken back', async () => {
  const entry = await create(true);
  const { page } = await site.openSignedIn(`/entries/${TYPE}/${entry.id}`, undefined, inVienna);
  await schedule(page, '2099-03-01T09:30');
  expect(await readSchedules(entry)).toMatchObject([{ action: 'unpublish' }]);

  await page.reload();
  await panel(page).getByRole('button', { name: 'Cancel: unpublish Night trams' }).click();
  await confirm(page, 'Cancel schedule');

  expect(await readSchedules(entry)).toEqual([]);
  await expectSoon(() => panel(page).getByText('Unpublish').count()).toBe(0);
});

it('a time in the past is refused in the form', async () => {
  const { page } = await site.openSignedIn(`/entries/${TYPE}/${(await create(false)).id}`);
  await panel(page).getByRole('button', { name: 'Add a time' }).click();

  await panel(page).getByLabel('Time', { exact: true }).fill('2020-01-01T00:00');

  await panel(page).getByText('This time is in the past: it would be done at once.').waitFor();
  await expectSoon(() =>
    panel(page).getByRole('button', { name: 'Schedule', exact: true }).isDisabled(),
  ).toBe(true);
});

it.each<['light' | 'dark', number]>([
  ['light', 1280],
  ['dark', 390],
])('the inputs have no accessibility violation: %s, %d px', async (colorScheme, width) => {
  const entry = await create(false);
  await (await site.client()).update(entry, { attributes: { publish_on: '2099-01-01T00:00:00Z' } });
  const { page } = await site.openSignedIn(`/entries/${TYPE}/${entry.id}`, undefined, {
    ...{ colorScheme, viewport: { width, height: 900 } },
  });
  await panel(page).getByRole('button', { name: 'Add a time' }).click();
  if (PICTURES !== undefined)
    await page.screenshot({ path: `${PICTURES}/schedule-${colorScheme}-${width}.png`, fullPage: true });

  await expectSoon(() => findScreenViolations(page)).toEqual([]);
  await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
});

import { expectSoon } from '../../support/eventually.js';
import { AdminSite, confirm, findScreenViolations, waitForNotification } from './admin-site.js';

/** A folder for pictures; none by default. */
const PICTURES = process.env['SCREENS_FOLDER'];

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'note', label: 'Note', fields: [] });
  const attributes = {
    ...{ title: 'Trams', status: false },
    ...{ publish_on: '2099-12-31T12:00:00Z', unpublish_on: '2100-01-31T12:00:00Z' },
  };
  await (await site.client()).create('node--note', { attributes });
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

interface Schedule {
  readonly cron: string;
  readonly enabled: boolean;
}

const read = async (name: string): Promise<Schedule> =>
  (await site.manage('GET', `/schedules/${name}`)) as Schedule;

describe('schedules screen', () => {
  it('enables a schedule and disables it again', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/schedules');
    const row = page.getByRole('row').filter({ hasText: 'Check the index' });
    const toggle = row.getByRole('switch', { name: 'Enabled: Check the index' });
    await row.getByText('No run yet').last().waitFor();
    await expectSoon(() => toggle.isChecked()).toBe(false);

    await toggle.click({ force: true });
    await waitForNotification(page, 'Enabled: Check the index');
    await row
      .getByText(/^in (a moment|\d+ (minutes?|hours?|days?))$/)
      .last()
      .waitFor();
    await expectSoon(() => read('verify-index')).toMatchObject({ enabled: true });
    await toggle.click({ force: true });

    await waitForNotification(page, 'Disabled: Check the index');
    await row.getByText('Never').last().waitFor();
    await expectSoon(() => read('verify-index')).toMatchObject({ enabled: false });
    expect(consoleErrors).toEqual([]);
  });

  it('changes the times of a schedule, whose next three it names', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/schedules');
    await page.getByRole('button', { name: 'Actions for: Delete old events' }).click();
    await page.getByRole('menuitem', { name: 'Change times' }).click();
    const dialog = page.getByRole('dialog');
    const input = dialog.getByRole('textbox', { name: 'Cron expression' });
    const times = dialog.getByRole('listitem');
    await times
      .filter({ hasText: /^\w+day, \w+ \d+, \d{4} at 02:20 UTC$/ })
      .nth(2)
      .waitFor();

    await input.fill('0 0 31 2 *');
    await dialog.getByText('The expression names no time.').waitFor();
    await dialog.getByRole('button', { name: 'Change times' }).click();
    await dialog.getByText(/must be five parts, .+ of a time that occurs/).waitFor();
    await input.fill('45 6 * * MON');
    await times
      .filter({ hasText: /^Monday, \w+ \d+, \d{4} at 06:45 UTC$/ })
      .nth(2)
      .waitFor();
    await dialog.getByRole('button', { name: 'Change times' }).click();

    await waitForNotification(page, 'Changed: Delete old events');
    await page.getByText('45 6 * * MON (changed)').waitFor();
    await expectSoon(() => read('prune-events')).toMatchObject({ cron: '45 6 * * MON' });
    expect(consoleErrors).toEqual([]);
  });

  it('runs a job at once and shows how it ended', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/schedules');
    const row = page.getByRole('row').filter({ hasText: 'Delete finished jobs' });

    await row.getByRole('button', { name: 'Actions for: Delete finished jobs' }).click();
    await page.getByRole('menuitem', { name: 'Run now' }).click();
    await waitForNotification(page, 'The job is queued');
    await row.getByText('succeeded').last().waitFor();
    await row.getByRole('link', { name: 'Last job: Delete finished jobs' }).last().click();

    await page.getByRole('heading', { name: 'Deletion of old records' }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('shows which entries will be published and unpublished, and cancels one', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/schedules');
    const publications = page.getByRole('region', { name: 'Publications' });
    const row = (action: string) => publications.getByRole('row').filter({ hasText: action });
    await row('Unpublish').getByRole('link', { name: 'Trams' }).waitFor();

    await publications.getByRole('button', { name: 'Cancel: unpublish Trams' }).click();
    await confirm(page, 'Cancel schedule');
    await waitForNotification(page, 'Cancelled: unpublish Trams');
    await row('Unpublish').waitFor({ state: 'detached' });

    await row('Publish').getByRole('link', { name: 'Trams' }).click();
    await page.getByRole('heading', { name: 'Trams' }).waitFor();
    await expectSoon(() => site.manage('GET', '/entry-schedules')).toMatchObject({
      items: [{ action: 'publish' }],
    });
    expect(consoleErrors).toEqual([]);
  });

  it('shows the publications of a month as a calendar, and by day on narrow screens', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/schedules');
    const publications = page.getByRole('region', { name: 'Publications' });

    await publications.getByText('Calendar', { exact: true }).click();
    await page.waitForURL(/month=\d{4}-\d\d/);
    await publications.getByRole('button', { name: 'Next month' }).press('Enter');
    await page.goto(`${site.url}/admin/schedules?month=2099-11`);
    await publications.getByRole('button', { name: 'Next month' }).press('Enter');
    await publications.getByRole('heading', { name: 'December 2099' }).waitFor();
    const cell = publications.getByRole('cell').filter({ hasText: 'Trams' });
    await cell.getByText(/^31$/).waitFor();
    await expectSoon(() =>
      publications.getByRole('table', { name: 'December 2099' }).getByRole('row').count(),
    ).toBe(6);
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      await expectSoon(() => findScreenViolations(page)).toEqual([]);
      await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        width,
      );
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/calendar-${width}.png` });
    }
    await publications.getByRole('heading', { name: 'Thursday, December 31' }).waitFor();
    await publications.getByRole('link', { name: 'Trams' }).and(page.locator(':visible')).click();

    await page.getByRole('heading', { level: 1, name: 'Trams' }).waitFor();
    expect(consoleErrors).toEqual([]);
  });
});

describe('the list of a type with schedules', () => {
  it('has a status Scheduled and a column with the times, by one request for a page', async () => {
    await (await site.client()).create('node--note', { attributes: { title: 'Ferries' } });
    const { page, consoleErrors } = await site.openSignedIn('');
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/entry-schedules')) requests.push(request.url());
    });
    await page.goto(`${site.url}/admin/entries/node--note`);
    await page.getByRole('link', { name: 'Ferries' }).waitFor();

    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Schedule' }).click();
    await page.keyboard.press('Escape');
    const row = page.getByRole('row').filter({ hasText: 'Trams' });
    await row
      .getByText(/^Publish in \d+ years/)
      .and(page.locator(':visible'))
      .waitFor();
    await page.waitForURL(/publish_on/);
    expect(requests).toHaveLength(1);
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Scheduled' }).click();
    await page.getByRole('link', { name: 'Ferries' }).waitFor({ state: 'detached' });
    await row.waitFor();

    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expectSoon(() => findScreenViolations(page)).toEqual([]);
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/scheduled-list-${width}.png` });
    }
    expect(consoleErrors).toEqual([]);
  });

  it('leads to an entry that Ctrl+K schedules, and whose times it cancels', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/schedules');
    await page
      .getByRole('region', { name: 'Publications' })
      .getByRole('link', { name: 'Trams' })
      .first()
      .click();
    const panel = page.getByRole('region', { name: 'Schedule' });
    await panel
      .getByRole('button', { name: /^Cancel: / })
      .first()
      .waitFor();
    const run = async (text: string, name: string): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
      await page.keyboard.type(text);
      await page.getByRole('option', { selected: true, name, exact: true }).waitFor();
      await page.keyboard.press('Enter');
    };

    await run('schedule this', 'Schedule this entry');
    await panel.getByRole('combobox', { name: 'Action' }).and(page.locator(':focus')).waitFor();
    await run('cancel publ', 'Cancel: publish Trams');
    await confirm(page, 'Cancel schedule');

    await waitForNotification(page, 'Cancelled: publish Trams');
    expect(consoleErrors).toEqual([]);
  });
});

import { eventually, expectSoon } from '../../support/eventually.js';
import { AdminSite, confirm, waitForNotification } from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  // No broker answers at this address.
  site = await AdminSite.startWith({ BROKER_URL: 'nats://127.0.0.1:1' });
  await site.allowWriting();
  // Its job would be the first one at the 17th minute of an hour.
  await site.manage('PATCH', '/schedules/prune-expired', { enabled: false });
  await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'note', label: 'Note', fields: [] });
  await (await site.client()).create('node--note', { attributes: { title: 'Trams' } });
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

describe('event consumers screen', () => {
  it('shows how far each consumer is behind, its process, and why it does not go on', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/consumers');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });

    await row('Creates the deliveries of webhooks').getByText('Nothing').waitFor();
    await row('Creates the deliveries of webhooks').getByText('running').last().waitFor();
    await row('Publishes events at the message broker').getByText('error').last().waitFor();
    await row('Publishes events at the message broker')
      .getByText(/^\d+ events$/)
      .waitFor();

    expect(consoleErrors).toEqual([]);
  });

  it('pauses a consumer, lets it continue at another position, and removes it', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/consumers');
    const row = page.getByRole('row').filter({ hasText: 'Publishes events at the message broker' });
    const choose = async (action: string): Promise<void> => {
      await row.getByRole('button', { name: 'Actions for broker' }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };

    await choose('Pause');
    await confirm(page, 'Pause reader');
    await waitForNotification(page, 'broker is paused');
    await row.getByText('paused').last().waitFor();
    await choose('Change position');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Position' }).fill('99');
    await dialog.getByRole('button', { name: 'Change position' }).click();
    await dialog.getByText(/must be from 0 to [\d,]+\.$/).waitFor();
    await dialog.getByRole('textbox', { name: 'Position' }).fill('0');
    await dialog.getByRole('button', { name: 'Change position' }).click();
    await waitForNotification(page, 'broker continues at the position 0');
    await row.getByText('Free').waitFor();
    await choose('Remove');
    await confirm(page, 'Remove reader');
    await waitForNotification(page, 'broker is removed');

    expect(consoleErrors).toEqual([]);
  });

  it('offers no change of the consumer that assigns the positions', async () => {
    const { page } = await site.openSignedIn('/consumers');

    await page.getByRole('row').filter({ hasText: 'Puts new events in their order' }).waitFor();

    await expectSoon(() => page.getByRole('button', { name: 'Actions for log' }).count()).toBe(0);
  });
});

interface JobList {
  readonly items: readonly { readonly id: string; readonly state: string }[];
}

describe('jobs screen', () => {
  it('says what to do without jobs, starts one and follows it until it has ended', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/jobs');
    await page.getByText('No jobs yet').waitFor();

    await page.getByRole('button', { name: 'New job' }).click();
    await page.getByRole('menuitem', { name: 'Check the index' }).click();
    await waitForNotification(page, 'The job is queued');
    const row = page.getByRole('row').filter({ hasText: 'Check of the index' });
    await row.getByText('succeeded').waitFor();
    await row.getByRole('link', { name: 'Check of the index' }).click();

    await page.getByText('"differences": 0').waitFor();
    await page.getByText('Administrator').last().waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('filters by state', async () => {
    const { page } = await site.openSignedIn('/jobs');

    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'failed' }).click();

    await page.waitForURL(/state=failed/);
    await page.getByText('No job is in this state.').waitFor();
  });
});

describe('message broker', () => {
  it('gets events again, as a job that the next screen shows', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/consumers');
    await page.getByRole('button', { name: 'Actions for broker' }).click();
    await page.getByRole('menuitem', { name: 'Send events again' }).click();
    const dialog = page.getByRole('dialog');
    await expectSoon(() => dialog.getByRole('button', { name: 'Send again' }).isDisabled()).toBe(true);

    await dialog.getByRole('textbox', { name: 'Events since' }).fill('2024-01-31T12:00');
    await dialog.getByRole('textbox', { name: 'Events before' }).fill('2023-01-31T12:00');
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText('Events before cannot be before the beginning.').waitFor();
    await dialog.getByRole('textbox', { name: 'Events before' }).fill('');
    await dialog.getByRole('checkbox', { name: 'An entry was created.' }).check();
    await dialog.getByRole('button', { name: 'Send again' }).click();

    await page.getByRole('heading', { name: 'Replay of events to the message broker' }).waitFor();
    const { items } = (await site.manage('GET', '/jobs?kind=broker.replay')) as { items: unknown[] };
    expect(items).toMatchObject([{ parameters: { types: ['entry.created'] } }]);
    expect(consoleErrors).toEqual([]);
  });
});

describe('a job that no process does', () => {
  let idle: AdminSite;
  beforeAll(async () => {
    idle = await AdminSite.startWith({ JOB_CONCURRENCY: '0' });
    await idle.manage('POST', '/jobs', { kind: 'index.rebuild' });
  });
  afterAll(() => idle.stop());

  it('is cancelled after a question, and resumed', async () => {
    const { page, consoleErrors } = await idle.openSignedIn('/jobs');
    const row = page.getByRole('row').filter({ hasText: 'Rebuild of the index' });

    await row.getByText('queued').first().waitFor();
    await row.getByRole('button', { name: 'Cancel: Rebuild of the index' }).click();
    await confirm(page, 'Cancel job');
    await row.getByText('cancelled').waitFor();
    await row.getByRole('button', { name: 'Resume: Rebuild of the index' }).click();
    await waitForNotification(page, 'The job is queued again');

    await eventually(async () => {
      const { items } = (await idle.manage('GET', '/jobs')) as JobList;
      return items[0]?.state === 'queued';
    });
    expect(consoleErrors).toEqual([]);
  });

  it('is fetched again while it is not finished', async () => {
    const { page } = await idle.openSignedIn('/jobs');
    await page.getByRole('row').filter({ hasText: 'queued' }).waitFor();
    const { items } = (await idle.manage('GET', '/jobs')) as JobList;

    await idle.manage('PATCH', `/jobs/${items[0]?.id}`, { action: 'cancel' });

    await page.getByRole('row').getByText('cancelled').waitFor();
  });
});

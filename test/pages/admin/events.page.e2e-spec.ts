import { expectSoon } from '../../support/eventually.js';
import { AdminSite, waitForNotification, EDITOR } from './admin-site.js';

let site: AdminSite;
let ids: string[];
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'note', label: 'Note', fields: [] });
  const client = await site.client();
  ids = [];
  for (const title of ['Trams', 'Buses'])
    ids.push((await client.create('node--note', { attributes: { title, status: false } })).id);
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

describe('events screen', () => {
  it('filters by type and by entry, and shows the entry of an event as JSON', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/events');
    await page.getByText('Buses · node--note').waitFor();

    await page.getByRole('combobox', { name: 'Event' }).click();
    await page.getByRole('option', { name: 'An entry was deleted.' }).click();
    await page.getByText('No event matches the filters').waitFor();
    await page.getByRole('combobox', { name: 'Event' }).click();
    await page.getByRole('option', { name: 'Any' }).click();
    await page.getByRole('textbox', { name: 'Id of an entry' }).fill(ids[0] ?? '');
    await page.waitForURL(new RegExp(`subject=${ids[0]}`));
    await page.getByText('Buses · node--note').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Created' }).click();

    await page.getByText('"title": "Trams"').waitFor();
    await page.getByText('First client').waitFor();
    await page.getByText(/^Version$/).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('shows a change of management data in words, with its details', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/events?subject=node--note&subjectType=bundle');

    await page.getByText('bundle node--note').waitFor();
    await page.getByText('label: Note').waitFor();
    await page.getByRole('link', { name: 'Type created', exact: true }).click();

    await page.getByText('"label": "Note"').waitFor();
    await page.getByText('Only with site_settings:administer').waitFor();
    expect(consoleErrors).toEqual([]);
  });
});

describe('history of an entry', () => {
  it('names the changes, their time with its zone, and the users, and leads to all events', async () => {
    const { page, consoleErrors } = await site.openSignedIn(`/entries/node--note/${ids[0]}`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Trams of Lisbon');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await waitForNotification(page, 'Saved');
    await page.getByRole('button', { name: 'Publish' }).click();
    await waitForNotification(page, 'Published');

    await page.getByRole('button', { name: 'History' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Published').waitFor();

    const zone = await page.evaluate<string>(
      "new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' }).formatToParts().find(({ type }) => type === 'timeZoneName').value",
    );
    const texts = (await dialog.locator('.mantine-Timeline-item').allInnerTexts()).map((text) =>
      text.split('\n').filter((line) => line !== ''),
    );
    const actor = expect.stringMatching(new RegExp(`^Administrator · .*${zone}`)) as string;
    expect(texts).toEqual([
      ['Published', actor, 'Show changes'],
      ['Changed', actor, 'Title', 'Show changes'],
      ['Created', expect.stringContaining(zone)],
    ]);
    await dialog.getByRole('link', { name: 'All events of this entry' }).click();
    await page.getByRole('link', { name: 'Created' }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('is offered to users without site_settings:administer, without the events', async () => {
    await site.manage('POST', '/users', EDITOR);
    const { page } = await site.openSignedIn(`/entries/node--note/${ids[1]}`, EDITOR);

    await page.getByRole('button', { name: 'History' }).click();
    await page.getByText('Nothing has been changed since').waitFor();

    await expectSoon(() => page.getByRole('link', { name: 'All events of this entry' }).count()).toBe(0);
  });
});

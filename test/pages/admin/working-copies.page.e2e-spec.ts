import type { Page } from 'playwright-core';
import { ApiClient, type EntryDocument, type Resource } from '../../support/api-client.js';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, confirm, findScreenViolations, waitForNotification, EDITOR } from './admin-site.js';

const TYPE = 'node--story';
let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  await site.manage('PATCH', '/settings/jsonapi', { publicAccess: true });
  const fields = [
    { name: 'field_lead', type: 'string', label: 'Lead' },
    { name: 'field_text', type: 'text_long', label: 'Text' },
  ];
  await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'story', label: 'Stories', fields });
  await site.manage('POST', '/users', EDITOR);
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

type Attributes = Resource['attributes'];

const html = (value: string): object => ({ value, format: 'basic_html' });

const publish = async (title: string, attributes: Attributes = {}): Promise<Resource> =>
  (await site.client()).create(TYPE, {
    attributes: {
      ...{ title, status: true, field_lead: 'A lead.', field_text: html('<p>The first line.</p>') },
      ...attributes,
    },
  });

/** What a reader of the site gets. */
async function readSite(id: string): Promise<Attributes> {
  const response = await new ApiClient(site.url, undefined).send('GET', `/api/node/story/${id}`);
  return ((await response.json()) as EntryDocument).data.attributes;
}

async function readCopy(id: string): Promise<Attributes> {
  const path = `/api/node/story/${id}?resourceVersion=rel:working-copy`;
  const response = await (await site.client()).send('GET', path);
  return ((await response.json()) as EntryDocument).data.attributes;
}

/** A colleague's change of the published version. */
const correct = async (id: string, attributes: Attributes): Promise<unknown> =>
  (await site.client()).update({ type: TYPE, id }, { attributes });

async function openStory(id: string): Promise<Page> {
  const { page } = await site.openSignedIn(`/entries/${TYPE}/${id}`, EDITOR);
  await page.getByText('Everything is saved').waitFor();
  return page;
}

const input = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const state = (page: Page) => page.getByRole('complementary', { name: 'Publishing' });

describe('the editor of a published entry', () => {
  it('keeps changes from the site until they are published, together with a correction by a colleague', async () => {
    const { id } = await publish('Trams');
    const page = await openStory(id);
    const count = { clicks: 0 };
    const press = async (name: string): Promise<void> => {
      count.clicks += 1;
      await button(page, name).click();
    };
    await state(page).getByText('Published', { exact: true }).waitFor();

    await input(page, 'Title').fill('Trams of Lisbon');
    await press('Save changes');
    await waitForNotification(page, 'Changes saved, not published yet');
    await state(page).getByText('Published, with changes').waitFor();
    await correct(id, { field_lead: 'A corrected lead.' });
    await input(page, 'Text').fill('The second line.');
    await press('Save changes');
    await expectSoon(async () => (await readCopy(id))['field_text']).toMatchObject({
      value: '<p>The second line.</p>',
    });
    await input(page, 'Title').fill('The trams of Lisbon');
    await press('Save changes');
    await page.getByText('Everything is saved').waitFor();

    await expectSoon(() => readSite(id)).toMatchObject({
      title: 'Trams',
      field_lead: 'A corrected lead.',
      field_text: { value: '<p>The first line.</p>' },
    });
    await press('Publish changes');
    await waitForNotification(page, 'Changes published');
    await state(page).getByText('Published', { exact: true }).waitFor();
    await expectSoon(() => readSite(id)).toMatchObject({
      title: 'The trams of Lisbon',
      field_lead: 'A corrected lead.',
      field_text: { value: '<p>The second line.</p>' },
    });
    process.stdout.write(`An editor's walk with a working copy: ${count.clicks} clicks\n`);
    expect(count.clicks).toBe(4);
  });

  it('publishes a change at once while there is no working copy', async () => {
    const { id } = await publish('Buses');
    const page = await openStory(id);
    await expectSoon(() => button(page, 'Publish changes').isDisabled()).toBe(true);

    await input(page, 'Title').fill('Night buses');
    await button(page, 'Publish changes').click();
    await waitForNotification(page, 'Changes published');

    await expectSoon(() => readSite(id)).toMatchObject({ title: 'Night buses', status: true });
    await state(page).getByText('Published', { exact: true }).waitFor();
  });

  it('discards changes after a question', async () => {
    const { id } = await publish('Ferries');
    const page = await openStory(id);
    await input(page, 'Title').fill('Slow ferries');
    await button(page, 'Save changes').click();
    await state(page).getByText('Published, with changes').waitFor();

    await button(page, 'Discard changes').click();
    await confirm(page, 'Discard changes');
    await waitForNotification(page, 'Changes discarded');

    await state(page).getByText('Published', { exact: true }).waitFor();
    await expectSoon(() => input(page, 'Title').inputValue()).toBe('Ferries');
    await expectSoon(() => button(page, 'Discard changes').count()).toBe(0);
    await expectSoon(() => readCopy(id)).toMatchObject({ title: 'Ferries', status: true });
  });

  it('keeps changes when the entry is unpublished, and publishes both again', async () => {
    const { id } = await publish('Cabs');
    const page = await openStory(id);
    await input(page, 'Title').fill('Yellow cabs');
    await button(page, 'Save changes').click();
    await state(page).getByText('Published, with changes').waitFor();

    await button(page, 'Unpublish').click();
    await state(page).getByText('Draft', { exact: true }).waitFor();
    await expectSoon(() => input(page, 'Title').inputValue()).toBe('Yellow cabs');
    await button(page, 'Publish').click();
    await state(page).getByText('Published', { exact: true }).waitFor();

    await expectSoon(() => readSite(id)).toMatchObject({ title: 'Yellow cabs', status: true });
  });

  it('shows what the site changed meanwhile, and publishes the values that are chosen', async () => {
    const { id } = await publish('Lifts');
    const page = await openStory(id);
    await input(page, 'Title').fill('Lifts of the old town');
    await input(page, 'Lead').fill('My lead.');
    await button(page, 'Save changes').click();
    await state(page).getByText('Published, with changes').waitFor();
    await correct(id, { title: 'Lifts and stairs', field_lead: 'Their lead.' });

    await button(page, 'Publish changes').click();
    const dialog = page.getByRole('dialog', { name: '2 fields were changed on the site since' });
    const lead = dialog.getByRole('radiogroup', { name: 'Lead' });
    await expectSoon(() => lead.locator('del').allInnerTexts()).toEqual([expect.stringContaining('Their')]);
    await expectSoon(() => lead.locator('ins').allInnerTexts()).toEqual([expect.stringContaining('My')]);
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await button(page, 'Continue editing').click();
    await dialog.waitFor({ state: 'detached' });
    await button(page, 'Publish changes').click();
    await lead.getByRole('radio', { name: 'Keep that of the site' }).check();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await waitForNotification(page, 'Changes published');

    await expectSoon(() => readSite(id)).toMatchObject({
      title: 'Lifts of the old town',
      field_lead: 'Their lead.',
    });
    await expectSoon(() => input(page, 'Lead').inputValue()).toBe('Their lead.');
    await page.getByText('Everything is saved').waitFor();
  });
});

/** The requests that a page sends to change entries: whether each is about a working copy, and whether it is an automatic save. */
function watchWrites(page: Page): { readonly copy: boolean; readonly minor: boolean }[] {
  const writes: { copy: boolean; minor: boolean }[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'PATCH') return;
    writes.push({
      copy: request.url().endsWith('?resourceVersion=rel%3Aworking-copy'),
      minor: (request.postData() ?? '').includes('"minor":true'),
    });
  });
  return writes;
}

const AUTOSAVE = { copy: true, minor: true };

/** Opens an entry with a clock that the test sets, which goes on by itself, too. */
async function openWithClock(id: string): Promise<Page> {
  const { page } = await site.openSignedIn('', EDITOR);
  await page.clock.install();
  await page.goto(`${site.url}/admin/entries/${TYPE}/${id}`);
  await page.getByText('Everything is saved').waitFor();
  return page;
}

describe('autosave', () => {
  it('saves into the working copy some seconds after the last key, and keeps the caret and the steps to undo', async () => {
    const { id } = await publish('Rails');
    const page = await openWithClock(id);
    const writes = watchWrites(page);
    const notifications = page.locator('.mantine-Notification-root');
    await input(page, 'Text').click();
    await page.keyboard.press('Control+Home');

    await page.keyboard.type('Old ');
    await page.getByText('There are changes that are not saved').waitFor();
    await page.clock.fastForward(10_000);
    await page.getByText(/^Saved \d\d:\d\d/).waitFor();
    await state(page).getByText('Published, with changes').waitFor();
    await page.keyboard.type('rails. ');
    await expectSoon(() => input(page, 'Text').innerText()).toBe('Old rails. The first line.');
    await page.clock.fastForward(10_000);
    await expectSoon(async () => (await readCopy(id))['field_text']).toMatchObject({
      value: '<p>Old rails. The first line.</p>',
    });

    expect(writes).toEqual([AUTOSAVE, AUTOSAVE]);
    await expectSoon(() => notifications.count()).toBe(0);
    await expectSoon(() => readSite(id)).toMatchObject({ field_text: { value: '<p>The first line.</p>' } });
    await expectSoon(async () => {
      await page.keyboard.press('Control+z');
      return input(page, 'Text').innerText();
    }).toBe('The first line.');
  });

  it('is cancelled by a save, and keeps what is typed while one is on its way', async () => {
    const { id } = await publish('Depots');
    const page = await openWithClock(id);
    const writes = watchWrites(page);
    await input(page, 'Title').fill('Depots of the city');
    await page.keyboard.press('Control+s');
    await page.getByText('Everything is saved').waitFor();
    await page.clock.fastForward(10_000);
    const answers = new Set<() => void>();
    await page.route('**/api/node/story/**', async (route) => {
      await new Promise<void>((resolve) => answers.add(resolve));
      await route.continue();
    });

    await input(page, 'Lead').fill('A');
    await page.clock.fastForward(10_000);
    await expectSoon(() => answers.size).toBe(1);
    await input(page, 'Lead').press('End');
    await page.keyboard.type(' new lead');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const answer of answers) answer();
    await expectSoon(async () => (await readCopy(id))['field_lead']).toBe('A');
    await page.getByText('There are changes that are not saved').waitFor();
    await expectSoon(() => input(page, 'Lead').inputValue()).toBe('A new lead');
    await page.keyboard.press('Control+s');
    await page.getByText('Everything is saved').waitFor();

    await expectSoon(() => readCopy(id)).toMatchObject({
      title: 'Depots of the city',
      field_lead: 'A new lead',
    });
    expect(writes).toEqual([{ copy: true, minor: false }, AUTOSAVE, { copy: true, minor: false }]);
  });

  it('saves a draft, and nothing while a value is missing', async () => {
    const { id } = await publish('Bridges', { status: false });
    const page = await openWithClock(id);
    const writes = watchWrites(page);
    await input(page, 'Title').fill('');
    await page.clock.fastForward(20_000);
    await page.getByText('There are changes that are not saved').waitFor();
    expect(writes).toEqual([]);

    await input(page, 'Title').fill('Bridges of iron');
    await page.clock.fastForward(10_000);
    await page.getByText(/^Saved \d\d:\d\d/).waitFor();

    await state(page).getByText('Draft', { exact: true }).waitFor();
    await expectSoon(() => readCopy(id)).toMatchObject({ title: 'Bridges of iron', status: false });
  });

  it('says quietly that it failed, and tries again', async () => {
    const { id } = await publish('Tunnels');
    const page = await openWithClock(id);
    await page.route('**/api/node/story/**', (route) => route.abort());
    await input(page, 'Title').fill('Tunnels of the line');
    await page.clock.fastForward(10_000);
    await page.getByText(/^Not saved automatically: /).waitFor();
    await expectSoon(() => page.getByRole('alert').count()).toBe(0);

    await page.unrouteAll();
    await page.clock.fastForward(10_000);
    await page.getByText(/^Saved \d\d:\d\d/).waitFor();

    await expectSoon(() => readCopy(id)).toMatchObject({ title: 'Tunnels of the line' });
  });

  it('stops when another user has changed the copy, and a save asks then', async () => {
    const { id } = await publish('Stairs');
    const page = await openWithClock(id);
    const writes = watchWrites(page);
    await input(page, 'Title').fill('Stairs of stone');
    const path = `/api/node/story/${id}?resourceVersion=rel:working-copy`;
    const document = { data: { type: TYPE, id, attributes: { title: 'Stairs of wood' } } };
    await (await site.client()).send('PATCH', path, { document });
    await page.clock.fastForward(10_000);
    await page.getByText(/^Not saved automatically: /).waitFor();
    await input(page, 'Title').fill('Stairs of iron');
    await page.clock.fastForward(20_000);

    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'This entry was changed meanwhile' });
    const title = dialog.getByRole('radiogroup', { name: 'Title' });
    await title.getByRole('radio', { name: /, saved / }).waitFor();
    await expectSoon(() => title.locator('ins').allInnerTexts()).toEqual(
      ['wood', 'iron'].map((word) => expect.stringContaining(word) as string),
    );
    await page.clock.fastForward(20_000);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Everything is saved').waitFor();

    await expectSoon(() => readCopy(id)).toMatchObject({ title: 'Stairs of iron' });
    expect(writes.map(({ minor }) => minor)).toEqual([true, false, false]);
  });
});

describe('lists', () => {
  it('mark entries with changes by one request, and have a tab with them', async () => {
    const { id } = await publish('Signals');
    await publish('Switches');
    const page = await openStory(id);
    await input(page, 'Title').fill('Signals by night');
    await button(page, 'Save changes').click();
    await state(page).getByText('Published, with changes').waitFor();
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/manage/entry-copies')) requests.push(request.url());
    });

    await page.getByRole('link', { name: '← Stories' }).click();
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name }) });
    await row('Signals').getByText('with changes').waitFor();
    await expectSoon(() => row('Switches').getByText('with changes').count()).toBe(0);
    expect(requests).toHaveLength(1);

    await button(page, 'Changes').click();
    await row('Signals by night').getByRole('cell', { name: 'Title', exact: true }).waitFor();
    await row('Signals by night').getByRole('cell', { name: 'Edith' }).waitFor();
    await expectSoon(() => row('Switches').count()).toBe(0);
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Signals by night' }).click();
    await expectSoon(() => input(page, 'Title').inputValue()).toBe('Signals by night');

    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
    const draft = page
      .getByRole('region', { name: 'Drafts' })
      .getByRole('listitem')
      .filter({
        has: page.getByRole('link', { name: 'Signals by night' }),
      });
    await draft.getByText('with changes').waitFor();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
  });
});

import type { Page } from 'playwright-core';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations, waitForNotification, EDITOR } from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  const fields = [
    { name: 'field_text', type: 'text_long', label: 'Text' },
    {
      ...{ name: 'field_related', type: 'entity_reference', label: 'Related', cardinality: -1 },
      settings: { targetTypes: ['node--note'] },
    },
  ];
  await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'note', label: 'Note', fields });
  await site.manage('POST', '/users', EDITOR);
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const html = (value: string): object => ({ field_text: { value, format: 'basic_html' } });
const open = async (id: string): Promise<Page> =>
  (await site.openSignedIn(`/entries/node--note/${id}`, EDITOR)).page;

describe('the history of an entry', () => {
  it('brings a deleted paragraph back in four clicks', async () => {
    const client = await site.client();
    const first = '<p>The first line.</p><p>The lost line.</p>';
    const { id, type } = await client.create('node--note', {
      attributes: { title: 'Trams', ...html(first) },
    });
    await client.update({ id, type }, { attributes: html('<p>The first line.</p>') as never });
    const data = { type, id, attributes: { title: 'Trams of Lisbon' } };
    const meta = { revision: { note: 'Says which trams' } };
    await client.send('PATCH', `/api/node/note/${id}`, { document: { data, meta } });
    const page = await open(id);

    await page.getByRole('button', { name: 'History' }).click();
    const dialog = page.getByRole('dialog', { name: 'History' });
    const revisions = dialog.locator('.mantine-Timeline-item');
    await revisions.nth(0).getByText('Says which trams').waitFor();
    await revisions.nth(1).getByRole('button', { name: 'Show changes' }).click();
    await dialog.getByText('The lost line.').waitFor();
    await expectSoon(() => dialog.locator('del').allInnerTexts()).toEqual([
      expect.stringContaining('The lost line.'),
    ]);
    await dialog.getByRole('button', { name: 'Take over the earlier values' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Text' }).getByText('The lost line.').waitFor();
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await waitForNotification(page, 'Changes published');

    const { data: saved } = (await (await client.send('GET', `/api/node/note/${id}`)).json()) as {
      data: { attributes: { title: string; field_text: { value: string } } };
    };
    expect(saved.attributes.title).toBe('Trams of Lisbon');
    expect(saved.attributes.field_text.value).toContain('The lost line.');
  });

  it('has discarded changes of a published entry, which can be taken over', async () => {
    const client = await site.client();
    const { id } = await client.create('node--note', { attributes: { title: 'Funiculars' } });
    const path = `/api/node/note/${id}?resourceVersion=rel:working-copy`;
    const document = { data: { type: 'node--note', id, attributes: { title: 'Steep funiculars' } } };
    await client.send('PATCH', path, { document });
    await client.send('DELETE', path);
    const page = await open(id);

    await page.getByRole('button', { name: 'History' }).click();
    await page.getByText('Changes discarded').waitFor();
    await page.getByRole('button', { name: 'Show changes' }).click();
    await page.locator('del', { hasText: 'Steep' }).waitFor();
    await page.getByRole('button', { name: 'Take over the earlier values' }).click();

    await expectSoon(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(
      'Steep funiculars',
    );
  });

  it('names the entries that a reference gained and lost', async () => {
    const client = await site.client();
    const [old, other] = [
      await client.create('node--note', { attributes: { title: 'Ferries' } }),
      await client.create('node--note', { attributes: { title: 'Buses' } }),
    ];
    const link = ({ id }: { id: string }): object => ({
      field_related: { data: [{ type: 'node--note', id }] },
    });
    const { id, type } = await client.create('node--note', {
      attributes: { title: 'Traffic' },
      relationships: link(old) as never,
    });
    await client.update({ id, type }, { relationships: link(other) as never });
    const page = await open(id);

    await page.getByRole('button', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Show changes' }).click();

    await page.locator('del', { hasText: 'Ferries' }).waitFor();
    await page.locator('ins', { hasText: 'Buses' }).waitFor();
  });
});

describe('the question before a deletion', () => {
  const link = (...targets: readonly { id: string }[]): { relationships: never } => ({
    relationships: {
      field_related: { data: targets.map(({ id }) => ({ type: 'node--note', id })) },
    } as never,
  });

  it('names the entry and those that link it, with their number', async () => {
    const client = await site.client();
    const target = await client.create('node--note', { attributes: { title: 'Quays' } });
    for (const n of [1, 2, 3, 4, 5, 6, 7])
      await client.create('node--note', { attributes: { title: `Harbour ${n}` }, ...link(target) });
    const page = await open(target.id);

    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete «Quays»?' });
    await dialog.getByText('Used in 7 entries (Note · Related)').waitFor();
    await dialog.getByText('and 2 more').waitFor();
    const links = dialog.getByRole('link', { name: /^Harbour \d$/ });
    await expectSoon(() => links.count()).toBe(5);
    const [opened] = await Promise.all([page.context().waitForEvent('page'), links.first().click()]);
    await opened.getByRole('heading', { level: 1, name: /^Harbour \d$/ }).waitFor();
    await opened.close();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete entry' }).click();

    await waitForNotification(page, 'Deleted');
    await expectSoon(async () => (await client.send('GET', `/api/node/note/${target.id}`)).status).toBe(404);
  });

  it('leaves out the links between entries that are deleted together', async () => {
    const client = await site.client();
    const [one, other] = [
      await client.create('node--note', { attributes: { title: 'Pier one' } }),
      await client.create('node--note', { attributes: { title: 'Pier two' } }),
    ];
    await client.update(one, link(other));
    await client.create('node--note', { attributes: { title: 'Breakwater' }, ...link(one, other) });
    const { page } = await site.openSignedIn('/entries/node--note?q=Pier', EDITOR);

    await page.getByLabel('Select all of this page').check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();

    const dialog = page.getByRole('dialog', { name: 'Delete 2 entries?' });
    await dialog.getByText('Pier one').waitFor();
    await dialog.getByText('Pier two').waitFor();
    await dialog.getByText('Used in 1 entry (Note · Related)').waitFor();
    await expectSoon(() => dialog.getByRole('link').allInnerTexts()).toEqual(['Breakwater']);
  });
});

describe('the trash', () => {
  it('restores a deleted entry', async () => {
    const client = await site.client();
    const { id } = await client.create('node--note', { attributes: { title: 'Cable cars' } });
    const page = await open(id);

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete entry' }).click();
    await waitForNotification(page, 'Deleted');
    await page.getByRole('navigation').getByRole('link', { name: 'Trash' }).click();
    await page.getByRole('button', { name: 'Restore Cable cars' }).click();
    await waitForNotification(page, 'Restored: Cable cars');

    await page.getByRole('button', { name: 'Restore Cable cars' }).waitFor({ state: 'detached' });
    await expectSoon(async () => (await client.send('GET', `/api/node/note/${id}`)).status).toBe(200);
  });

  it('puts references back with the entry', async () => {
    const client = await site.client();
    const { id } = await client.create('node--note', { attributes: { title: 'Funiculars' } });
    const linked = { field_related: { data: [{ type: 'node--note', id }] } } as never;
    const referrer = await client.create('node--note', {
      attributes: { title: 'Slopes' },
      relationships: linked,
    });
    await client.send('DELETE', `/api/node/note/${id}`);
    const { page } = await site.openSignedIn('/trash', EDITOR);

    await page.getByRole('button', { name: 'Restore Funiculars' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore «Funiculars»?' });
    await dialog.getByText('1 reference to it ended').waitFor();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Restore with references' }).click();
    await waitForNotification(page, 'Restored: Funiculars. 1 reference is back.');

    const linkage = await client.send('GET', `/api/node/note/${referrer.id}/relationships/field_related`);
    await expectSoon(() => linkage.json()).toMatchObject({ data: [{ id }] });
  });
});

describe('publication of many entries', () => {
  it('asks from 25 selected entries on, with what changes for readers', async () => {
    const client = await site.client();
    for (let n = 1; n <= 25; n += 1)
      await client.create('node--note', { attributes: { title: `Wharf ${n}`, status: n > 20 } });
    const { page } = await site.openSignedIn('/entries/node--note?q=Wharf', EDITOR);
    const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

    await page.getByLabel('Select all of this page').check();
    await press('Publish');
    const question = page.getByRole('dialog', { name: 'Publish 25 entries?' });
    await question.getByText('20 drafts become visible to readers').waitFor();
    await question.getByText('5 are published already.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Wharf' }).first().getByRole('checkbox').uncheck();
    await press('Publish');

    await waitForNotification(page, '24 of 24 published');
  });

  it('of all that match is asked about, however few they are', async () => {
    const client = await site.client();
    for (let n = 1; n <= 26; n += 1)
      await client.create('node--note', { attributes: { title: `Quay ${n}`, status: true } });
    const { page } = await site.openSignedIn('/entries/node--note?q=Quay', EDITOR);

    await page.getByLabel('Select all of this page').check();
    await page.getByRole('button', { name: 'Select all 26 entries that match' }).click();
    await page.getByRole('button', { name: 'Unpublish', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Unpublish 26 entries?' });
    await question.getByText('26 published entries disappear for readers.').waitFor();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Unpublish 26 entries' }).click();

    await page.getByRole('region', { name: 'Bulk action' }).getByText('26 unpublished.').waitFor();
  });
});

describe('the result of a bulk action', () => {
  const createNotes = async (name: string, count: number): Promise<readonly string[]> => {
    const client = await site.client();
    const ids: string[] = [];
    for (let n = 1; n <= count; n += 1)
      ids.push((await client.create('node--note', { attributes: { title: `${name} ${n}` } })).id);
    return ids;
  };
  const countStored = async (ids: readonly string[]): Promise<number> => {
    const client = await site.client();
    const answers = await Promise.all(ids.map((id) => client.send('GET', `/api/node/note/${id}`)));
    return answers.filter(({ status }) => status === 200).length;
  };

  it('of selected entries can be undone', async () => {
    const ids = await createNotes('Barge', 2);
    const { page } = await site.openSignedIn('/entries/node--note?q=Barge', EDITOR);

    await page.getByLabel('Select all of this page').check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 entries' }).click();
    await waitForNotification(page, '2 of 2 deleted');
    await expectSoon(() => countStored(ids)).toBe(0);
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    await waitForNotification(page, '2 of 2 set back');

    await expectSoon(() => countStored(ids)).toBe(2);
  });

  it('of all entries that match can be undone by a job', async () => {
    const ids = await createNotes('Ferry', 26);
    const { page } = await site.openSignedIn('/entries/node--note?q=Ferry', EDITOR);

    await page.getByLabel('Select all of this page').check();
    await page.getByRole('button', { name: 'Select all 26 entries that match' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 26 entries' }).click();
    const result = page.getByRole('region', { name: 'Bulk action' });
    await result.getByText('26 deleted.').waitFor();
    await result.getByRole('button', { name: 'Undo' }).click();
    await result.getByText('26 set back.').waitFor();

    await expectSoon(() => countStored(ids)).toBe(26);
  });
});

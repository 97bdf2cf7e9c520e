import { expectSoon } from '../../support/eventually.js';
import { AdminSite, waitForNotification, watchRequests } from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const line = (name: string, rest: object = {}): object => ({ name, type: 'string', label: name, ...rest });

async function createType(bundle: string, ...fields: object[]): Promise<void> {
  await site.manage('POST', '/bundles', { entityType: 'node', bundle, label: bundle, fields });
}

async function getFields(bundle: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { fields } = (await site.manage('GET', `/bundles/node/${bundle}`)) as { fields: never[] };
  return fields;
}

describe('fields of a type', () => {
  it('are added one after the other in a dialog that stays open', async () => {
    await createType('place');
    const { page, consoleErrors } = await site.openSignedIn('/content-model/node--place');
    await page.getByRole('button', { name: 'Add field' }).click();
    const dialog = page.getByRole('dialog');

    await dialog.getByRole('button', { name: 'Text, one line' }).click();
    await dialog.getByRole('textbox', { name: 'Label' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Street');
    await dialog.getByRole('textbox', { name: 'Help text' }).fill('With the number of the house.');
    await dialog.getByRole('textbox', { name: 'Placeholder' }).fill('Rope Lane 3');
    await dialog.getByRole('textbox', { name: 'Default value' }).fill('Main Street');
    await dialog.getByRole('button', { name: 'Save and add another' }).click();
    await waitForNotification(page, 'Street is added');
    const [toast, title] = [
      await page.getByRole('alert').filter({ hasText: 'Street is added' }).boundingBox(),
      await dialog.getByRole('heading').first().boundingBox(),
    ];
    // The notification comes below the title of the dialog.
    expect(toast?.y ?? 0).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0));
    await dialog.getByRole('button', { name: 'Text, one line' }).and(page.locator(':focus')).waitFor();
    await dialog.getByRole('button', { name: 'Yes or no' }).click();
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Open');
    await dialog.getByRole('button', { name: 'Add field' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await expectSoon(() => getFields('place')).toMatchObject([
      {
        name: 'field_street',
        description: 'With the number of the house.',
        placeholder: 'Rope Lane 3',
        defaultValue: 'Main Street',
      },
      { name: 'field_open', type: 'boolean' },
    ]);
    expect(consoleErrors).toEqual([]);
  });

  it('show what is wrong with a default value beside its input', async () => {
    await createType('event');
    const { page } = await site.openSignedIn('/content-model/node--event');
    await page.getByRole('button', { name: 'Add field' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'E-mail address' }).click();
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Contact');
    await dialog.getByRole('textbox', { name: 'Default value' }).fill('nobody');

    await dialog.getByRole('button', { name: 'Add field' }).click();

    await dialog.getByText('Default value must be an e-mail address, such as name@example.com.').waitFor();
    await dialog.getByRole('textbox', { name: 'Default value' }).and(page.locator(':focus')).waitFor();
  });

  it('are moved by dragging, and by arrow keys that keep the focus', async () => {
    await createType('order', line('one'), line('two'), line('three'));
    const { page, consoleErrors } = await site.openSignedIn('/content-model/node--order');
    const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
    const order = async (): Promise<unknown> => (await getFields('order')).map(({ name }) => name);
    const first = page.locator('tbody tr').first();
    // A move waits for the answer to the one before and for what is fetched again; a key that is pressed meanwhile does nothing.
    const waitForRequests = watchRequests(page);

    await handle('three').dragTo(first);
    await first.getByText('three').first().waitFor();
    await waitForRequests();
    await expectSoon(() => order()).toEqual(['three', 'one', 'two']);

    await handle('two').focus();
    for (const expected of [
      ['three', 'two', 'one'],
      ['two', 'three', 'one'],
    ]) {
      await page.keyboard.press('ArrowUp');
      await page.locator('tbody tr').nth(expected.indexOf('two')).getByText('two').first().waitFor();
      await handle('two').and(page.locator(':focus')).waitFor();
      await waitForRequests();
      await expectSoon(() => order()).toEqual(expected);
    }
    expect(consoleErrors).toEqual([]);
  });
});

describe('form of a new entry', () => {
  it('has the help texts and placeholders of fields, and begins with their default values', async () => {
    await createType(
      'talk',
      line('room', { description: 'As on the door.', placeholder: 'A 1.01', defaultValue: 'Hall' }),
      line('names', { cardinality: -1, defaultValue: ['Ada', 'Grace'] }),
      { name: 'open', type: 'boolean', label: 'open', defaultValue: true },
      line('plain', { placeholder: 'Nothing yet' }),
    );
    const { page, consoleErrors } = await site.openSignedIn('/entries/node--talk/new');

    const room = page.getByRole('textbox', { name: 'room' });
    await expectSoon(() => room.inputValue()).toBe('Hall');
    await page.getByText('As on the door.').waitFor();
    await page.getByPlaceholder('Nothing yet').waitFor();
    await page.getByRole('textbox', { name: 'Title' }).fill('One');
    await page.getByRole('textbox', { name: 'names 2' }).fill('Mary');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await waitForNotification(page, 'Published');

    const { data } = await (await site.client()).collection('/api/node/talk');
    expect(data[0]?.attributes).toMatchObject({
      room: 'Hall',
      names: ['Ada', 'Mary'],
      open: true,
      plain: null,
    });
    expect(consoleErrors).toEqual([]);
  });
});

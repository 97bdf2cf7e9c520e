import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, confirm, waitForNotification } from './admin-site.js';

interface Bundle {
  readonly description: string | null;
  readonly fields: readonly { readonly name: string; readonly label: string; readonly required: boolean }[];
}

let site: AdminSite;
let typeCount = 0;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

/** Creates a type with the fields `field_a` and `field_b`. */
async function createType(): Promise<{ readonly name: string; readonly label: string }> {
  const name = `type_${++typeCount}`;
  const label = `Type ${typeCount}`;
  const field = (letter: string): object => ({
    name: `field_${letter}`,
    type: 'string',
    label: `Field ${letter.toUpperCase()}`,
    required: false,
    cardinality: 1,
    settings: {},
  });
  await site.manage('POST', '/bundles', {
    entityType: 'node',
    bundle: name,
    label,
    fields: [field('a'), field('b')],
  });
  return { name, label };
}

const getBundle = async (name: string): Promise<Bundle> =>
  (await site.manage('GET', `/bundles/node/${name}`)) as Bundle;

describe('screen of a type', () => {
  it('changes the order of fields', async () => {
    const { name } = await createType();
    const { page, consoleErrors } = await site.openSignedIn(`/content-model/node--${name}`);

    await page.getByRole('button', { name: 'Move Field B up' }).click();
    await page.locator('button[aria-label="Move Field B up"][disabled]').waitFor();
    await page.getByRole('button', { name: 'Move Field B down' }).and(page.locator(':focus')).waitFor();

    await expectSoon(async () => (await getBundle(name)).fields.map((field) => field.name)).toEqual([
      'field_b',
      'field_a',
    ]);
    expect(consoleErrors).toEqual([]);
  });

  it('changes a field and describes the effect on stored values', async () => {
    const { name } = await createType();
    await (await site.client()).create(`node--${name}`, { attributes: { title: 'x', field_a: 'y' } });
    const { page } = await site.openSignedIn(`/content-model/node--${name}`);

    await page.getByRole('button', { name: 'Edit Field A' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText('1 entry has a value here. Changes that stored values might not fit are refused')
      .waitFor();
    await dialog.getByText('Any number').click();
    await dialog.getByRole('button', { name: 'Save field' }).click();
    await dialog.getByText('1 entry has a value that this would not allow.').waitFor();
    await dialog.getByText('One', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Renamed');
    await dialog.getByRole('switch', { name: 'Required' }).check();
    await dialog.getByRole('button', { name: 'Save field' }).click();
    await waitForNotification(page, 'Saved');

    await expectSoon(async () => (await getBundle(name)).fields[0]).toMatchObject({
      name: 'field_a',
      label: 'Renamed',
      required: true,
    });
  });

  it('removes a field with values after confirmation with the number of entries', async () => {
    const { name } = await createType();
    await (await site.client()).create(`node--${name}`, { attributes: { title: 'x', field_a: 'y' } });
    const { page } = await site.openSignedIn(`/content-model/node--${name}`);

    await page.getByRole('button', { name: 'Remove Field A' }).click();
    await confirm(page, 'Remove, and affect 1 entry');
    await waitForNotification(page, 'Field A is removed');

    await expectSoon(async () => (await getBundle(name)).fields.map((field) => field.name)).toEqual([
      'field_b',
    ]);
  });

  it('words the error of the service for a field name that exists', async () => {
    const { name } = await createType();
    const { page } = await site.openSignedIn(`/content-model/node--${name}`);

    await page.getByRole('button', { name: 'Add field' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Text, one line' }).click();
    await dialog.getByRole('textbox', { name: 'Label' }).fill('A');
    await dialog.getByRole('button', { name: 'Add field' }).click();

    await dialog.getByText('is taken: another field has it.').waitFor();
    await expectSoon(() => dialog.innerText()).not.toMatch(/node--/);
  });

  it.each([
    {
      kind: 'Choice',
      text: 'Choices cannot be empty.',
      input: { role: 'textbox', name: 'Label of choice 1' },
    },
    {
      kind: 'Reference',
      text: 'Types to choose from cannot be empty.',
      input: { role: 'combobox', name: 'Types to choose from' },
    },
  ] as const)(
    'shows what a new field of the kind $kind lacks beside its input',
    async ({ kind, text, input }) => {
      const { name } = await createType();
      const { page } = await site.openSignedIn(`/content-model/node--${name}`);
      await page.getByRole('button', { name: 'Add field' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: kind, exact: true }).click();
      await dialog.getByRole('textbox', { name: 'Label', exact: true }).fill('Kind of thing');

      await dialog.getByRole('button', { name: 'Add field' }).click();

      await dialog.getByText(text).waitFor();
      await dialog.getByRole(input.role, { name: input.name }).and(page.locator(':focus')).waitFor();
    },
  );

  it('takes the choices of a field as a list that is typed, with Enter behind each, in any order', async () => {
    const { name } = await createType();
    const { page, consoleErrors } = await site.openSignedIn(`/content-model/node--${name}`);
    await page.getByRole('button', { name: 'Add field' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Choice', exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Label', exact: true }).fill('Occasion');
    await dialog.getByRole('button', { name: 'Add a choice' }).click();

    await page.keyboard.type('Talk');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Market day');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Fair');
    // What nothing is typed into is no choice.
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Move choice 3 up' }).click();
    await dialog.getByRole('button', { name: 'Add field' }).click();
    await dialog.waitFor({ state: 'hidden' });

    const { fields } = await getBundle(name);
    expect(fields.find((field) => field.name === 'field_occasion')).toMatchObject({
      settings: {
        allowedValues: [
          { label: 'Talk', value: 'talk' },
          { label: 'Fair', value: 'fair' },
          { label: 'Market day', value: 'market_day' },
        ],
      },
    });
    expect(consoleErrors).toEqual([]);
  });

  it('asks before a dialog with input is closed', async () => {
    const { name } = await createType();
    const { page, consoleErrors } = await site.openSignedIn(`/content-model/node--${name}`);
    await page.getByRole('button', { name: 'Edit Field A' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Field A' });
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Typed');

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Continue editing' }).click();
    await expectSoon(() => dialog.getByRole('textbox', { name: 'Label' }).inputValue()).toBe('Typed');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();

    await dialog.waitFor({ state: 'hidden' });
    expect(consoleErrors).toEqual([]);
  });

  it('changes the description of a type and shows its JSON Schema', async () => {
    const { name } = await createType();
    const { page, consoleErrors } = await site.openSignedIn(`/content-model/node--${name}`);

    await page.getByRole('tab', { name: 'Name and description' }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('What it is for');
    await page.getByRole('button', { name: 'Save' }).click();
    await waitForNotification(page, 'Saved');
    await expectSoon(async () => (await getBundle(name)).description).toBe('What it is for');
    await page.getByRole('tab', { name: 'JSON Schema' }).click();
    await page.getByRole('region', { name: 'JSON Schema' }).getByText('"field_a"').waitFor();

    expect(consoleErrors).toEqual([]);
  });

  it('removes a type with its entries, and its row from the list', async () => {
    const { name, label } = await createType();
    await (await site.client()).create(`node--${name}`, { attributes: { title: 'x' } });
    const { page, consoleErrors } = await site.openSignedIn('/content-model');
    const link = page.getByRole('link', { name: label, exact: true });

    await link.click();
    await page.getByRole('button', { name: 'Remove type' }).click();
    await confirm(page, 'Remove, and affect 1 entry');
    await page.getByRole('heading', { level: 1, name: 'Content model' }).waitFor();

    await link.waitFor({ state: 'detached' });
    expect(consoleErrors).toEqual([]);
  });
});

describe('a user with the scope for fields only', () => {
  it('can change the fields of a type but not remove it', async () => {
    const { name } = await createType();
    const role = { name: 'field_keeper', label: 'Field Keeper', scopes: ['content_type:administer_fields'] };
    const keeper = {
      name: 'kay',
      role: 'field_keeper',
      password: 'correct horse battery staple',
      keepPassword: true,
    };
    await site.manage('POST', '/roles', role);
    await site.manage('POST', '/users', keeper);
    const { page, consoleErrors } = await site.openSignedIn(`/content-model/node--${name}`, keeper);

    await page.getByRole('button', { name: 'Remove Field A' }).click();
    await confirm(page, 'Remove');
    await waitForNotification(page, 'Field A is removed');

    await expectSoon(async () => (await getBundle(name)).fields.map((field) => field.name)).toEqual([
      'field_b',
    ]);
    await expectSoon(() => page.getByRole('button', { name: 'Remove type' }).count()).toBe(0);
    expect(consoleErrors).toEqual([]);
  });
});

describe('export and import of the content model', () => {
  it('exports a site package, and imports it where a type is missing', async () => {
    const { name, label } = await createType();
    const { page, consoleErrors } = await site.openSignedIn('/content-model');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const file = join(tmpdir(), `content-model-${process.pid}.ndjson`);
    await (await download).saveAs(file);
    const [header = '{}'] = readFileSync(file, 'utf8').split('\n');
    expect(JSON.parse(header)).toEqual({ kind: 'header', format: 'content-service/site@1' });
    await site.manage('DELETE', `/bundles/node/${name}`);
    await page.reload();

    const input = page.getByLabel('Site package to import');
    await input.setInputFiles(file);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expectSoon(() => input.inputValue()).toBe('');
    await input.setInputFiles(file);
    await dialog.getByText(`Add the type node--${name} with 2 fields`).waitFor();
    await dialog.getByRole('button', { name: 'Import' }).click();
    await page.getByText('1 type changed; 0 entries created').waitFor();

    await page.getByRole('link', { name: label, exact: true }).waitFor();
    await expectSoon(async () => (await getBundle(name)).fields.map((field) => field.name)).toEqual([
      'field_a',
      'field_b',
    ]);
    expect(consoleErrors).toEqual([]);
  });

  it('refuses a file that is not a site package', async () => {
    const { page } = await site.openSignedIn('/content-model');
    const file = join(tmpdir(), `no-package-${process.pid}.ndjson`);
    writeFileSync(file, '{"kind":"header"}\n');

    await page.getByLabel('Site package to import').setInputFiles(file);

    await waitForNotification(page, 'This is not a site package');
  });
});

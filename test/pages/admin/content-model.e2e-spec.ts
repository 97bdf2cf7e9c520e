import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { AdminSite, confirm, said } from './admin-site.js';

// A browser takes a while on a busy machine.
jest.setTimeout(120_000);

interface Bundle {
  readonly description: string | null;
  readonly fields: readonly { readonly name: string; readonly label: string; readonly required: boolean }[];
}

let site: AdminSite;
let made = 0;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
});
afterAll(() => site.stop());

/** A type with the fields `field_a` and `field_b`, and a word for it. */
async function makeType(): Promise<{ readonly name: string; readonly label: string }> {
  const name = `type_${++made}`;
  const label = `Type ${made}`;
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

const bundle = async (name: string): Promise<Bundle> =>
  (await site.manage('GET', `/bundles/node/${name}`)) as Bundle;

describe('the screen of a type', () => {
  it('puts fields in another order', async () => {
    const { name } = await makeType();
    const { page, complaints } = await site.signedIn(`/content-model/node--${name}`);

    await page.getByRole('button', { name: 'Move Field B up' }).click();
    await page.locator('button[aria-label="Move Field B up"][disabled]').waitFor();

    expect((await bundle(name)).fields.map((field) => field.name)).toEqual(['field_b', 'field_a']);
    expect(complaints).toEqual([]);
  });

  it('changes a field, and says what that means for stored values', async () => {
    const { name } = await makeType();
    await (await site.client()).create(`node--${name}`, { attributes: { title: 'x', field_a: 'y' } });
    const { page } = await site.signedIn(`/content-model/node--${name}`);

    await page.getByRole('button', { name: 'Edit Field A' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 entry has a value here. What such values might not fit').waitFor();
    await dialog.getByText('Any number').click();
    await dialog.getByRole('button', { name: 'Save field' }).click();
    await dialog.getByText("1 entries hold a value of 'field_a'").waitFor();
    await dialog.getByText('One', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Renamed');
    await dialog.getByRole('switch', { name: 'Required' }).check();
    await dialog.getByRole('button', { name: 'Save field' }).click();
    await said(page, 'Saved');

    expect((await bundle(name)).fields[0]).toMatchObject({
      name: 'field_a',
      label: 'Renamed',
      required: true,
    });
  });

  it('removes a field with values only after saying how many', async () => {
    const { name } = await makeType();
    await (await site.client()).create(`node--${name}`, { attributes: { title: 'x', field_a: 'y' } });
    const { page } = await site.signedIn(`/content-model/node--${name}`);

    await page.getByRole('button', { name: 'Remove Field A' }).click();
    await confirm(page, 'Remove, and affect 1 entry');
    await said(page, 'Field A is removed');

    expect((await bundle(name)).fields.map((field) => field.name)).toEqual(['field_b']);
  });

  it('shows beside its input what the service does not accept', async () => {
    const { name } = await makeType();
    const { page } = await site.signedIn(`/content-model/node--${name}`);

    await page.getByRole('button', { name: 'Add field' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Text, one line' }).click();
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByRole('textbox', { name: 'Label' }).fill('A');
    await dialog.getByRole('button', { name: 'Add field' }).click();

    await dialog.getByRole('alert').first().waitFor();
    expect(await dialog.innerText()).toMatch(/field_a/);
  });

  it('changes the words for a type, and shows its JSON Schema', async () => {
    const { name } = await makeType();
    const { page, complaints } = await site.signedIn(`/content-model/node--${name}`);

    await page.getByRole('tab', { name: 'Name and description' }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('What it is for');
    await page.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Saved');
    expect((await bundle(name)).description).toBe('What it is for');
    await page.getByRole('tab', { name: 'JSON Schema' }).click();
    await page.getByRole('region', { name: 'JSON Schema' }).getByText('"field_a"').waitFor();

    expect(complaints).toEqual([]);
  });

  it('removes a type with its entries, which is on the list no more', async () => {
    const { name, label } = await makeType();
    await (await site.client()).create(`node--${name}`, { attributes: { title: 'x' } });
    const { page, complaints } = await site.signedIn('/content-model');
    const link = page.getByRole('link', { name: label, exact: true });

    await link.click();
    await page.getByRole('button', { name: 'Remove type' }).click();
    await confirm(page, 'Remove, and affect 1 entry');
    await page.getByRole('heading', { level: 1, name: 'Content model' }).waitFor();

    await link.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });
});

describe('whoever administers fields alone', () => {
  it('changes the fields of a type, and nothing else of it', async () => {
    const { name } = await makeType();
    const role = { name: 'field_keeper', label: 'Field Keeper', scopes: ['content_type:administer_fields'] };
    const keeper = { name: 'kay', role: 'field_keeper', password: 'correct horse battery staple' };
    await site.manage('POST', '/roles', role);
    await site.manage('POST', '/users', keeper);
    const { page, complaints } = await site.signedIn(`/content-model/node--${name}`, keeper);

    await page.getByRole('button', { name: 'Remove Field A' }).click();
    await confirm(page, 'Remove');
    await said(page, 'Field A is removed');

    expect((await bundle(name)).fields.map((field) => field.name)).toEqual(['field_b']);
    expect(await page.getByRole('button', { name: 'Remove type' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe('the content model as a file', () => {
  it('is written, and read again where a type is missing', async () => {
    const { name, label } = await makeType();
    const { page, complaints } = await site.signedIn('/content-model');
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
    expect(await input.inputValue()).toBe('');
    await input.setInputFiles(file);
    await dialog.getByText(`Add the type node--${name} with 2 fields`).waitFor();
    await dialog.getByRole('button', { name: 'Import' }).click();
    await said(page, 'The content model is imported');

    await page.getByRole('link', { name: label, exact: true }).waitFor();
    expect((await bundle(name)).fields.map((field) => field.name)).toEqual(['field_a', 'field_b']);
    expect(complaints).toEqual([]);
  });

  it('is not read when it is something else', async () => {
    const { page } = await site.signedIn('/content-model');
    const file = join(tmpdir(), `no-package-${process.pid}.ndjson`);
    writeFileSync(file, '{"kind":"header"}\n');

    await page.getByLabel('Site package to import').setInputFiles(file);

    await said(page, 'This is no site package');
  });
});

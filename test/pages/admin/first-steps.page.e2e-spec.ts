import type { Page } from 'playwright-core';
import { ApiClient } from '../../support/api-client.js';
import { AdminSite, submitLogin, waitForNotification } from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.startProcess();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

/** The fields of the new type, with the labels of the screen. */
const FIELDS = [
  { kind: 'Text, one line', label: 'Place' },
  { kind: 'Whole number', label: 'Seats' },
  { kind: 'Yes or no', label: 'Free entry' },
  { kind: 'Choice', label: 'Season', choices: ['Summer', 'Winter'] },
  { kind: 'Reference', label: 'Topics', target: 'Topics' },
];

async function addType(page: Page, family: string, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Content model' }).first().click();
  await page.getByRole('button', { name: 'New type' }).click();
  const dialog = page.getByRole('dialog');
  // The dialog moves the focus when it is open, which closes a list of options that was opened before.
  await dialog.locator('[data-autofocus]:focus').waitFor();
  await dialog.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: family, exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Create type' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

async function addField(
  page: Page,
  { kind, label, choices = [], target }: (typeof FIELDS)[number],
): Promise<void> {
  await page.getByRole('button', { name: 'Add field' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: kind, exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Label', exact: true }).fill(label);
  for (const [index, choice] of choices.entries()) {
    await dialog.getByRole('button', { name: 'Add a choice' }).click();
    await dialog.getByLabel(`Label of choice ${index + 1}`).fill(choice);
  }
  if (target !== undefined) {
    await dialog.getByText('Any number').click();
    await dialog.getByRole('combobox', { name: 'Types to choose from' }).click();
    await page.getByRole('option', { name: target }).click();
    // Leaving the input closes the list; Escape would end the dialog where it is closed already.
    await page.keyboard.press('Tab');
    await page.getByRole('option').first().waitFor({ state: 'hidden' });
  }
  await dialog.getByRole('button', { name: 'Add field' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function startEntry(page: Page, type: string, title: string): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: `New entry in ${type}` })
    .click();
  await page.getByRole('heading', { level: 1, name: `New entry in ${type}` }).waitFor();
  await page.getByRole('textbox', { name: /^(Title|Name)$/ }).fill(title);
}

describe('first steps on a new site', () => {
  it('lead from the first sign-in to an entry that an API client reads', async () => {
    const { page, consoleErrors } = await site.open();
    await page.goto(`${site.url}/user/login?destination=/admin`);
    await submitLogin(page);
    await page.getByRole('heading', { name: 'Welcome, Administrator' }).waitFor();

    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.getByRole('radio', { name: 'Read and write' }).check();
    await page.getByRole('region', { name: 'JSON:API' }).getByRole('button', { name: 'Save' }).click();
    await waitForNotification(page, 'Saved');

    await addType(page, 'Terms', 'Topics');
    await addType(page, 'Content', 'Concerts');
    for (const field of FIELDS) await addField(page, field);

    await startEntry(page, 'Topics', 'Jazz');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Jazz' }).waitFor();

    await startEntry(page, 'Concerts', 'Quartet in the yard');
    await page.getByLabel('Place').fill('Rope Lane 3');
    await page.getByLabel('Seats').fill('80');
    await page.getByLabel('Free entry').check();
    await page.getByRole('combobox', { name: 'Season' }).click();
    await page.getByRole('option', { name: 'Summer' }).click();
    await page.getByRole('combobox', { name: 'Add to Topics' }).fill('ja');
    await page.getByRole('option', { name: 'Jazz' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Quartet in the yard' }).waitFor();

    await page.getByRole('link', { name: 'API clients' }).first().click();
    await page.getByRole('link', { name: 'New client' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Website');
    await page.getByRole('checkbox', { name: /basic member access/ }).check();
    await page.getByRole('button', { name: 'Create client' }).click();
    const environment = await page.getByText(/CLIENT_SECRET=/).innerText();

    const { CLIENT_ID: id = '', CLIENT_SECRET: secret = '' } = Object.fromEntries(
      environment.split('\n').map((line) => line.split('=') as [string, string]),
    );
    const website = await ApiClient.withCredentials(site.url, { client_id: id, client_secret: secret });
    const { data, included } = await website.collection('/api/node/concerts?include=field_topics');
    expect(data[0]?.attributes).toMatchObject({
      title: 'Quartet in the yard',
      field_place: 'Rope Lane 3',
      field_seats: 80,
      field_free_entry: true,
      field_season: 'summer',
    });
    expect(included?.map(({ attributes }) => attributes['name'])).toEqual(['Jazz']);
    expect(consoleErrors).toEqual([]);
  });
});

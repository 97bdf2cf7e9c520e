import type { Page } from 'playwright-core';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, confirm, findScreenViolations } from './admin-site.js';

const REDIRECT_URI = 'https://app.example.com/callback';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

interface Client {
  readonly id: string;
  readonly secret?: string;
  readonly redirectUris: readonly string[];
}

async function createClient(label: string, more: object = {}): Promise<Client> {
  const body = {
    label,
    allowedScopes: ['member'],
    grants: ['authorization_code', 'refresh_token'],
    redirectUris: [REDIRECT_URI],
    ...more,
  };
  return (await site.manage('POST', '/api-clients', body)) as Client;
}

const readRedirectUris = async ({ id }: Client): Promise<readonly string[]> =>
  ((await site.manage('GET', `/api-clients/${id}`)) as Client).redirectUris;

const signIn = (page: Page) => page.getByRole('region', { name: 'How people sign in' });

/** Confirms the trial, and allows it in the window with the consent page. */
async function tryIt(page: Page): Promise<void> {
  await signIn(page).getByRole('button', { name: 'Try the sign-in' }).click();
  await page.getByRole('dialog').getByText('people have to sign in to it again').waitFor();
  const popup = page.waitForEvent('popup');
  await confirm(page, 'Try the sign-in');
  await (await popup).getByRole('button', { name: 'Allow' }).click();
  await page.getByText('The sign-in works').waitFor();
}

describe('screen of a client with the authorization code flow', () => {
  it('shows the address that begins the sign-in of a public client, and tries it', async () => {
    const client = await createClient('Reader', { confidential: false });
    const { page, consoleErrors } = await site.openSignedIn(`/api-clients/${client.id}`);

    const address = await signIn(page).locator('pre').first().innerText();
    await signIn(page).getByText('-d code_verifier=VERIFIER').waitFor();
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
      client_id: client.id,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      code_challenge_method: 'S256',
    });
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await tryIt(page);

    await expectSoon(() => readRedirectUris(client)).toEqual([REDIRECT_URI]);
    // The trial has changed the version of the client, on which a later change is based.
    await page.getByRole('textbox', { name: 'Name' }).fill('Reader of magazines');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Reader of magazines' }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('tries the sign-in of a confidential client with the secret that is typed', async () => {
    const client = await createClient('Website');
    const { page, consoleErrors } = await site.openSignedIn(`/api-clients/${client.id}`);
    const button = signIn(page).getByRole('button', { name: 'Try the sign-in' });
    await button.waitFor();
    await expectSoon(() => button.isDisabled()).toBe(true);

    await signIn(page)
      .getByLabel('Client secret')
      .fill(client.secret ?? '');
    await tryIt(page);

    await expectSoon(() => readRedirectUris(client)).toEqual([REDIRECT_URI]);
    expect(consoleErrors).toEqual([]);
  });

  it('refuses the removal of the last redirect URI beside its inputs', async () => {
    const client = await createClient('Kept', { confidential: false });
    const { page } = await site.openSignedIn(`/api-clients/${client.id}`);

    await page.getByRole('button', { name: 'Remove redirect URI 1' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();

    await page.getByText('Users who sign in return to a redirect URI: add at least one.').waitFor();
    await expectSoon(() => readRedirectUris(client)).toEqual([REDIRECT_URI]);
  });

  it('says what is missing without a redirect URI', async () => {
    const client = await createClient('Lost', { confidential: false, redirectUris: [] });
    const { page } = await site.openSignedIn(`/api-clients/${client.id}`);

    await signIn(page).getByText('it needs a redirect URI').waitFor();
    await expectSoon(() => signIn(page).getByRole('button', { name: 'Try the sign-in' }).count()).toBe(0);
  });
});

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { ApiClient, UnexpectedResponse } from '../../support/api-client.js';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, confirm, waitForNotification } from './admin-site.js';

/** A user with the scope that administers the site, without the scope that writes content. */
const SITE_ADMINISTRATOR = {
  name: 'kay',
  role: 'keeper',
  password: 'correct horse battery staple',
  keepPassword: true,
};

let site: AdminSite;
let clientCount = 0;
beforeAll(async () => {
  site = await AdminSite.start();
  const scopes = ['member', 'site_settings:administer'];
  await site.manage('POST', '/roles', { name: SITE_ADMINISTRATOR.role, label: 'Keeper', scopes });
  await site.manage('POST', '/users', SITE_ADMINISTRATOR);
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

interface CreatedClient {
  readonly id: string;
  readonly label: string;
  readonly secret: string;
}

async function createClient(): Promise<CreatedClient> {
  const label = `Client ${++clientCount}`;
  const body = { label, allowedScopes: ['member'], grants: ['client_credentials'] };
  const { id, secret } = (await site.manage('POST', '/api-clients', body)) as Omit<CreatedClient, 'label'>;
  return { id, label, secret };
}

/** A client with a scope that `SITE_ADMINISTRATOR` lacks. */
const WRITER = { label: 'Writer', allowedScopes: ['content:administer', 'member'] };

async function createWriter(): Promise<string> {
  return ((await site.manage('POST', '/api-clients', WRITER)) as CreatedClient).id;
}

const requestToken = (id: string, secret: string): Promise<ApiClient> =>
  ApiClient.withCredentials(site.url, { client_id: id, client_secret: secret });

async function getErrorStatus(attempt: Promise<unknown>): Promise<number> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof UnexpectedResponse) return error.status;
  throw new Error(`Expected an error response, got ${String(error)}.`);
}

const getTextBelow = (page: Page, label: string): Promise<string> =>
  page.getByText(label, { exact: true }).locator('..').locator('pre').innerText();

describe('API clients screens', () => {
  it('create a client, show its secret once and try it', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/api-clients/new');

    await page.getByRole('textbox', { name: 'Name' }).fill('Importer');
    await page.getByRole('checkbox', { name: /Create, update and delete content/ }).check();
    await page.getByRole('button', { name: 'Create client' }).click();
    const [id, secret] = [await getTextBelow(page, 'Client id'), await getTextBelow(page, 'Client secret')];
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('A token of 300 seconds was issued').waitFor();

    await expectSoon(() => getTextBelow(page, 'A token with curl')).toContain(`client_secret=${secret}`);
    await requestToken(id, secret);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('heading', { level: 2, name: 'What it may do' }).waitFor();
    await expectSoon(() => page.content()).not.toContain(secret);
    expect(consoleErrors).toEqual([]);
  });

  it('ask before a secret that was not copied is left, and download it as a .env file', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/api-clients/new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Guarded');
    await page.getByRole('button', { name: 'Create client' }).click();
    const secret = await getTextBelow(page, 'Client secret');

    await page.getByRole('link', { name: 'Users' }).first().click();
    await page.getByRole('dialog').getByText('Leave without the secret?').waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download .env' }).click();

    const file = await (await download).path();
    expect(readFileSync(file, 'utf8')).toContain(`\nCLIENT_SECRET=${secret}\n`);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('heading', { level: 2, name: 'What it may do' }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('focus the first refused input of a long form', async () => {
    const { page } = await site.openSignedIn('/api-clients/new');

    await page.getByRole('button', { name: 'Create client' }).click();

    await page.getByText('Name must have 1 to 255 characters.').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();
  });

  it('show a new public client, which has no secret', async () => {
    const { page } = await site.openSignedIn('/api-clients/new');

    await page.getByRole('textbox', { name: 'Name' }).fill('Public');
    await page.getByText('Browser or app').click();
    await page.getByRole('button', { name: 'Create client' }).click();
    await page.getByText('Users who sign in return to a redirect URI: add at least one.').waitFor();
    await page.getByRole('button', { name: 'Add a redirect URI' }).click();
    await page.getByLabel('Redirect URI 1', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('https://app.example.com/callback');
    await page.getByRole('button', { name: 'Create client' }).click();

    await page.getByRole('heading', { level: 2, name: 'What it may do' }).waitFor();
    await expectSoon(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Public');
  });

  it('fold the scopes of a page builder, unless the client has one', async () => {
    const body = { label: 'Builder', allowedScopes: ['canvas:page:read'] };
    const { id } = (await site.manage('POST', '/api-clients', body)) as CreatedClient;
    const { page } = await site.openSignedIn('/api-clients/new');
    const scope = page.getByRole('checkbox', { name: /Read canvas pages/ });
    await page.getByRole('checkbox', { name: /basic member access/ }).waitFor();
    await expectSoon(() => scope.isVisible()).toBe(false);

    await page.getByText('For compatibility: scopes of a page builder').focus();
    await page.keyboard.press('Enter');
    await scope.waitFor();

    await page.goto(`${site.url}/admin/api-clients/${id}`);
    await scope.waitFor();
  });

  it('copy the secret to the clipboard', async () => {
    const { page } = await site.openSignedIn('/api-clients/new');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('textbox', { name: 'Name' }).fill('Copied');
    await page.getByRole('button', { name: 'Create client' }).click();

    await page.getByRole('button', { name: 'Copy Client secret' }).click();

    await expectSoon(() => page.evaluate('navigator.clipboard.readText()')).toBe(
      await getTextBelow(page, 'Client secret'),
    );
  });

  it('validate a redirect URI while it is typed, and show an error of the service beside its input', async () => {
    const { page } = await site.openSignedIn('/api-clients/new');
    await page.getByRole('button', { name: 'Add a redirect URI' }).click();

    const uri = page.getByLabel('Redirect URI 1', { exact: true });
    await uri.fill('http://www.example.com/callback');
    await page.getByText('Use https; http is for localhost').waitFor();
    await uri.fill('https://www.example.com/callback');
    await page.getByText('Use https; http is for localhost').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create client' }).click();

    await page.getByText('Name must have 1 to 255 characters.').waitFor();
  });

  it('rotate a secret; the earlier one stays valid in its grace time', async () => {
    const { id, label, secret } = await createClient();
    const { page } = await site.openSignedIn('/api-clients');

    await page.getByRole('link', { name: label, exact: true }).click();
    await page.getByRole('button', { name: 'New secret' }).click();
    await confirm(page, 'Make secret');
    const next = await getTextBelow(page, 'Client secret');

    expect(next).not.toBe(secret);
    await requestToken(id, next);
    await requestToken(id, secret);
  });

  it('disable and enable a client', async () => {
    const { id, secret } = await createClient();
    const { page } = await site.openSignedIn(`/api-clients/${id}`);

    await page.getByRole('button', { name: 'Disable' }).click();
    await confirm(page, 'Disable client');
    await page.getByText('disabled', { exact: true }).waitFor();
    expect(await getErrorStatus(requestToken(id, secret))).toBe(401);
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('button', { name: 'Disable' }).waitFor();
    await requestToken(id, secret);
  });

  it('delete a client, and its row from the list', async () => {
    const { label } = await createClient();
    const { page } = await site.openSignedIn('/api-clients');
    const link = page.getByRole('link', { name: label, exact: true });

    await link.click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await confirm(page, 'Delete client');
    await page.getByRole('heading', { level: 1, name: 'API clients' }).waitFor();

    await link.waitFor({ state: 'detached' });
  });

  it('revoke the tokens of a client', async () => {
    const { id, secret } = await createClient();
    const client = await requestToken(id, secret);
    const { page } = await site.openSignedIn(`/api-clients/${id}`);
    await expectSoon(async () => (await client.send('GET', '/api')).status).toBe(200);

    await page.getByRole('button', { name: 'Revoke tokens' }).click();
    await confirm(page, 'Revoke tokens');
    await waitForNotification(page, 'Its tokens are revoked');

    await expectSoon(async () => (await client.send('GET', '/api')).status).toBe(401);
  });

  it('change the scopes of a client; without a change nothing is sent', async () => {
    const { id } = await createClient();
    const { page } = await site.openSignedIn(`/api-clients/${id}`);
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent.push(request.postDataJSON());
    });

    const media = page.getByRole('checkbox', { name: /Manage media entries/ });
    await media.waitFor();
    await page.keyboard.press('Control+s');
    await media.check();
    await page.keyboard.press('Control+s');
    await waitForNotification(page, 'Saved');

    await expectSoon(() => site.manage('GET', `/api-clients/${id}`)).toMatchObject({
      allowedScopes: expect.arrayContaining(['member', 'media:administer']),
    });
    expect(sent).toEqual([{ allowedScopes: ['media:administer', 'member'] }]);
  });

  it.each([
    ['Select all', ['content:administer', 'member', 'site_settings:administer']],
    ['Select none', ['content:administer']],
  ])('%s changes only scopes that the administrator holds', async (button, selected) => {
    const { page } = await site.openSignedIn(`/api-clients/${await createWriter()}`, SITE_ADMINISTRATOR);
    await page.getByText('You do not have content:administer yourself').waitFor();

    await page.getByRole('button', { name: button }).click();

    const boxes = page.locator('fieldset input:checked');
    const values = await boxes.evaluateAll((inputs) =>
      inputs.map((input) => (input as { value?: string }).value),
    );
    expect(values.sort()).toEqual(selected);
  });

  it('show why a client with more scopes than the administrator cannot be changed', async () => {
    const id = await createWriter();
    const { page } = await site.openSignedIn(`/api-clients/${id}`, SITE_ADMINISTRATOR);

    await page.getByRole('textbox', { name: 'Name' }).fill('Changed');
    await page.getByRole('button', { name: 'Save', exact: true }).click();

    await page.getByRole('alert').getByText("This needs the scope 'content:administer'").waitFor();
    await expectSoon(() => site.manage('GET', `/api-clients/${id}`)).toMatchObject(WRITER);
  });
});

import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ApiClient, UnexpectedAnswer } from '../../support/api-client.js';
import { AdminSite, confirm, said } from './admin-site.js';

// A browser takes a while on a busy machine.
jest.setTimeout(120_000);

/** Administers the site, and writes nothing. */
const KEEPER = { name: 'kay', role: 'keeper', password: 'correct horse battery staple' };

let site: AdminSite;
let made = 0;
beforeAll(async () => {
  site = await AdminSite.start();
  const scopes = ['member', 'site_settings:administer'];
  await site.manage('POST', '/roles', { name: KEEPER.role, label: 'Keeper', scopes });
  await site.manage('POST', '/users', KEEPER);
});
afterAll(() => site.stop());

interface Made {
  readonly id: string;
  readonly label: string;
  readonly secret: string;
}

async function makeClient(): Promise<Made> {
  const label = `Client ${++made}`;
  const body = { label, allowedScopes: ['member'], grants: ['client_credentials'] };
  const { id, secret } = (await site.manage('POST', '/api-clients', body)) as Omit<Made, 'label'>;
  return { id, label, secret };
}

const tokenWith = (id: string, secret: string): Promise<ApiClient> =>
  ApiClient.withCredentials(site.url, { client_id: id, client_secret: secret });

async function refusal(attempt: Promise<unknown>): Promise<number> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof UnexpectedAnswer) return error.status;
  throw new Error(`That was not refused: ${String(error)}`);
}

const textBelow = (page: Page, label: string): Promise<string> =>
  page.getByText(label, { exact: true }).locator('..').locator('pre').innerText();

describe('the screen of API clients', () => {
  it('makes a client, shows its secret once, and tries it', async () => {
    const { page, complaints } = await site.signedIn('/api-clients/new');

    await page.getByRole('textbox', { name: 'Name' }).fill('Importer');
    await page.getByRole('checkbox', { name: /Create, update and delete content/ }).check();
    await page.getByRole('button', { name: 'Create client' }).click();
    const [id, secret] = [await textBelow(page, 'Client id'), await textBelow(page, 'Client secret')];
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('A token of 300 seconds was issued').waitFor();

    expect(await textBelow(page, 'A token with curl')).toContain(`client_secret=${secret}`);
    await tokenWith(id, secret);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('heading', { level: 2, name: 'What it may do' }).waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(complaints).toEqual([]);
  });

  it('goes straight to a client that gets no secret', async () => {
    const { page } = await site.signedIn('/api-clients/new');

    await page.getByRole('textbox', { name: 'Name' }).fill('Public');
    await page.getByText('Browser or app').click();
    await page.getByRole('button', { name: 'Create client' }).click();

    await page.getByRole('heading', { level: 2, name: 'What it may do' }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Public');
  });

  it('copies the secret', async () => {
    const { page } = await site.signedIn('/api-clients/new');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('textbox', { name: 'Name' }).fill('Copied');
    await page.getByRole('button', { name: 'Create client' }).click();

    await page.getByRole('button', { name: 'Copy Client secret' }).click();

    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      await textBelow(page, 'Client secret'),
    );
  });

  it('says what is wrong with a redirect URI while it is typed, and what the service refuses beside its input', async () => {
    const { page } = await site.signedIn('/api-clients/new');
    await page.getByRole('button', { name: 'Add a redirect URI' }).click();

    const uri = page.getByLabel('Redirect URI 1', { exact: true });
    await uri.fill('http://www.example.com/callback');
    await page.getByText('Use https; http is for localhost').waitFor();
    await uri.fill('https://www.example.com/callback');
    await page.getByText('Use https; http is for localhost').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create client' }).click();

    await page.getByText('label must have 1 to 255 characters').waitFor();
  });

  it('makes a new secret beside the old one', async () => {
    const { id, label, secret } = await makeClient();
    const { page } = await site.signedIn('/api-clients');

    await page.getByRole('link', { name: label, exact: true }).click();
    await page.getByRole('button', { name: 'New secret' }).click();
    await confirm(page, 'Make secret');
    const next = await textBelow(page, 'Client secret');

    expect(next).not.toBe(secret);
    await tokenWith(id, next);
    await tokenWith(id, secret);
  });

  it('disables and enables a client', async () => {
    const { id, secret } = await makeClient();
    const { page } = await site.signedIn(`/api-clients/${id}`);

    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('disabled', { exact: true }).waitFor();
    expect(await refusal(tokenWith(id, secret))).toBe(401);
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('button', { name: 'Disable' }).waitFor();
    await tokenWith(id, secret);
  });

  it('deletes a client, which is on the list no more', async () => {
    const { label } = await makeClient();
    const { page } = await site.signedIn('/api-clients');
    const link = page.getByRole('link', { name: label, exact: true });

    await link.click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await confirm(page, 'Delete client');
    await page.getByRole('heading', { level: 1, name: 'API clients' }).waitFor();

    await link.waitFor({ state: 'detached' });
  });

  it('revokes the tokens of a client', async () => {
    const { id, secret } = await makeClient();
    const client = await tokenWith(id, secret);
    const { page } = await site.signedIn(`/api-clients/${id}`);
    expect((await client.send('GET', '/api')).status).toBe(200);

    await page.getByRole('button', { name: 'Revoke tokens' }).click();
    await confirm(page, 'Revoke tokens');
    await said(page, 'Its tokens have ended');

    expect((await client.send('GET', '/api')).status).toBe(401);
  });

  it('changes what a client may do, and sends nothing where nothing was changed', async () => {
    const { id } = await makeClient();
    const { page } = await site.signedIn(`/api-clients/${id}`);
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent.push(request.postDataJSON());
    });

    const menus = page.getByRole('checkbox', { name: /Manage menus/ });
    await menus.waitFor();
    await page.keyboard.press('Control+s');
    await menus.check();
    await page.keyboard.press('Control+s');
    await said(page, 'Saved');

    expect(await site.manage('GET', `/api-clients/${id}`)).toMatchObject({
      allowedScopes: expect.arrayContaining(['member', 'menu:administer']),
    });
    expect(sent).toEqual([{ allowedScopes: ['menu:administer', 'member'] }]);
  });

  it.each([
    ['Select all', ['content:administer', 'member', 'site_settings:administer']],
    ['Select none', ['content:administer']],
  ])('%s leaves scopes alone that the administrator does not hold', async (choice, chosen) => {
    const client = { label: 'Writer', allowedScopes: ['content:administer', 'member'] };
    const { id } = (await site.manage('POST', '/api-clients', client)) as Made;
    const { page } = await site.signedIn(`/api-clients/${id}`, KEEPER);

    await page.getByRole('button', { name: choice }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await said(page, 'Saved');

    const { allowedScopes } = (await site.manage('GET', `/api-clients/${id}`)) as typeof client;
    expect(allowedScopes.sort()).toEqual(chosen);
  });
});

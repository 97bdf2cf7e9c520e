import type { Page } from 'playwright-core';
import { ApiClient } from '../../support/api-client.js';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations } from './admin-site.js';

interface Client {
  readonly id: string;
  readonly label: string;
  readonly allowedScopes: readonly string[];
  readonly grants: readonly string[];
  readonly redirectUris: readonly string[];
  readonly confidential: boolean;
}

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const getClient = async (label: string): Promise<Client> => {
  const { items } = (await site.manage('GET', '/api-clients')) as { readonly items: readonly Client[] };
  const client = items.find((candidate) => candidate.label === label);
  if (client === undefined) throw new Error(`There is no client '${label}'.`);
  return client;
};

const textBelow = (page: Page, label: string): Promise<string> =>
  page.getByText(label, { exact: true }).locator('..').locator('pre').innerText();

const readEnvironment = async (page: Page): Promise<Readonly<Record<string, string>>> => {
  const lines = (await textBelow(page, 'For the .env file')).split('\n');
  return Object.fromEntries(lines.map((line) => line.split('=') as [string, string]));
};

interface Connection {
  readonly framework: string;
  readonly name: string;
  readonly address?: string;
  readonly withSignIn?: boolean;
}

async function connect(
  page: Page,
  { framework, name, address, withSignIn = false }: Connection,
): Promise<void> {
  await page.getByRole('radio', { name: framework, exact: true }).check();
  if (address !== undefined) await page.getByRole('textbox', { name: 'Its address' }).fill(address);
  if (withSignIn) await page.getByRole('switch', { name: /People sign in/ }).check();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
}

async function openConsent(page: Page): Promise<Page> {
  const [consent] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Try the sign-in' }).click(),
  ]);
  return consent;
}

describe('the wizard «Connect a website»', () => {
  it('makes a client with the least scope, whose environment and first query work', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/api-clients');
    await page.getByRole('link', { name: 'Connect a website' }).click();

    await connect(page, { framework: 'Next.js', name: 'Magazine', address: 'https://www.example.com/' });
    await page.getByText('Magazine is connected').waitFor();
    const environment = await readEnvironment(page);
    const query = await textBelow(page, 'A first query');
    await page.getByRole('button', { name: 'Try the first query' }).click();
    await page.getByText('The first query works').waitFor();

    const client = await getClient('Magazine');
    expect(client).toMatchObject({
      allowedScopes: ['member'],
      grants: ['client_credentials'],
      redirectUris: [],
      confidential: true,
    });
    expect(environment).toMatchObject({ CONTENT_SERVICE_URL: site.url, AUTH_CONTENT_SERVICE_ID: client.id });
    expect(await runScript(query, environment)).toHaveLength(5);
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Magazine' }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('tries the authorization code flow with PKCE in a window, and leaves no redirect URI of the trial', async () => {
    await site.manage('PATCH', '/settings/cors', { allowedOrigins: ['https://one.example.com'] });
    const { page, consoleErrors } = await site.openSignedIn('/api-clients/connect');

    await connect(page, {
      framework: 'App in the browser',
      name: 'Reader',
      address: 'https://app.example.com',
    });
    await page.getByText('Reader is connected').waitFor();
    const consent = await openConsent(page);
    await consent.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('The sign-in works').waitFor();

    await page.getByText('A token of 300 seconds was issued. It allows: Have basic member access').waitFor();
    await expectSoon(() => getClient('Reader')).toMatchObject({
      allowedScopes: ['member'],
      grants: ['authorization_code', 'refresh_token'],
      redirectUris: ['https://app.example.com/callback'],
      confidential: false,
    });
    await expectSoon(() => site.manage('GET', '/settings/cors')).toEqual({
      allowedOrigins: ['https://one.example.com', 'https://app.example.com'],
    });
    expect(consoleErrors).toEqual([]);
  });

  it('shows the client with a note when its origin cannot be allowed, and creates it once', async () => {
    await site.manage('PATCH', '/settings/cors', { allowedOrigins: ['https://one.example.com'] });
    const { page } = await site.openSignedIn('/api-clients/connect');
    await page.route('**/manage/settings/cors', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 503, body: '' }) : route.continue(),
    );

    await connect(page, {
      framework: 'App in the browser',
      name: 'Half connected',
      address: 'https://half.example.com',
    });

    await page.getByText('Half connected is connected').waitFor();
    await page.getByText('pages of https://half.example.com cannot call from browsers yet').waitFor();
    const environment = await readEnvironment(page);
    expect(environment['VITE_CONTENT_SERVICE_CLIENT_ID']).toBe((await getClient('Half connected')).id);
    await expectSoon(() => page.getByRole('button', { name: 'Connect', exact: true }).count()).toBe(0);
  });

  it('says when consent is refused or the window is closed, and can be tried again', async () => {
    const { page } = await site.openSignedIn('/api-clients/connect');
    await connect(page, {
      framework: 'Nuxt',
      name: 'Refused',
      address: 'http://localhost:3000',
      withSignIn: true,
    });
    await page.getByText('People return to http://localhost:3000/auth/content-service.').waitFor();

    const denied = await openConsent(page);
    await denied.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('alert').filter({ hasText: 'denied' }).waitFor();
    const closed = await openConsent(page);
    await closed.getByRole('button', { name: 'Deny' }).waitFor();
    await closed.close();
    await page.getByText('The window was closed before the end of the trial.').waitFor();

    await expectSoon(async () => (await getClient('Refused')).redirectUris).toEqual([
      'http://localhost:3000/auth/content-service',
    ]);
  });

  it('gives a script the scope that writes, without address and sign-in', async () => {
    const { page } = await site.openSignedIn('/api-clients/connect');
    await page.getByRole('radio', { name: 'Read drafts, and write' }).check();

    await connect(page, { framework: 'Script', name: 'Importer' });
    await page.getByText('Importer is connected').waitFor();
    const { CLIENT_ID: id = '', CLIENT_SECRET: secret = '' } = await readEnvironment(page);

    const client = await ApiClient.withCredentials(site.url, { client_id: id, client_secret: secret });
    expect(await client.create('node--article', { attributes: { title: 'Imported' } })).toMatchObject({
      type: 'node--article',
    });
  });

  it('names an address that is no origin beside its input, and makes no client', async () => {
    const { page } = await site.openSignedIn('/api-clients/connect');

    await connect(page, { framework: 'Astro', name: 'Wrong', address: 'www.example.com/blog' });

    await page.getByText('Write scheme and host without a path').waitFor();
    await page.getByRole('textbox', { name: 'Its address' }).and(page.locator(':focus')).waitFor();
    await expect(getClient('Wrong')).rejects.toThrow('There is no client');
  });
});

/** Runs the first query in the environment. @returns its titles */
async function runScript(script: string, environment: Readonly<Record<string, string>>): Promise<unknown> {
  const body = `return (async () => { ${script}\n return titles; })();`;
  // The text is that of the screen, which users paste into their programs.
  // oxlint-disable-next-line typescript/no-implied-eval
  return new Function('process', body)({ env: environment }) as Promise<unknown>;
}

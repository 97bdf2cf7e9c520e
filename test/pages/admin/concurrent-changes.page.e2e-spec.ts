import type { Locator, Page } from 'playwright-core';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, waitForNotification } from './admin-site.js';

let site: AdminSite;
const created = { id: '', user: '' };
beforeAll(async () => {
  site = await AdminSite.start();
  const label = { label: 'Original' };
  const client = await site.manage('POST', '/api-clients', { ...label, allowedScopes: ['member'] });
  const account = { name: 'grace', role: 'editor', password: 'correct horse battery staple' };
  const user = await site.manage('POST', '/users', { ...account, displayName: 'Original' });
  created.id = (client as { id: string }).id;
  created.user = (user as { id: string }).id;
  await site.manage('POST', '/roles', { name: 'keeper', ...label, scopes: [] });
  const field = { name: 'field_a', type: 'string', ...label };
  await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'thing', ...label, fields: [field] });
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const input = (page: Page, label: string): Locator => page.getByRole('textbox', { name: label, exact: true });

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

interface Form {
  readonly screen: string;
  readonly open?: (page: Page) => Promise<unknown>;
  readonly label: string;
  /** The path of the resource below `/manage`. */
  readonly path: () => string;
  readonly member: string;
  readonly mine?: string;
  readonly theirs?: string | number;
}

const FORMS: Readonly<Record<string, Form>> = {
  'an API client': {
    screen: '/api-clients',
    open: (page) => page.getByRole('link', { name: 'Original', exact: true }).click(),
    label: 'Name',
    path: () => `/api-clients/${created.id}`,
    member: 'label',
  },
  settings: {
    screen: '/settings',
    label: 'Seconds that public responses are cached',
    path: () => '/settings/jsonapi',
    member: 'publicMaxAgeSeconds',
    mine: '60',
    theirs: 120,
  },
  'a role': {
    screen: '/roles',
    open: press('Original'),
    label: 'Label',
    path: () => '/roles/keeper',
    member: 'label',
  },
  'a user': {
    screen: '/users',
    open: (page) => page.getByRole('link', { name: 'grace', exact: true }).click(),
    label: 'Name shown to others',
    path: () => `/users/${created.user}`,
    member: 'displayName',
  },
  'a type': {
    screen: '/content-model/node--thing',
    open: (page) => page.getByRole('tab', { name: 'Name and description' }).click(),
    label: 'Description',
    path: () => '/bundles/node/thing',
    member: 'description',
  },
  'a field': {
    screen: '/content-model/node--thing',
    open: press('Edit Original'),
    label: 'Label',
    path: () => '/bundles/node/thing/fields/field_a',
    member: 'label',
  },
};

/** Simulates a return to the window after a minute, which refetches the queries of the screen. */
async function refocus(page: Page, path: string): Promise<void> {
  const refetch = page.waitForResponse(
    (response) => response.url().endsWith(`/manage${path}`) && response.request().method() === 'GET',
  );
  await page.evaluate('{ const now = Date.now() + 60_000; Date.now = () => now; }');
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await (await refetch).finished();
}

describe('a change by another user while a form is open', () => {
  it.each(Object.entries(FORMS))('is not overwritten by the form of %s', async (_, form) => {
    const { screen, open, label, path, member, mine = 'Mine', theirs = 'Theirs' } = form;
    const { page, consoleErrors } = await site.openSignedIn(screen);
    await open?.(page);
    await input(page, label).fill(mine);
    await site.manage('PATCH', path(), { [member]: theirs });
    await refocus(page, path());
    await expectSoon(() => input(page, label).inputValue()).toBe(mine);

    await page
      .locator('form')
      .filter({ has: input(page, label) })
      .getByRole('button', { name: /^Save/ })
      .click();
    await page.getByText('Changed by another user').waitFor();
    await expectSoon(() => site.manage('GET', path())).toMatchObject({ [member]: theirs });
    await page.getByRole('button', { name: 'Discard my changes and show the stored version' }).click();

    await page.getByText('Changed by another user').waitFor({ state: 'detached' });
    await expectSoon(() => input(page, label).inputValue()).toBe(String(theirs));
    expect(consoleErrors).toEqual([]);
  });

  it('of another member is shown in the form and kept when it is saved', async () => {
    const { id } = (await site.manage('POST', '/api-clients', {
      label: 'Before',
      allowedScopes: ['member', 'menu:administer'],
    })) as { id: string };
    const { page } = await site.openSignedIn(`/api-clients/${id}`);
    await input(page, 'Name').fill('After');
    await site.manage('PATCH', `/api-clients/${id}`, { allowedScopes: ['member'] });

    await refocus(page, `/api-clients/${id}`);
    await page.locator('input[value="menu:administer"]:not(:checked)').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await waitForNotification(page, 'Saved');

    await expectSoon(() => site.manage('GET', `/api-clients/${id}`)).toMatchObject({
      label: 'After',
      allowedScopes: ['member'],
    });
  });
});

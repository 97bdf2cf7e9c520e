import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectSoon } from '../../support/eventually.js';
import {
  ADMIN,
  AdminSite,
  confirm,
  findScreenViolations,
  submitLogin,
  waitForNotification,
} from './admin-site.js';
import { findAccessibilityViolations } from '../browser.js';

const PASSWORD = 'correct horse battery staple';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

describe('users and roles screens', () => {
  it('create, disable and delete a user; a new user can sign in', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/users');

    await page.getByRole('button', { name: 'New user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('grace');
    await dialog.getByRole('textbox', { name: 'Name shown to others' }).fill('Grace Hopper');
    await dialog.getByLabel(/^Password/).fill('short');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await dialog.getByText('Password must have 12 to 256 characters').waitFor();
    await dialog.getByLabel(/^Password/).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await waitForNotification(page, 'grace can sign in now');
    await page
      .getByRole('row', { name: /^grace/ })
      .getByRole('cell', { name: 'Editor' })
      .waitFor();
    const { page: own } = await site.open();
    await own.goto(`${site.url}/admin`);
    await submitLogin(own, { name: 'grace', password: PASSWORD });
    await own.getByLabel('Current password').fill(PASSWORD);
    await own.getByLabel('New password', { exact: true }).fill(`${PASSWORD}, her own`);
    await own.getByLabel('New password, once more').fill(`${PASSWORD}, her own`);
    await own.getByRole('button', { name: 'Change the password' }).click();
    await own.getByRole('heading', { name: 'Welcome, Grace Hopper' }).waitFor();

    await page.getByRole('link', { name: 'grace', exact: true }).click();
    await page.getByRole('button', { name: 'Disable' }).click();
    await confirm(page, 'Disable user');
    await page.getByText('disabled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await confirm(page, 'Delete user');
    await waitForNotification(page, 'grace is deleted');
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('invite a user by a link, and make one for a new password', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/users');
    await page.getByRole('button', { name: 'New user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('ida');
    await dialog.getByRole('textbox', { name: 'Name shown to others' }).fill('Ida Rhodes');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    const invitation = await dialog.getByText('/user/password-link').innerText();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();

    const { page: own, consoleErrors: ownErrors } = await site.open();
    await own.goto(invitation);
    await own.getByText('Your name for signing in is ida').waitFor();
    await expectSoon(() => findAccessibilityViolations(own)).toEqual([]);
    await own.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await own.getByLabel('New password, once more').fill(PASSWORD);
    await own.getByRole('button', { name: 'Set the password' }).click();
    await own.getByRole('heading', { name: 'Welcome, Ida Rhodes' }).waitFor();
    await own.goto(invitation);
    await own.getByRole('heading', { name: 'This link does not work any more' }).waitFor();

    await page.getByRole('link', { name: 'ida', exact: true }).click();
    await page.getByRole('button', { name: 'Link for a new password' }).click();
    await expectSoon(() => dialog.getByText('/user/password-link').innerText()).not.toBe(invitation);
    expect([...consoleErrors, ...ownErrors]).toEqual([]);
  });

  it('name users who are locked after wrong passwords, and unlock them', async () => {
    const user = { name: 'joan', password: PASSWORD };
    await site.manage('POST', '/users', { ...user, role: 'editor', keepPassword: true });
    const { page: own } = await site.open();
    await own.goto(`${site.url}/user/login`);
    for (let attempt = 0; attempt < 6; attempt++) {
      await submitLogin(own, { ...user, password: 'not the password' });
      await own.getByRole('alert').waitFor();
    }
    await own.getByText('There were too many failed attempts').waitFor();

    const { page, consoleErrors } = await site.openSignedIn('/users');
    const row = page.getByRole('row').filter({ hasText: 'joan' });
    await row.getByText('locked').waitFor();
    await expectSoon(() => page.getByText('locked').count()).toBe(1);
    await row.getByRole('link', { name: 'joan' }).click();
    await page.getByText(/^locked until/).waitFor();
    await page.getByRole('button', { name: 'Unlock' }).click();

    await expectSoon(() => page.getByText(/^locked until/).count()).toBe(0);
    await expectSoon(() => page.getByRole('button', { name: 'Unlock' }).count()).toBe(0);
    await submitLogin(own, user);
    await own.getByText('You are signed in').waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('create a role with the selected scopes', async () => {
    const { page } = await site.openSignedIn('/roles');

    await page.getByRole('button', { name: 'New role' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Tag Keeper');
    await dialog.getByRole('checkbox', { name: /Manage taxonomy vocabularies/ }).check();
    await dialog.getByRole('button', { name: 'Create role' }).click();
    await waitForNotification(page, 'The role is created');

    await expectSoon(() => site.manage('GET', '/roles/tag_keeper')).toMatchObject({
      label: 'Tag Keeper',
      scopes: ['taxonomy:administer'],
    });
  });

  it('show a built-in role without a save button', async () => {
    const { page } = await site.openSignedIn('/roles');

    await page.getByRole('button', { name: 'Administrator', exact: true }).click();

    await page.getByText('This role is part of the service and cannot be changed.').waitFor();
    await expectSoon(() => page.getByRole('dialog').getByRole('button', { name: 'Save' }).count()).toBe(0);
  });
});

describe('the box «Keep this password»', () => {
  const create = (name: string): Promise<unknown> =>
    site.manage('POST', '/users', { name, role: 'editor', password: PASSWORD, keepPassword: true });

  it.each([
    { keeps: true, heading: 'You are signed in' },
    { keeps: false, heading: 'Change the password' },
  ])('of a new user, checked: $keeps, leads the sign-in to «$heading»', async ({ keeps, heading }) => {
    const user = { name: `new-${String(keeps)}`, password: PASSWORD };
    const { page } = await site.openSignedIn('/users');
    await page.getByRole('button', { name: 'New user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(user.name);
    await dialog.getByRole('textbox', { name: 'Name shown to others' }).fill('New user');
    await dialog.getByLabel(/^Password/).fill(PASSWORD);
    await dialog.getByText('Otherwise the user has to choose another one at the first sign-in.').waitFor();

    if (keeps) await dialog.getByLabel('Keep this password').check();
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await waitForNotification(page, `${user.name} can sign in now`);

    const { page: own } = await site.open();
    await own.goto(`${site.url}/user/login`);
    await submitLogin(own, user);
    await own.getByRole('heading', { level: 1, name: heading }).waitFor();
  });

  it('of an edited user is enabled with a new password only', async () => {
    const { id } = (await create('keeper')) as { id: string };
    const { page, consoleErrors } = await site.openSignedIn(`/users/${id}`);
    const box = page.getByLabel('Keep this password');
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    await expectSoon(() => box.isEnabled()).toBe(false);

    await page.getByLabel('New password').fill(`${PASSWORD}, replaced`);
    await box.check();
    await page.getByLabel('New password').fill('');
    await expectSoon(async () => ({
      isChecked: await box.isChecked(),
      isEnabled: await box.isEnabled(),
    })).toEqual({
      isChecked: false,
      isEnabled: false,
    });
    await page.getByLabel('New password').fill(`${PASSWORD}, replaced`);
    await page.getByRole('button', { name: 'Save' }).click();
    await waitForNotification(page, 'Saved');

    await page.getByText('has to choose a password').waitFor();
    await expectSoon(() => site.manage('GET', `/users/${id}`)).toMatchObject({
      passwordChangeRequired: true,
    });
    expect(consoleErrors).toEqual([]);
  });
});

describe('the screen of a user', () => {
  interface UserAccess {
    readonly user: { readonly name: string; readonly password: string };
    readonly id: string;
    readonly paths: { readonly sessions: string; readonly grants: string };
  }

  /** A user with two sessions and grants to two clients. */
  async function createUserWithAccess(name: string): Promise<UserAccess> {
    const user = { name, password: PASSWORD };
    const { id } = (await site.manage('POST', '/users', {
      ...user,
      ...{ displayName: 'Grace Hopper', role: 'editor', keepPassword: true },
    })) as { id: string };
    for (const client of ['Magazine', 'Newsletter']) await allowClient(user, `${client} of ${name}`);
    return { user, id, paths: { sessions: `/users/${id}/sessions`, grants: `/users/${id}/grants` } };
  }

  /** Signs in in a new browser and allows a new client to act for the user. */
  async function allowClient(user: UserAccess['user'], label: string): Promise<void> {
    const redirectUri = `${site.url}/health/live`;
    const { id } = (await site.manage('POST', '/api-clients', {
      ...{ label, allowedScopes: ['content:administer'], redirectUris: [redirectUri] },
      ...{ grants: ['authorization_code'], rememberConsent: true, confidential: true },
    })) as { id: string };
    const query = { response_type: 'code', client_id: id, redirect_uri: redirectUri };
    const { page } = await site.open();
    await page.goto(`${site.url}/oauth/authorize?${new URLSearchParams(query).toString()}`);
    await submitLogin(page, user);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${redirectUri}?*`);
  }

  const listItems = async (path: string): Promise<readonly unknown[]> =>
    ((await site.manage('GET', path)) as { items: unknown[] }).items;

  it('lists sessions, and ends one or all of them', async () => {
    const { id, paths } = await createUserWithAccess('two-browsers');
    const { page, consoleErrors } = await site.openSignedIn(`/users/${id}`);
    const sessions = page.getByRole('region', { name: 'Sessions' });
    const ends = sessions.getByRole('button', { name: /^End the session since/ });
    await ends.nth(1).waitFor();

    await ends.first().click();
    await confirm(page, 'End session');
    await waitForNotification(page, 'The session has ended');
    await expectSoon(() => listItems(paths.sessions)).toHaveLength(1);
    await sessions.getByRole('button', { name: 'End all' }).click();
    await confirm(page, 'End all sessions');
    await sessions.getByText('The user is not signed in to any browser.').waitFor();

    await expectSoon(() => listItems(paths.sessions)).toEqual([]);
    await expectSoon(() => listItems(paths.grants)).toHaveLength(2);
    expect(consoleErrors).toEqual([]);
  });

  it('lists grants with their scopes, and withdraws one or all of them', async () => {
    const { id, paths } = await createUserWithAccess('two-clients');
    const { page, consoleErrors } = await site.openSignedIn(`/users/${id}`);
    const grants = page.getByRole('region', { name: 'Grants' });
    const magazine = grants.getByRole('row', { name: /Magazine of two-clients/ });
    await magazine.getByRole('cell', { name: 'content:administer', exact: true }).waitFor();

    await magazine.getByRole('button', { name: 'Withdraw' }).click();
    await confirm(page, 'Withdraw grant');
    await magazine.waitFor({ state: 'hidden' });
    await expectSoon(() => listItems(paths.grants)).toEqual([
      expect.objectContaining({ label: 'Newsletter of two-clients' }),
    ]);
    await grants.getByRole('button', { name: 'Withdraw all' }).click();
    await confirm(page, 'Withdraw all grants');
    await grants.getByText('No API client acts for the user.').waitFor();

    await expectSoon(() => listItems(paths.grants)).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  it('of the signed-in user shows the dialog of an ended session after all sessions were ended', async () => {
    const { page } = await site.open();
    const { id, name } = (await site.manage('POST', '/users', {
      ...{ name: 'own', role: 'administrator', password: PASSWORD, keepPassword: true },
    })) as { id: string; name: string };
    await page.goto(`${site.url}/user/login?destination=/admin/users/${id}`);
    await submitLogin(page, { name, password: PASSWORD });

    await page.getByRole('region', { name: 'Sessions' }).getByRole('button', { name: 'End all' }).click();
    await page.getByText('This browser is signed in as this user, too.').waitFor();
    await confirm(page, 'End all sessions');

    await page.getByRole('dialog').getByText('You are signed out').waitFor();
  });

  it.each([1280, 390])(
    'with sessions and grants has no accessibility violation and no horizontal scrolling at %d px',
    async (width) => {
      const { id } = await createUserWithAccess(`view-${width}`);
      const { page } = await site.openSignedIn(`/users/${id}`);
      await page.setViewportSize({ width, height: 844 });
      await page.getByRole('region', { name: 'Grants' }).getByRole('row').nth(2).waitFor();
      await page.getByRole('region', { name: 'Sessions' }).getByRole('row').nth(2).waitFor();
      await page.screenshot({ path: join(tmpdir(), `content-service-user-${width}.png`), fullPage: true });

      await expectSoon(() => findScreenViolations(page)).toEqual([]);
      await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        width,
      );
    },
  );

  it('without recent password asks for it before a change, and sends the change again', async () => {
    const { id } = (await site.manage('POST', '/users', {
      ...{ name: 'renamed', role: 'editor', password: PASSWORD, keepPassword: true },
    })) as { id: string };
    const { page } = await site.openSignedIn(`/users/${id}`);
    let sent = 0;
    await page.route(`**/manage/users/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH' || sent++ > 0) return route.continue();
      return route.fulfill({ status: 403, json: { code: 'reauthentication_required', detail: 'x' } });
    });
    await page.getByLabel('Name shown to others').fill('Renamed');

    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Your password').fill(ADMIN.password);
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await waitForNotification(page, 'Saved');

    expect(sent).toBe(2);
    await expectSoon(() => site.manage('GET', `/users/${id}`)).toMatchObject({ displayName: 'Renamed' });
  });
});

describe('navigation of a user with the role editor', () => {
  it('contains the screens of the role; other screens name the missing scope', async () => {
    await site.manage('POST', '/users', {
      name: 'ed',
      role: 'editor',
      password: PASSWORD,
      keepPassword: true,
    });
    const { page, consoleErrors } = await site.openSignedIn('', { name: 'ed', password: PASSWORD });
    const navigation = page.getByRole('navigation');

    await navigation.getByRole('link', { name: /^Articles/ }).waitFor();
    await navigation.getByRole('link', { name: 'Entries', exact: true }).waitFor();
    await expectSoon(() => navigation.getByRole('link', { name: 'Content model' }).isVisible()).toBe(false);
    await navigation.getByRole('button', { name: 'Administration' }).click();
    await navigation.getByRole('link', { name: 'Content model' }).waitFor();
    await expectSoon(() => navigation.getByRole('link', { name: 'API clients' }).count()).toBe(0);
    await page.goto(`${site.url}/admin/api-clients`);
    await page.getByText('Your role does not allow this').waitFor();
    await page.getByText('site_settings:administer').waitFor();
    expect(consoleErrors).toEqual([]);
  });
});

import { expectSoon } from '../support/eventually.js';
import { ADMIN, AdminSite } from './admin/admin-site.js';
import { findAccessibilityViolations } from './browser.js';

/** The first words of the login page and the name of the settings screen, by language. */
const LANGUAGES = [
  { language: 'de', locale: 'de-AT', signIn: 'Anmelden', settings: 'Einstellungen' },
  { language: 'fr', locale: 'fr-CA', signIn: 'Connexion', settings: 'Paramètres' },
  { language: 'es', locale: 'es-MX', signIn: 'Iniciar sesión', settings: 'Ajustes' },
] as const;

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

it.each(LANGUAGES)(
  'a browser that prefers $locale gets the login and the administration in that language',
  async ({ language, locale, signIn, settings }) => {
    const { page, consoleErrors } = await site.open({ locale });
    await page.goto(`${site.url}/admin/settings`);
    await page.getByRole('heading', { name: signIn }).waitFor();
    await expectSoon(() => page.getAttribute('html', 'lang')).toBe(language);
    await expectSoon(() => findAccessibilityViolations(page)).toEqual([]);
    await page.locator('#name').fill(ADMIN.name);
    await page.locator('#password').fill(ADMIN.password);
    await page.locator('#password').press('Enter');

    await page.getByRole('heading', { level: 1, name: settings }).waitFor();

    await expectSoon(() => page.getAttribute('html', 'lang')).toBe(language);
    expect(consoleErrors).toEqual([]);
  },
);

it('the language that is chosen in the administration is that of every page', async () => {
  const { page } = await site.openSignedIn('');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { level: 1, name: /^Willkommen/ }).waitFor();

  for (const path of ['/user', '/user/password', '/user/sessions', '/user/consents', '/nowhere']) {
    await page.goto(site.url + path);
    await expectSoon(async () => [path, await page.getAttribute('html', 'lang')]).toEqual([path, 'de']);
  }
  await page.goto(`${site.url}/user/password`);
  await page.getByRole('heading', { name: 'Passwort ändern' }).waitFor();

  await page.goto(`${site.url}/user`);
  await page.getByLabel('Sprache').selectOption('');
  await page.getByRole('button', { name: 'Sprache wählen' }).click();
  await page.getByRole('heading', { name: 'My account' }).waitFor();
});

it('the language that is chosen in the account is that of each browser in which the user signs in', async () => {
  const signIn = async () => {
    const { page } = await site.open();
    await page.goto(`${site.url}/user/login?destination=/user`);
    await page.locator('#name').fill(ADMIN.name);
    await page.locator('#password').fill(ADMIN.password);
    await page.locator('#password').press('Enter');
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
  const page = await signIn();
  await page.getByRole('heading', { name: 'My account' }).waitFor();

  await page.getByLabel('Language').selectOption('fr');
  await page.getByRole('button', { name: 'Choose language' }).click();
  await page.getByRole('heading', { name: 'Mon compte' }).waitFor();
  const other = await signIn();
  await other.getByRole('heading', { name: 'Mon compte' }).waitFor();

  await other.getByLabel('Langue').selectOption('');
  await other.getByRole('button', { name: 'Choisir la langue' }).click();
  await other.getByRole('heading', { name: 'My account' }).waitFor();
  await (await signIn()).getByRole('heading', { name: 'My account' }).waitFor();
});

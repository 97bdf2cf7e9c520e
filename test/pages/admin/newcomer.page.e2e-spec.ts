import type { Locator, Page } from 'playwright-core';
import type { Resource } from '../../support/api-client.js';
import { expectSoon } from '../../support/eventually.js';
import { ADMIN, AdminSite, findScreenViolations, waitForNotification } from './admin-site.js';

const ARTICLES = '/entries/node--article';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const create = async (title: string, attributes: Record<string, unknown> = {}): Promise<Resource> =>
  (await site.client()).create('node--article', { attributes: { title, status: false, ...attributes } });

/** Whether the text of an element is shown as a whole. */
const isWhole = (element: Locator): Promise<boolean> =>
  element.evaluate((shown) => {
    const { scrollWidth: content = 0, clientWidth: width = 0 } = shown as unknown as Record<string, number>;
    return content <= width;
  });

const schedulePanel = (page: Page) => page.getByRole('region', { name: 'Schedule' });

describe('the question for the password', () => {
  /** Fills in a new user; the service asks for the password before it creates one. */
  async function createUser(page: Page, name: string): Promise<void> {
    let sent = 0;
    await page.route('**/manage/users', async (route) => {
      if (route.request().method() !== 'POST' || sent++ > 0) return route.continue();
      return route.fulfill({ status: 403, json: { code: 'reauthentication_required', detail: 'x' } });
    });
    await page.getByRole('button', { name: 'New user' }).click();
    const form = page.getByRole('dialog', { name: 'New user' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await form.getByRole('textbox', { name: 'Name shown to others' }).fill('Mira Holt');
    await form.getByRole('button', { name: 'Create user' }).click();
  }

  it('stands above the dialog whose form needs it', async () => {
    const { page } = await site.openSignedIn('/users');
    await createUser(page, 'mira');

    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.getByLabel('Your password').click();
    await page.keyboard.type(ADMIN.password);
    await question.getByRole('button', { name: 'Go on' }).click();

    await waitForNotification(page, 'mira is created');
  });

  it('goes back to the form by Escape, which says that the password is needed', async () => {
    const { page } = await site.openSignedIn('/users');
    await createUser(page, 'nora');
    await page.getByRole('dialog', { name: 'Confirm that it is you' }).getByLabel('Your password').waitFor();

    await page.keyboard.press('Escape');

    const form = page.getByRole('dialog', { name: 'New user' });
    await form.getByRole('alert').filter({ hasText: 'Your password is needed' }).waitFor();
    await expectSoon(() => page.getByRole('dialog').count()).toBe(1);
    await form.getByRole('button', { name: 'Create user' }).click();
    await waitForNotification(page, 'nora is created');
  });
});

describe('the form of an article', () => {
  it('takes a tag that is typed by Enter, a new one and one of this very name', async () => {
    const { page } = await site.openSignedIn(`${ARTICLES}/${(await create('Tagged by Enter')).id}`);
    const tags = page.getByRole('group', { name: 'Tags' });
    await tags.getByRole('combobox').fill('Night buses');
    await page.getByRole('option', { name: 'Create «Night buses» in Tags' }).waitFor();
    await page.keyboard.press('Enter');
    await waitForNotification(page, '«Night buses» is created as a draft');
    await tags.getByRole('link', { name: 'Night buses' }).waitFor();

    await tags.getByRole('combobox').fill('sea');
    await page.keyboard.press('Enter');

    await tags.getByRole('link', { name: 'Sea', exact: true }).waitFor();
    await expectSoon(() => page.getByRole('listbox').isVisible()).toBe(false);
  });

  it('shows the whole of a long path that it suggests', async () => {
    const { page } = await site.openSignedIn(`${ARTICLES}/new`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Night buses: what changes in December 2026');

    const label = page
      .getByRole('button', { name: 'Use /night-buses-what-changes-in-december-2026' })
      .locator('.mantine-Button-label');

    await expectSoon(() => isWhole(label)).toBe(true);
  });

  it('saves nothing by itself while it asks whether to leave without saving', async () => {
    const { id } = await create('Kept title');
    const { page } = await site.openSignedIn('');
    await page.clock.install();
    await page.goto(`${site.url}/admin${ARTICLES}/${id}`);
    await page.getByText('Everything is saved').waitFor();
    let writes = 0;
    page.on('request', (request) => {
      if (request.method() === 'PATCH') writes++;
    });
    await page.getByRole('textbox', { name: 'Title' }).fill('Regretted title');
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Pages/ })
      .click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.waitFor();

    await page.clock.fastForward(20_000);
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pages' }).waitFor();

    expect(writes).toBe(0);
    const answer = await (await site.client()).send('GET', `/api/node/article/${id}`);
    expect(await answer.json()).toMatchObject({ data: { attributes: { title: 'Kept title' } } });
  });

  it('is duplicated by a button', async () => {
    const { page } = await site.openSignedIn(`${ARTICLES}/${(await create('Winter timetable')).id}`);

    await page.getByRole('button', { name: 'Duplicate' }).click();

    await waitForNotification(page, 'The copy is a draft');
    await page.getByRole('heading', { level: 1, name: 'Winter timetable (copy)' }).waitFor();
  });

  it('names the choice of the format, and what another one has', async () => {
    const { page } = await site.openSignedIn(`${ARTICLES}/new`);
    const hint = page.getByText('«Full HTML» also has tables and code blocks.');
    await page.getByText('Format', { exact: true }).waitFor();
    await hint.waitFor();

    await page.getByRole('combobox', { name: 'Format of Body' }).click();
    await page.getByRole('option', { name: 'Full HTML' }).click();

    await expectSoon(() => hint.count()).toBe(0);
  });
});

describe('a schedule', () => {
  it('is set by Enter, called what it is in the history, and kept when its end is not meant', async () => {
    const { id } = await create('Successor');
    const { page } = await site.openSignedIn(`${ARTICLES}/${id}`);
    await schedulePanel(page).getByRole('button', { name: 'Add a time' }).click();
    await schedulePanel(page).getByLabel('Time', { exact: true }).fill('2099-03-01T09:30');
    await page.keyboard.press('Enter');
    await waitForNotification(page, 'Scheduled');

    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: 'History' });
    await history.getByText('Saved without changes, or scheduled').waitFor();
    expect(await history.getByRole('button', { name: 'Show changes' }).count()).toBe(0);
    await page.keyboard.press('Escape');

    await page.goto(`${site.url}/admin/schedules`);
    const row = page.getByRole('row', { name: /^Successor/ });
    await row.getByText('Articles', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Cancel: publish Successor' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep schedule' }).click();
    await expectSoon(() => page.getByRole('dialog').count()).toBe(0);
    await row.waitFor();
  });

  it('is proposed for the next morning, and shown in the status of the draft', async () => {
    const { id } = await create('Planned for the morning');
    const { page } = await site.openSignedIn(`${ARTICLES}/${id}`, undefined, { timezoneId: 'Europe/Vienna' });
    await schedulePanel(page).getByRole('button', { name: 'Add a time' }).click();
    const proposed = await schedulePanel(page).getByLabel('Time', { exact: true }).inputValue();
    await schedulePanel(page).getByRole('button', { name: 'Schedule', exact: true }).click();
    await waitForNotification(page, 'Scheduled');

    const hoursLeft = (Date.parse(`${proposed}+01:00`) - Date.now()) / 3_600_000;
    expect(proposed).toMatch(/T09:00$/);
    expect([hoursLeft > 8, hoursLeft < 34]).toEqual([true, true]);
    const publishing = page.getByRole('complementary', { name: 'Publishing' });
    await publishing.getByText('Draft, scheduled', { exact: true }).waitFor();
    await page.goto(`${site.url}/admin${ARTICLES}?q=morning`);
    await page
      .getByRole('row', { name: /Planned for the morning/ })
      .getByText('Draft, scheduled', { exact: true })
      .and(page.locator(':visible'))
      .waitFor();
  });

  it('is found by the word calendar', async () => {
    const { page } = await site.openSignedIn('');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('calendar');

    await expectSoon(() => page.getByRole('option').allInnerTexts()).toEqual(['Schedules']);
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor();
  });
});

describe('lists', () => {
  it('say «just now» of what was changed, also when the clock of the browser is behind', async () => {
    await create('Written just now');
    const { page } = await site.openSignedIn('');
    await page.clock.setFixedTime(Date.now() - 30_000);
    await page.goto(`${site.url}/admin${ARTICLES}`);

    const row = page.getByRole('row', { name: /Written just now/ });
    await row.getByText('just now', { exact: true }).last().waitFor();
    expect(await row.getByText('in a moment').count()).toBe(0);
  });

  it('keep their rows in place when the first one is selected', async () => {
    const { page } = await site.openSignedIn(ARTICLES);
    const checkbox = page.getByRole('checkbox', { name: /^Select / }).nth(2);
    const before = await checkbox.boundingBox();

    await checkbox.check();

    const selection = page.getByRole('region', { name: 'Selected entries' });
    await selection.getByText('1 entry selected').waitFor();
    expect(await checkbox.boundingBox()).toEqual(before);
    const { y = 0, height = 0 } = (await selection.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
  });

  it('show the whole status of an entry on a phone', async () => {
    const { id } = await create('A title of several words that takes more than one line');
    const { page } = await site.openSignedIn(`${ARTICLES}/${id}`, undefined, {
      viewport: { width: 390, height: 844 },
    });
    await page.getByText('Everything is saved').waitFor();
    await page.goto(`${site.url}/admin`);
    const label = page
      .getByRole('region', { name: 'Continue with' })
      .locator('.mantine-Badge-label')
      .filter({ hasText: 'Draft' })
      .first();

    await label.waitFor();
    await expectSoon(() => isWhole(label)).toBe(true);
  });
});

it('the history ends with the creation, and names what was saved automatically', async () => {
  const { id, type } = await create('Written by machine');
  const data = { type, id, attributes: { title: 'Written by a machine' } };
  const meta = { revision: { minor: true } };
  await (await site.client()).send('PATCH', `/api/node/article/${id}`, { document: { data, meta } });
  const { page } = await site.openSignedIn(`${ARTICLES}/${id}`);

  await page.getByRole('button', { name: 'History' }).click();

  const history = page.getByRole('dialog', { name: 'History' });
  await history.getByText('Saved automatically').waitFor();
  await history.locator('.mantine-Timeline-item').last().getByText('Created', { exact: true }).waitFor();
});

it('an editor learns how previews begin where no website shows them', async () => {
  const { id } = await create('Not shown anywhere');
  const { page } = await site.openSignedIn(`${ARTICLES}/${id}`);

  await page.getByRole('button', { name: 'Preview' }).click();

  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('No website shows previews yet').waitFor();
  await expectSoon(() => findScreenViolations(page)).toEqual([]);
  await preview.getByRole('link', { name: 'Set up previews' }).click();
  await page.getByRole('group', { name: 'Websites with previews' }).waitFor();
});

it('what every site has is named in the language of the user', async () => {
  const { page } = await site.openSignedIn('', undefined, { locale: 'de-AT' });
  const navigation = page.getByRole('navigation');

  await navigation.getByRole('group', { name: 'Begriffe' }).waitFor();
  await navigation.getByRole('link', { name: /^Weiterleitungen/ }).waitFor();
  await navigation.getByRole('link', { name: /^Dateien/ }).waitFor();
  await page.goto(`${site.url}/admin/entries/redirect--redirect/new`);
  await page.getByRole('textbox', { name: 'Alter Pfad' }).waitFor();
});

it('the navigation leads to the guide', async () => {
  const { page } = await site.openSignedIn('');

  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('navigation').getByRole('link', { name: 'Guide' }).click(),
  ]);

  await opened.getByRole('link', { name: 'Editing content' }).waitFor();
});

import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expectSoon } from '../../support/eventually.js';
import {
  ADMIN,
  AdminSite,
  confirm,
  findScreenViolations,
  submitLogin,
  waitForNotification,
} from './admin-site.js';
import { reopen, readKept } from './unsaved-values.js';

const SECRET = 'correct horse battery staple 2';
const OTHER = { ...ADMIN, name: 'olga', role: 'administrator', keepPassword: true };

let site: AdminSite;
const ids: Record<string, string> = {};
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  await site.manage('POST', '/users', OTHER);
  const fields = [{ name: 'field_text', type: 'string_long', label: 'Text' }];
  await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'note', label: 'Notes', fields });
  await site.manage('POST', '/bundles', { entityType: 'taxonomy_term', bundle: 'words', label: 'Words' });
  await site.manage('POST', '/roles', { name: 'writer', label: 'Writer', scopes: ['content:administer'] });
  const client = { label: 'Reader', confidential: true, grants: ['client_credentials'], allowedScopes: [] };
  const webhook = { label: 'Search', url: 'https://search.example/hook' };
  const [user, storedClient, storedWebhook] = (await Promise.all([
    site.manage('POST', '/users', { ...OTHER, name: 'ulla', displayName: 'Ulla' }),
    site.manage('POST', '/api-clients', client),
    site.manage('POST', '/webhooks', webhook),
  ])) as readonly { readonly id: string }[];
  Object.assign(ids, { user: user?.id, client: storedClient?.id, webhook: storedWebhook?.id });
  const image = [{ name: 'field_media_image', type: 'image', label: 'Image' }];
  await site.manage('POST', '/bundles', {
    entityType: 'media',
    bundle: 'image',
    label: 'Images',
    fields: image,
  });
  const api = await site.client();
  ids['medium'] = (await api.create('media--image', { attributes: { name: 'Quay' } })).id;
  const link = { title: 'About', menu_name: 'main', link: { uri: 'internal:/about' } };
  await api.create('menu_link_content--menu_link_content', { attributes: link });
  for (const name of ['Boats', 'Trams']) await api.create('taxonomy_term--words', { attributes: { name } });
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

interface FormCase {
  readonly path: () => string;
  /** Opens the form on its screen. */
  readonly open?: (page: Page) => Promise<unknown>;
  /** The input that is filled in. */
  readonly input: (page: Page) => Locator;
  readonly value: string;
  /** Fills in what else the form needs to be saved, and secrets. */
  readonly fill?: (page: Page) => Promise<unknown>;
  /** Saves the form, and waits until it is saved. */
  readonly save: (page: Page) => Promise<unknown>;
}

const box =
  (name: string, container: (page: Page) => Page | Locator = (page) => page) =>
  (page: Page): Locator =>
    container(page).getByRole('textbox', { name, exact: true });

const dialog = (page: Page): Locator => page.getByRole('dialog');

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

const saveIn =
  (button: string, notification: string, container: (page: Page) => Page | Locator = (page) => page) =>
  async (page: Page): Promise<void> => {
    await container(page).getByRole('button', { name: button, exact: true }).click();
    await waitForNotification(page, notification);
  };

const openItem =
  (menu: string, item: string) =>
  async (page: Page): Promise<void> => {
    await press(menu)(page);
    await page.getByRole('menuitem', { name: item }).click();
  };

const section =
  (name: string) =>
  (page: Page): Locator =>
    page.getByRole('region', { name, exact: true });

const FORMS: Readonly<Record<string, FormCase>> = {
  'a type': {
    path: () => '/content-model/node--note',
    open: (page) => page.getByRole('tab', { name: 'Name and description' }).click(),
    input: box('Description'),
    value: 'Short texts',
    save: saveIn('Save', 'Saved'),
  },
  'a new type': {
    path: () => '/content-model',
    open: press('New type'),
    input: box('Name', dialog),
    value: 'Events',
    save: saveIn('Create type', 'The type «Events» was created', dialog),
  },
  'a new field': {
    path: () => '/content-model/node--note',
    open: async (page) => {
      await press('Add field')(page);
      await dialog(page).getByRole('button', { name: /^Text/ }).first().click();
    },
    input: box('Label', dialog),
    value: 'Subtitle',
    save: saveIn('Add field', 'Subtitle is added', dialog),
  },
  'a field': {
    path: () => '/content-model/node--note',
    open: press('Edit Text'),
    input: box('Help text', dialog),
    value: 'At most one page',
    save: saveIn('Save field', 'Saved', dialog),
  },
  'a group of fields': {
    path: () => '/content-model/node--note',
    open: press('New group'),
    input: (page) => dialog(page).getByRole('combobox', { name: 'Name of the group' }),
    value: 'Details',
    fill: (page) => dialog(page).getByRole('checkbox', { name: 'Text' }).check(),
    save: saveIn('Save group', 'Saved', dialog),
  },
  'a webhook': {
    path: () => `/webhooks/${ids['webhook']}?tab=settings`,
    input: box('Name'),
    value: 'Search engine',
    save: saveIn('Save', 'Saved'),
  },
  'a new webhook': {
    path: () => '/webhooks/new',
    input: box('Name'),
    value: 'Cache',
    fill: async (page) => {
      await page.getByRole('textbox', { name: 'URL' }).fill('https://cache.example/purge');
      await press('What is sent, and how')(page);
      await press('Add a header field')(page);
      await page.getByRole('textbox', { name: 'Name of header field 1' }).fill('Authorization');
      await page.getByRole('textbox', { name: 'Value of header field 1' }).fill(SECRET);
    },
    save: async (page) => {
      await press('Create webhook')(page);
      await page.getByText('The webhook is created.').waitFor();
    },
  },
  'an API client': {
    path: () => `/api-clients/${ids['client']}`,
    input: box('Name'),
    value: 'Reader of the site',
    save: saveIn('Save', 'Saved'),
  },
  'a new API client': {
    path: () => '/api-clients/new',
    input: box('Name'),
    value: 'Importer',
    save: async (page) => {
      await press('Create client')(page);
      await page.getByText('The client is created.').waitFor();
    },
  },
  'a website to connect': {
    path: () => '/api-clients/connect',
    input: box('Name'),
    value: 'Front end',
    fill: (page) => page.getByRole('textbox', { name: 'Its address' }).fill('https://www.example.com'),
    save: async (page) => {
      await press('Connect')(page);
      await page.getByRole('textbox', { name: 'Its address' }).waitFor({ state: 'detached' });
    },
  },
  'a role': {
    path: () => '/roles',
    open: press('Writer'),
    input: box('Label', dialog),
    value: 'Author',
    save: saveIn('Save', 'Saved', dialog),
  },
  'a new role': {
    path: () => '/roles',
    open: press('New role'),
    input: box('Label', dialog),
    value: 'Translator',
    fill: (page) => dialog(page).getByRole('checkbox').first().check(),
    save: saveIn('Create role', 'The role is created', dialog),
  },
  'a user': {
    path: () => `/users/${ids['user']}`,
    input: box('Name shown to others'),
    value: 'Ulla Berg',
    fill: (page) => page.getByLabel('New password', { exact: true }).fill(SECRET),
    save: saveIn('Save', 'Saved'),
  },
  'a new user': {
    path: () => '/users',
    open: press('New user'),
    input: box('Name', dialog),
    value: 'nora',
    fill: async (page) => {
      await box('Name shown to others', dialog)(page).fill('Nora');
      await dialog(page).getByLabel('Password', { exact: true }).fill(SECRET);
    },
    save: async (page) => {
      await press('Create user')(page);
      await waitForNotification(page, 'nora');
    },
  },
  'settings of the site': {
    path: () => '/settings',
    input: (page) => section('Content')(page).getByRole('textbox', { name: /^Days that a deleted entry/ }),
    value: '21',
    save: saveIn('Save', 'Saved', section('Content')),
  },
  'a new menu': {
    path: () => '/menus',
    open: press('New menu'),
    input: box('Name', dialog),
    value: 'Side bar',
    save: saveIn('Create menu', 'Saved', dialog),
  },
  'the names of a menu': {
    path: () => '/menus',
    open: openItem('Actions for Footer', 'Rename'),
    input: box('Name', dialog),
    value: 'Below the text',
    save: saveIn('Save', 'Saved', dialog),
  },
  'a medium': {
    // Its sheet is part of the address: it is open on the page that follows, too.
    path: () => `/media?open=${ids['medium']}`,
    input: box('Name', dialog),
    value: 'The old quay',
    save: saveIn('Save', 'Saved', dialog),
  },
  'the times of a job': {
    path: () => '/schedules',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for: / })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Change times' }).click();
    },
    input: box('Cron expression', dialog),
    value: '7 3 * * *',
    save: saveIn('Change times', 'Changed', dialog),
  },
  'a link of a menu': {
    path: () => '/menus/main',
    open: press('About'),
    input: box('Address', dialog),
    value: 'https://about.example',
    save: async (page) => {
      await press('Take over')(page);
      await saveIn('Save', 'Saved')(page);
    },
  },
};

const offer = (page: Page): Locator => page.getByText('You have changes here that were not saved');

async function openForm(page: Page, { open }: FormCase): Promise<void> {
  await open?.(page);
}

describe.each(Object.entries(FORMS))('the form of %s', (_, form) => {
  it('offers what was typed after its page was closed, except for secrets, until it is saved', async () => {
    const { page, consoleErrors } = await site.openSignedIn(form.path());
    await openForm(page, form);
    await form.input(page).waitFor();
    await expectSoon(() => form.input(page).isEditable()).toBe(true);
    await form.fill?.(page);
    await form.input(page).fill(form.value);
    await expectSoon(async () => JSON.stringify(await readKept(page))).toContain(form.value);
    expect(JSON.stringify(await readKept(page))).not.toContain(SECRET);

    const next = await reopen(page);
    await openForm(next, form);
    await offer(next).waitFor();
    expect(await form.input(next).inputValue()).not.toBe(form.value);
    await next.getByRole('button', { name: 'Take them over' }).click();
    await expectSoon(() => form.input(next).inputValue()).toBe(form.value);
    await form.fill?.(next);
    await form.save(next);

    await expectSoon(() => readKept(next)).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });
});

describe('what a form keeps', () => {
  const form = FORMS['a new role'] as FormCase;

  /** Types a name and closes the page. @returns the browser and the address */
  async function type(): Promise<{ readonly page: Page; readonly context: BrowserContext }> {
    const { page } = await site.openSignedIn(form.path());
    await openForm(page, form);
    await form.input(page).fill('Proofreader');
    await expectSoon(() => readKept(page)).toEqual([{ label: 'Proofreader' }]);
    return { page, context: page.context() };
  }

  it('is given up when it is discarded, and with its dialog', async () => {
    const { page } = await type();
    const next = await reopen(page);
    await openForm(next, form);
    await offer(next).waitFor();
    await expectSoon(() => findScreenViolations(next)).toEqual([]);
    await next.getByRole('button', { name: 'Discard them' }).click();
    await expectSoon(() => readKept(next)).toEqual([]);

    await form.input(next).fill('Reviewer');
    await expectSoon(() => readKept(next)).toEqual([{ label: 'Reviewer' }]);
    await dialog(next).getByRole('button', { name: 'Cancel' }).click();
    await expectSoon(() => readKept(next)).toEqual([]);
  });

  it('is asked about before its dialog closes, when it was taken over', async () => {
    const { page } = await type();
    const next = await reopen(page);
    await openForm(next, form);
    await next.getByRole('button', { name: 'Take them over' }).click();
    await expectSoon(() => form.input(next).inputValue()).toBe('Proofreader');

    await next.keyboard.press('Escape');
    await next.getByText('Discard what you have entered?').waitFor();
    await confirm(next, 'Continue editing');

    await expectSoon(() => form.input(next).inputValue()).toBe('Proofreader');
  });

  it('stays as it was offered when something else is saved meanwhile', async () => {
    const { page } = await type();
    const next = await reopen(page);
    await openForm(next, form);
    await offer(next).waitFor();
    await form.input(next).fill('Guest');
    await expectSoon(() => readKept(next)).toEqual([{ label: 'Guest' }]);

    await form.save(next);

    await expectSoon(() => readKept(next)).toEqual([{ label: 'Proofreader' }]);
  });

  it('is not shown to another user of the browser', async () => {
    const { page, context } = await type();
    await page.close();
    await context.clearCookies();

    const other = await context.newPage();
    await other.goto(`${site.url}/user/login?destination=/admin${form.path()}`);
    await submitLogin(other, OTHER);
    await openForm(other, form);
    await form.input(other).fill('Guest');
    await expectSoon(() => readKept(other)).toEqual([{ label: 'Proofreader' }, { label: 'Guest' }]);

    expect(await offer(other).count()).toBe(0);
  });
});

it('the changes of a menu are made again on what others have saved meanwhile', async () => {
  const api = await site.client();
  const attributes = { menu_name: 'footer', link: { uri: 'internal:/x' } };
  const type = 'menu_link_content--menu_link_content';
  for (const [weight, title] of ['Imprint', 'Press', 'Jobs'].entries())
    await api.create(type, { attributes: { ...attributes, title, weight } });
  const { page } = await site.openSignedIn('/menus/footer');
  await page.getByRole('button', { name: 'Move Jobs' }).press('ArrowUp');
  await page.getByRole('button', { name: 'Move Jobs' }).press('ArrowUp');
  await page.getByRole('switch', { name: 'Show Press' }).press('Space');
  await expectSoon(async () => (await readKept(page)).length).toBe(1);
  const context = page.context();
  const url = page.url();
  await page.close({ runBeforeUnload: false });
  await api.create(type, { attributes: { ...attributes, title: 'Contact', weight: 9 } });

  const next = await context.newPage();
  await next.goto(url);
  await offer(next).waitFor();
  await next.getByText('Meanwhile others have saved something else here.').waitFor();
  await next.getByRole('button', { name: 'Take them over' }).click();
  await next.getByText('2 changes that are not saved').waitFor();
  await next.getByRole('button', { name: 'Save', exact: true }).click();
  await waitForNotification(next, 'Saved');

  const titles = await next.getByRole('button', { name: /^Actions for/ }).all();
  expect(await Promise.all(titles.map((one) => one.getAttribute('aria-label')))).toEqual(
    ['Jobs', 'Imprint', 'Press', 'Contact'].map((title) => `Actions for ${title}`),
  );
  await expectSoon(() => readKept(next)).toEqual([]);
});

it('what is typed into the sheet of a medium stays when the sheet is closed without a question', async () => {
  const { page } = await site.openSignedIn('/media');
  const open = () => page.locator('[data-medium]').first().click();
  await open();
  await box('Name', dialog)(page).fill('The new quay');
  await expectSoon(() => readKept(page)).toEqual([{ name: 'The new quay' }]);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });

  await open();
  await dialog(page).getByRole('button', { name: 'Take them over' }).click();
  await expectSoon(() => box('Name', dialog)(page).inputValue()).toBe('The new quay');
  await saveIn('Save', 'Saved', dialog)(page);

  await expectSoon(() => readKept(page)).toEqual([]);
});

it('what is discarded in a dialog is not offered again', async () => {
  const { page } = await site.openSignedIn('/menus/main');
  const addLink = page.getByRole('button', { name: 'Add a link', exact: true });
  await addLink.click();
  await box('Title', dialog)(page).fill('Jobs');
  await expectSoon(() => readKept(page)).toMatchObject([{ title: 'Jobs' }]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();

  await expectSoon(() => readKept(page)).toEqual([]);
});

it('the moves of terms are made again', async () => {
  const { page } = await site.openSignedIn('/entries/taxonomy_term--words?view=tree');
  await page.getByRole('button', { name: 'Move Trams' }).press('ArrowRight');
  await expectSoon(async () => (await readKept(page)).length).toBe(1);

  const next = await reopen(page);
  await next.getByRole('button', { name: 'Take them over' }).click();
  await next.getByText('1 change that is not saved').waitFor();
  await next.getByRole('button', { name: 'Save', exact: true }).click();
  await waitForNotification(next, 'Saved');
  await next.getByRole('button', { name: 'Terms below Boats' }).click();

  await next.getByRole('listitem').filter({ hasText: 'Trams' }).filter({ hasText: 'Level 2' }).waitFor();
  await expectSoon(() => readKept(next)).toEqual([]);
});

import type { Page } from 'playwright-core';

/** The address of a screen, and the step that opens a dialog, a menu or a tab on it. */
const at = (path: string, open: (page: Page) => Promise<unknown> = async () => undefined) => ({ path, open });

const click = (role: 'button' | 'tab', name: string) => (page: Page) =>
  page.getByRole(role, { name, exact: true }).first().click();

/** A site that shows previews. */
export const PREVIEW_SITE = { label: 'Website', url: 'https://preview.example/api/draft' };

export type Screens = Readonly<Record<string, ReturnType<typeof at>>>;

/** Opens a menu, whose first item has the focus then. */
const openMenu =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name }).first().click();
    await page.locator('[role^=menuitem]:focus').waitFor();
  };

/** Opens the options of a select. */
const openOptions =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('combobox', { name, exact: true }).click();
    await page.getByRole('option').first().waitFor();
  };

const openFirstEntry = async (page: Page): Promise<void> => {
  await page.getByRole('row').getByRole('link').first().click();
  await page.getByRole('textbox', { name: 'Title' }).waitFor();
};

/** Answers the requests of a page with an error of a code, until the routes of the page are removed. */
const refuse = (page: Page, url: string, status: number, code: string): Promise<unknown> =>
  page.route(url, (route) =>
    route.request().method() === 'GET' && status !== 401
      ? route.continue()
      : route.fulfill({ status, json: { code, detail: 'Refused.', errors: [{ code, detail: 'Refused.' }] } }),
  );

/** Answers the requests of a page for an article as if another user had saved its title, until the routes are removed. */
const changeTitleElsewhere = (page: Page, title: string): Promise<unknown> =>
  page.route('**/api/node/article/*', async (route) => {
    if (route.request().method() !== 'GET') {
      const code = 'precondition_failed';
      await route.fulfill({ status: 412, json: { errors: [{ status: '412', code, detail: 'Refused.' }] } });
      return;
    }
    const response = await route.fetch();
    const body = (await response.json()) as { data: { attributes: Record<string, unknown> } };
    body.data.attributes['title'] = title;
    await route.fulfill({ response, json: body });
  });

const openWebhook = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('tab', { name: 'Deliveries' }).waitFor();
};

/** The start screen and the lists of entries. */
export const ENTRY_LIST_SCREENS: Screens = {
  start: at(''),
  search: at('', async (page) => {
    await page.locator('main').focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
  }),
  'found entries': at('', async (page) => {
    await page.locator('main').focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('quay');
    await page.locator('mark').first().waitFor();
  }),
  'menu of the account': at('', openMenu(/^Account/)),
  'entry types': at('/entries'),
  media: at('/media', (page) => page.locator('[data-medium]').first().waitFor()),
  'list of entries': at(
    '/entries/node--article?columns=%5B%22status%22%2C%22changed%22%2C%22field_tags%22%5D',
  ),
  'found texts in a list': at('/entries/node--article?q=harbour', (page) =>
    page.locator('mark').first().waitFor(),
  ),
  'entries with changes': at('/entries/node--article?changes=true', (page) =>
    page.getByText('Everything is published').waitFor(),
  ),
  'menu of an entry': at('/entries/node--article', openMenu(/^Actions for/)),
  'menu of columns': at('/entries/node--article', openMenu('Columns')),
  'a filter': at('/entries/node--article', click('button', 'Filter')),
  'change of a filter': at(
    `/entries/node--article?filters=${encodeURIComponent('[{"path":"title","operator":"CONTAINS","value":"the"}]')}`,
    click('button', 'Title contains the'),
  ),
  'selected entries': at('/entries/node--article', (page) =>
    page.getByLabel('Select all of this page').check(),
  ),
  'edit of a field of selected entries': at('/entries/node--article', async (page) => {
    await page.getByLabel('Select all of this page').check();
    await click('button', 'Edit a field…')(page);
    await page.getByRole('dialog').getByRole('combobox', { name: 'Field' }).waitFor();
  }),
  'new view of a list': at('/entries/node--article?status=published', click('button', 'Save this view')),
  'tree of terms': at('/entries/taxonomy_term--tags?view=tree', (page) =>
    page.getByRole('list', { name: 'Terms' }).getByRole('link').first().waitFor(),
  ),
  menus: at('/menus'),
  'new menu': at('/menus', click('button', 'New menu')),
  menu: at('/menus/main', (page) => page.getByText('hidden: not published').first().waitFor()),
  'menu of a link': at('/menus/main', openMenu('Actions for Night trams')),
  'link of a menu': at('/menus/main', async (page) => {
    await click('button', 'Night trams')(page);
    await page.getByRole('dialog').getByText('Draft', { exact: true }).waitFor();
  }),
  'API requests of a list': at('/entries/node--article', click('button', 'API: how does the API see this?')),
  'unknown route': at('/nowhere'),
};

/** The forms of entries. */
export const ENTRY_SCREENS: Screens = {
  'new entry': at('/entries/node--article/new'),
  'languages of a new entry': at('/entries/node--article/new', openOptions('Language')),
  'refused entry with a group': at('/entries/node--article/new', async (page) => {
    await page.getByRole('textbox', { name: 'Title' }).fill('Trams');
    await page.getByRole('textbox', { name: 'Price' }).fill('99999999999');
    await click('button', 'Save draft')(page);
    await page.getByText('Needs correction').waitFor();
    await page.getByRole('button', { name: 'Event Needs correction' }).click();
  }),
  entry: at('/entries/node--article', openFirstEntry),
  'API requests of an entry': at('/entries/node--article', async (page) => {
    await openFirstEntry(page);
    await click('button', 'API: how does the API see this?')(page);
    await page.getByRole('dialog').getByRole('tab').first().waitFor();
  }),
  'link in a formatted text': at('/entries/node--article', async (page) => {
    await openFirstEntry(page);
    await page.getByRole('button', { name: 'Link', exact: true }).first().click();
  }),
  'menu panel of an entry': at('/entries/node--article', async (page) => {
    await openFirstEntry(page);
    await click('button', 'Add to a menu')(page);
    await page.getByRole('textbox', { name: 'Text of the link' }).scrollIntoViewIfNeeded();
  }),
  'conflict of an entry': at('/entries/node--article', async (page) => {
    await openFirstEntry(page);
    await changeTitleElsewhere(page, 'Trams of the harbour');
    await page.getByRole('textbox', { name: 'Title' }).fill('Trams of the city');
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByRole('radiogroup', { name: 'Title' }).waitFor();
  }),
  'removal of an entry': at('/entries/node--article', async (page) => {
    await openFirstEntry(page);
    await click('button', 'Delete')(page);
  }),
  'unsaved changes': at('/entries/node--article', async (page) => {
    await openFirstEntry(page);
    await page.getByRole('textbox', { name: 'Title' }).fill('Trams of the city');
    await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click();
  }),
  'history of an entry': at('/events', async (page) => {
    await page.getByRole('link', { name: 'Created', exact: true }).first().click();
    await page.getByRole('main').locator('a[href*="/entries/node--article/"]').first().click();
    await click('button', 'History')(page);
    await page.getByRole('dialog').getByText('Nothing has been changed since').waitFor();
  }),
  'changes in the history of an entry': at('/entries/node--article', async (page) => {
    await openFirstEntry(page);
    await page.getByRole('textbox', { name: 'Title' }).fill('Trams of the old city');
    await click('button', 'Publish changes')(page);
    await page.getByText('Everything is saved').waitFor();
    await click('button', 'History')(page);
    await page.getByRole('button', { name: 'Show changes' }).first().click();
    await page.locator('ins').first().waitFor();
  }),
  'preview beside an entry': at('/entries/node--article', async (page) => {
    await page.route(`${PREVIEW_SITE.url}?**`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body:
          '<!doctype html><html lang="en"><title>Draft</title><style>body { font: 1.4rem Georgia; margin: 4rem }</style>' +
          '<h1>The draft</h1><p>This page is made by the website.</p>',
      }),
    );
    await openFirstEntry(page);
    await click('button', 'Preview')(page);
    await page.frameLocator('iframe').getByRole('heading', { name: 'The draft' }).waitFor();
  }),
  trash: at('/entries/node--page', async (page) => {
    await openFirstEntry(page);
    await click('button', 'Delete')(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete entry' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Trash' }).click();
    await page.getByRole('button', { name: /^Restore / }).waitFor();
  }),
};

/** The content model. */
export const MODEL_SCREENS: Screens = {
  'content model': at('/content-model'),
  type: at('/content-model/node--article'),
  'JSON Schema of a type': at('/content-model/node--article', click('tab', 'JSON Schema')),
  'new field': at('/content-model/node--article', click('button', 'Add field')),
  'form of a new field': at('/content-model/node--article', async (page) => {
    await click('button', 'Add field')(page);
    await click('button', 'Formatted text')(page);
    await page.getByRole('dialog').getByRole('toolbar').waitFor();
  }),
  'field of a type': at('/content-model/node--article', click('button', 'Edit Tags')),
  'removal of a field': at('/content-model/node--article', click('button', 'Remove Tags')),
  'removal of a type': at('/content-model/node--page', click('button', 'Remove type')),
  'new type': at('/content-model', click('button', 'New type')),
  'input to be discarded': at('/content-model', async (page) => {
    await click('button', 'New type')(page);
    await page.getByRole('dialog').getByRole('textbox').first().fill('Trams');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).waitFor();
  }),
  'group of a type': at('/content-model/node--article', click('button', 'Edit the group Event')),
};

/** API clients, users, roles, settings and keys, and the dialogs of the session. */
export const ACCESS_SCREENS: Screens = {
  'ended session': at('/settings', async (page) => {
    await page.getByLabel('Seconds that public responses are cached').fill('30');
    await refuse(page, '**/session/token', 401, 'session_required');
    await refuse(page, '**/manage/**', 401, 'token_invalid');
    await page.getByRole('region', { name: 'JSON:API' }).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByText('You are signed out').waitFor();
  }),
  're-authentication': at('/signing-keys', async (page) => {
    await refuse(page, '**/manage/keys', 403, 'reauthentication_required');
    await click('button', 'Rotate')(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByLabel('Your password').waitFor();
  }),
  'API clients': at('/api-clients'),
  'new API client': at('/api-clients/new'),
  'secret of a new API client': at('/api-clients/new', async (page) => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Website');
    await page.keyboard.press('Control+s');
    await page.getByText(/CLIENT_SECRET=/).waitFor();
  }),
  'connect a website': at('/api-clients/connect'),
  'API client': at('/api-clients/first-client'),
  settings: at('/settings'),
  users: at('/users'),
  user: at('/users', (page) => page.getByRole('link', { name: 'ada', exact: true }).click()),
  'new user': at('/users', click('button', 'New user')),
  roles: at('/roles'),
  'new role': at('/roles', click('button', 'New role')),
  role: at('/roles', async (page) => {
    await click('button', 'Editor')(page);
    await page.getByRole('dialog').getByRole('textbox', { name: 'Label' }).waitFor();
  }),
  'audit log': at('/audit-log'),
  'signing keys': at('/signing-keys'),
};

/** Webhooks, events, jobs and schedules. */
export const OPERATION_SCREENS: Screens = {
  webhooks: at('/webhooks'),
  'new webhook': at('/webhooks/new', async (page) => {
    await page.getByRole('button', { name: 'Only some events' }).click();
    await click('button', 'What is sent, and how')(page);
    await click('button', 'Add a header field')(page);
  }),
  'deliveries of a webhook': at('/webhooks', openWebhook),
  'settings of a webhook': at('/webhooks', async (page) => {
    await openWebhook(page);
    await click('tab', 'Settings')(page);
  }),
  'events to be sent again': at('/webhooks', async (page) => {
    await openWebhook(page);
    await click('button', 'Send events again')(page);
    await page.getByRole('checkbox', { name: 'Skipped' }).waitFor();
  }),
  delivery: at('/webhooks', async (page) => {
    await openWebhook(page);
    await page.getByRole('link', { name: 'Created', exact: true }).first().click();
    await page.getByRole('region', { name: 'Attempts' }).waitFor();
  }),
  events: at('/events'),
  event: at('/events', async (page) => {
    await page.getByRole('link', { name: 'Created', exact: true }).first().click();
    await page.getByText('"title": "Trams"').waitFor();
  }),
  'types of events': at('/events', openOptions('Event')),
  'event consumers': at('/consumers'),
  'menu of a consumer': at('/consumers', openMenu(/^Actions for/)),
  jobs: at('/jobs', (page) => page.getByRole('link', { name: 'Check of the index' }).waitFor()),
  'menu of new jobs': at('/jobs', openMenu('New job')),
  job: at('/jobs', async (page) => {
    await page.getByRole('link', { name: 'Check of the index' }).click();
    await page.getByText('Result', { exact: true }).waitFor();
  }),
  'calendar of schedules': at('/schedules?month=2099-12'),
  schedules: at('/schedules', (page) => page.getByRole('link', { name: 'Trams' }).waitFor()),
  'times of a schedule': at('/schedules', async (page) => {
    await click('button', 'Actions for: Check the index')(page);
    await page.getByRole('menuitem', { name: 'Change times' }).click();
    await page.getByRole('dialog').getByText('Next times').waitFor();
  }),
};

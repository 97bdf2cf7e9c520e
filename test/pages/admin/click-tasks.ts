import type { Locator, Page } from 'playwright-core';
import type { ApiClient } from '../../support/api-client.js';
import { confirm, waitForNotification } from './admin-site.js';
import { createPhoto, drop } from './dropped-files.js';

/** What an editor or an administrator wants to do. */
export interface Task {
  /** The most that the task may cost. */
  readonly clicks: number;
  /** Whether everything is in sight in a window of 1280 × 800 pixels. */
  readonly withoutScrolling?: boolean;
  /** Makes what the task needs. */
  readonly prepare?: (client: ApiClient) => Promise<unknown>;
  readonly run: (page: Page) => Promise<void>;
}

/** The window of a small notebook. */
export const VIEWPORT = { width: 1280, height: 800 };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const openFromNavigation = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click();

/** Presses what is in sight, where it is: `click` would scroll first, because the page keeps room below what it scrolls to. */
async function press(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const box = await target.boundingBox();
  if (box === null || box.y < 0 || box.y + box.height > VIEWPORT.height)
    throw new Error('It is out of sight.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Presses the Tab key until a text box has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = page.getByRole('textbox', { name, exact: true }).and(page.locator(':focus'));
  await page.getByRole('textbox', { name, exact: true }).waitFor();
  for (let stops = 0; stops < 10 && (await focused.count()) === 0; stops++) await page.keyboard.press('Tab');
  await focused.waitFor();
}

const EIGHT_FIELDS = [
  'Text, one line',
  'Formatted text',
  'Choice',
  'Reference',
  'Whole number',
  'Yes or no',
  'Date',
  'E-mail address',
];

const FIELDS = ['Text, one line', 'Formatted text', 'Whole number', 'Yes or no', 'Date', 'E-mail address'];

/** Adds one of the fields of `make a type with eight fields`; the label has the focus. */
async function addField(page: Page, index: number): Promise<void> {
  const dialog = page.getByRole('dialog');
  const last = index === EIGHT_FIELDS.length - 1;
  const kind = EIGHT_FIELDS[index] ?? '';
  await press(page, dialog.getByRole('button', { name: kind, exact: true }));
  await dialog.getByRole('textbox', { name: 'Label' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(`Field ${index}`);
  if (kind === 'Choice') {
    await tabTo(page, 'Label of choice 1');
    await page.keyboard.type('Talk');
    for (const [n, choice] of ['Concert', 'Market day'].entries()) {
      await page.keyboard.press('Enter');
      await page.locator(`[aria-label="Label of choice ${n + 2}"]:focus`).waitFor();
      await page.keyboard.type(choice);
    }
  }
  if (kind === 'Reference') {
    await press(page, dialog.getByRole('combobox', { name: 'Types to choose from' }));
    await press(page, page.getByRole('option', { name: 'Articles' }));
    await page.keyboard.press('Tab');
  }
  if (index === 0) await press(page, dialog.getByRole('switch', { name: /^Required/ }));
  await page.keyboard.press(last ? 'Control+s' : 'Control+Enter');
  await waitForNotification(page, `Field ${index} is added`);
}

/** An article with a history. */
const prepareArticle = (title: string) => async (client: ApiClient) => {
  const article = await client.create('node--article', { attributes: { title, field_summary: 'Before' } });
  await client.update(article, { attributes: { field_summary: 'After' } });
};

/** Opens an entry by its title. */
async function openByFind(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await page.keyboard.type(title);
  await page.getByRole('option', { name: title }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** The tasks of the administration, from the start screen on; texts are typed, and forms sent by the mouse or by keys. */
export const TASKS: Readonly<Record<string, Task>> = {
  'publish a first article': {
    clicks: 3,
    withoutScrolling: true,
    run: async (page) => {
      await openFromNavigation(page, 'New entry in Articles');
      await page.getByRole('textbox', { name: 'Title' }).click();
      await page.keyboard.type('The first article');
      await press(page, button(page, 'Publish'));
      await waitForNotification(page, 'Published');
    },
  },
  'make an API client with two scopes and copy its secret': {
    clicks: 5,
    withoutScrolling: true,
    run: async (page) => {
      await openFromNavigation(page, 'API clients');
      await press(page, link(page, 'New client'));
      await tabTo(page, 'Name');
      await page.keyboard.type('Website');
      await press(page, page.getByRole('checkbox', { name: /Create, update and delete content/ }));
      await press(page, page.getByRole('checkbox', { name: /Manage media entries/ }));
      await page.keyboard.press('Control+s');
      await page.getByText(/CLIENT_SECRET=/).waitFor();
      await press(page, page.getByRole('button', { name: /^Copy/ }).first());
    },
  },
  'make a type with six fields': {
    clicks: 20,
    withoutScrolling: true,
    run: async (page) => {
      await openFromNavigation(page, 'Content model');
      await button(page, 'New type').click();
      await page.getByRole('dialog').locator('[data-autofocus]:focus').waitFor();
      await page.keyboard.type('Concerts');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Concerts' }).waitFor();
      await button(page, 'Add field').click();
      const dialog = page.getByRole('dialog');
      for (const [index, kind] of FIELDS.entries()) {
        await press(page, dialog.getByRole('button', { name: kind, exact: true }));
        await dialog.getByRole('textbox', { name: 'Label' }).and(page.locator(':focus')).waitFor();
        await page.keyboard.type(`Field ${index}`);
        const submit = index === FIELDS.length - 1 ? 'Add field' : 'Save and add another';
        await press(page, dialog.getByRole('button', { name: submit }));
        await waitForNotification(page, `Field ${index} is added`);
      }
      await dialog.waitFor({ state: 'hidden' });
    },
  },
  'find an article and unpublish it': {
    clicks: 2,
    withoutScrolling: true,
    run: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').waitFor();
      await page.keyboard.type('Eleven stops');
      await page.getByRole('option', { name: /Eleven stops/ }).click();
      await press(page, button(page, 'Unpublish'));
      await waitForNotification(page, 'Unpublished');
    },
  },
  'give an article a tag': {
    clicks: 5,
    run: async (page) => {
      await openFromNavigation(page, /^Articles \d/);
      await page.getByRole('row').getByRole('link').first().click();
      await page.getByRole('combobox', { name: 'Add to Tags' }).click();
      await page.getByRole('option').first().click();
      await page.keyboard.press('Control+s');
      await waitForNotification(page, 'Saved');
    },
  },
  'make a user': {
    clicks: 3,
    run: async (page) => {
      await openFromNavigation(page, 'Users');
      await button(page, 'New user').click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('[data-autofocus]:focus').waitFor();
      await page.keyboard.type('grace');
      await tabTo(page, 'Name shown to others');
      await page.keyboard.type('Grace Hopper');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.type('correct horse battery staple');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
    },
  },
  'move a field to another place': {
    clicks: 3,
    run: async (page) => {
      await openFromNavigation(page, 'Content model');
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Pages/ })
        .click();
      await page
        .getByRole('button', { name: /^Move .* down$/ })
        .first()
        .click();
      await page
        .getByRole('button', { name: /^Move .* up$/ })
        .and(page.locator(':focus'))
        .waitFor();
    },
  },
  'delete an article': {
    clicks: 4,
    run: async (page) => {
      await openFromNavigation(page, /^Articles \d/);
      await page.getByRole('row').getByRole('link').nth(3).click();
      await button(page, 'Delete').click();
      await confirm(page, 'Delete');
      await page.getByRole('heading', { level: 1, name: 'Articles' }).waitFor();
    },
  },
  'make a type with eight fields, three choices, one target and one that is required': {
    clicks: 20,
    run: async (page) => {
      await openFromNavigation(page, 'Content model');
      await button(page, 'New type').click();
      await page.getByRole('dialog').locator('[data-autofocus]:focus').waitFor();
      await page.keyboard.type('Festivals');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Festivals' }).waitFor();
      await button(page, 'Add field').click();
      for (const index of EIGHT_FIELDS.keys()) await addField(page, index);
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    },
  },
  'publish an article from the list': {
    clicks: 3,
    withoutScrolling: true,
    prepare: (client) =>
      client.create('node--article', { attributes: { title: 'From the list', status: false } }),
    run: async (page) => {
      await openFromNavigation(page, /^Articles \d/);
      await press(page, button(page, 'Actions for From the list'));
      await press(page, page.getByRole('menuitem', { name: 'Publish', exact: true }));
      await waitForNotification(page, 'Published');
    },
  },
  'publish every draft that matches': {
    clicks: 5,
    withoutScrolling: true,
    prepare: async (client) => {
      for (let n = 1; n <= 30; n++)
        await client.create('node--article', { attributes: { title: `Zeppelin ${n}`, status: false } });
    },
    run: async (page) => {
      await openFromNavigation(page, /^Articles \d/);
      await page.getByRole('searchbox').focus();
      await page.keyboard.type('Zeppelin');
      // Not the newest entries, which were listed before.
      await page.getByText('1–25 of 30', { exact: true }).waitFor();
      await press(page, page.getByLabel('Select all of this page'));
      await press(page, button(page, 'Select all 30 entries that match'));
      await press(page, button(page, 'Publish'));
      await confirm(page, 'Publish 30 entries');
      await page.getByText('30 published.').waitFor();
    },
  },
  'connect a website and try a query': {
    clicks: 6,
    run: async (page) => {
      await openFromNavigation(page, 'API clients');
      await press(page, link(page, 'Connect a website'));
      await press(page, page.getByRole('radio', { name: 'Next.js', exact: true }));
      await tabTo(page, 'Its address');
      await page.keyboard.type('https://www.example.com/');
      await tabTo(page, 'Name');
      await page.keyboard.type('Magazine');
      await page.keyboard.press('Control+s');
      await page.getByText('Magazine is connected').waitFor();
      await page.getByRole('button', { name: 'Try the first query' }).click();
      await page.getByText('The first query works').waitFor();
    },
  },
  'open the API to the public': {
    clicks: 3,
    run: async (page) => {
      await openFromNavigation(page, 'Settings');
      const section = page.getByRole('region', { name: 'JSON:API' });
      await section.getByLabel('Public access').click();
      await section.getByRole('button', { name: 'Save' }).click();
      await waitForNotification(page, 'Saved');
    },
  },
  'see who changed an article': {
    clicks: 1,
    withoutScrolling: true,
    prepare: prepareArticle('Who changed it'),
    run: async (page) => {
      await openByFind(page, 'Who changed it');
      await press(page, button(page, 'History'));
      await page.getByRole('dialog', { name: 'History' }).locator('.mantine-Timeline-item').first().waitFor();
    },
  },
  'restore an earlier version of an article': {
    clicks: 4,
    withoutScrolling: true,
    prepare: prepareArticle('Bring it back'),
    run: async (page) => {
      await openByFind(page, 'Bring it back');
      await press(page, button(page, 'History'));
      const dialog = page.getByRole('dialog', { name: 'History' });
      await press(page, dialog.getByRole('button', { name: 'Show changes' }).first());
      await press(page, button(page, 'Take over the earlier values'));
      await press(page, button(page, 'Publish changes'));
      await waitForNotification(page, 'Changes published');
    },
  },
  'schedule an article': {
    clicks: 3,
    prepare: (client) =>
      client.create('node--article', { attributes: { title: 'Next month', status: false } }),
    run: async (page) => {
      await openByFind(page, 'Next month');
      await button(page, 'Add a time').click();
      const panel = page.getByRole('region', { name: 'Schedule' });
      await panel.getByLabel('Time').fill('2099-01-31T12:00');
      await panel.getByRole('button', { name: 'Schedule', exact: true }).click();
      await waitForNotification(page, 'Scheduled');
    },
  },
  'upload a picture and describe it': {
    clicks: 2,
    withoutScrolling: true,
    run: async (page) => {
      await openFromNavigation(page, 'Media');
      await drop(page.locator('.drop-zone'), [await createPhoto('quay.jpg', '#36c')]);
      await press(page, page.locator('[data-medium]').filter({ hasText: 'quay.jpg' }));
      await page.getByRole('textbox', { name: 'Alternative text of quay.jpg' }).fill('A blue quay');
      await page.keyboard.press('Control+s');
      await waitForNotification(page, 'Saved');
    },
  },
  'bring a deleted article back': {
    clicks: 2,
    withoutScrolling: true,
    prepare: async (client) => {
      const { type, id } = await client.create('node--article', {
        attributes: { title: 'Deleted by mistake' },
      });
      await client.send('DELETE', `/api/${type.replace('--', '/')}/${id}`);
    },
    run: async (page) => {
      await openFromNavigation(page, 'Trash');
      await press(page, button(page, 'Restore Deleted by mistake'));
      await waitForNotification(page, 'Restored: Deleted by mistake');
    },
  },
};

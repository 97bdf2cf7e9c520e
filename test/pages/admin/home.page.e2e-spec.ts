import type { Page } from 'playwright-core';
import { eventually, expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations } from './admin-site.js';

const EDITOR = {
  name: 'edith',
  displayName: 'Edith Editor',
  role: 'editor',
  password: 'correct horse battery staple',
  keepPassword: true,
};

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
  await site.manage('POST', '/users', EDITOR);
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

async function createArticle(title: string, status: boolean): Promise<string> {
  return (await (await site.client()).create('node--article', { attributes: { title, status } })).id;
}

const region = (page: Page, name: string) => page.getByRole('region', { name });

describe('/', () => {
  it('leads a browser to the administration, and other programs to no page', async () => {
    const { page } = await site.openSignedIn('/settings', EDITOR);

    await page.goto(`${site.url}/`);
    await region(page, 'Continue with').waitFor();

    await expectSoon(() => page.url()).toBe(`${site.url}/admin`);
    expect((await fetch(`${site.url}/`, { headers: { Accept: 'application/json' } })).status).toBe(404);
  });
});

describe('start screen', () => {
  it('lists what the editor worked on last, drafts, and what others published', async () => {
    await createArticle('From the importer', true);
    await createArticle('Half a thought', false);
    const { page, consoleErrors } = await site.openSignedIn('', EDITOR);
    await region(page, 'Continue with')
      .getByText('The entries that you open and change are listed here.')
      .waitFor();
    await region(page, 'Recently published by others')
      .getByRole('link', { name: 'From the importer' })
      .waitFor();

    await region(page, 'Drafts').getByRole('link', { name: 'Half a thought' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('A whole thought');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'A whole thought' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();

    await region(page, 'Continue with').getByRole('link', { name: 'A whole thought' }).waitFor();
    await region(page, 'Continue with').getByText('Draft', { exact: true }).waitFor();
    await region(page, 'Drafts').getByRole('link', { name: 'A whole thought' }).waitFor();
    await expectSoon(() => region(page, 'Set up this site').count()).toBe(0);
    expect(consoleErrors).toEqual([]);
  });

  it('goes on with what the editor has only opened, too', async () => {
    const opened = await createArticle('Only looked at', true);
    const { page, consoleErrors } = await site.openSignedIn(`/entries/node--article/${opened}`, EDITOR);
    await page.getByRole('heading', { level: 1, name: 'Only looked at' }).waitFor();

    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();

    const entries = region(page, 'Continue with').getByRole('listitem');
    await entries.first().getByRole('link', { name: 'Only looked at' }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('lists the own drafts before those of others, who have the names that they show', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/entries/node--article/new', EDITOR);
    await page.getByRole('textbox', { name: 'Title' }).fill('Mine, and older');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mine, and older' }).waitFor();
    const { page: other } = await site.openSignedIn('/entries/node--article/new');
    await other.getByRole('textbox', { name: 'Title' }).fill('Of the administrator');
    await other.getByRole('button', { name: 'Save draft' }).click();
    await other.getByRole('heading', { level: 1, name: 'Of the administrator' }).waitFor();

    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();

    const drafts = region(page, 'Drafts').getByRole('listitem');
    await drafts.filter({ hasText: 'Of the administrator' }).getByText('Administrator ·').waitFor();
    await expectSoon(() => drafts.getByRole('link').first().textContent()).toBe('Mine, and older');
    expect(consoleErrors).toEqual([]);
  });

  it('ticks the steps of the setup by itself, and warns of public access with open CORS', async () => {
    await site.manage('PATCH', '/settings/jsonapi', { publicAccess: true });
    const { page, consoleErrors } = await site.openSignedIn('');
    const steps = region(page, 'Set up this site').getByRole('listitem');
    const stateOf = (label: string) => steps.filter({ hasText: label }).getByRole('img');
    await stateOf('Write the first entry').and(page.getByLabel('Done')).waitFor();
    await stateOf('Name the websites').and(page.getByLabel('Open')).waitFor();
    await page.getByText('every website may read it in the browsers').waitFor();

    await site.manage('PATCH', '/settings/cors', { allowedOrigins: ['https://www.example.com'] });
    await page.reload();

    await stateOf('Name the websites').and(page.getByLabel('Done')).waitFor();
    await expectSoon(() => page.getByText('every website may read it in the browsers').count()).toBe(0);
    await region(page, 'Set up this site').getByRole('button', { name: 'Hide this list' }).click();
    await page.reload();
    await region(page, 'Continue with').waitFor();
    await expectSoon(() => region(page, 'Set up this site').count()).toBe(0);
    expect(consoleErrors).toEqual([]);
  });
});

describe('navigation', () => {
  it('has the types with their numbers of entries and a link to a new one', async () => {
    const { page } = await site.openSignedIn('', EDITOR);
    const navigation = page.getByRole('navigation');
    const count = async (): Promise<number> =>
      Number(/\d+/.exec(await navigation.getByRole('link', { name: /^Pages/ }).innerText())?.[0]);
    await navigation.getByRole('link', { name: /^Pages/ }).waitFor();
    const before = await count();

    await navigation.getByRole('link', { name: 'New entry in Pages' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Imprint');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'Imprint' }).waitFor();

    await navigation.getByRole('link', { name: `Pages ${before + 1} entries` }).waitFor();
  });

  it('is scrolled to the link of the present screen', async () => {
    const { page } = await site.openSignedIn('/schedules');
    await page.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor();
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Pages/ })
      .waitFor();
    const isInSight = (): Promise<boolean> =>
      page.evaluate<boolean>(`(() => {
        const link = document.querySelector('nav a[href$="/schedules"]').getBoundingClientRect();
        const area = document.querySelector('nav .mantine-ScrollArea-viewport').getBoundingClientRect();
        return link.top >= area.top && link.bottom <= area.bottom + 1;
      })()`);

    await eventually(isInSight);

    await expectSoon(() => isInSight()).toBe(true);
  });

  it('has the link to the documentation behind all others, not over them', async () => {
    const { page } = await site.openSignedIn('');
    const navigation = page.getByRole('navigation');
    await navigation.getByRole('link', { name: /^Pages/ }).waitFor();

    const list = navigation.locator('.mantine-ScrollArea-viewport');
    await expectSoon(() => navigation.getByRole('link').last().innerText()).toContain('API documentation');
    await expectSoon(() => list.getByRole('link', { name: 'API documentation' }).count()).toBe(1);
  });

  it('folds the administration for editors, and keeps the choice', async () => {
    const { page } = await site.openSignedIn('', EDITOR);
    const button = page.getByRole('navigation').getByRole('button', { name: 'Administration' });
    const link = page.getByRole('navigation').getByRole('link', { name: 'Content model' });
    await button.waitFor();
    await expectSoon(() => button.getAttribute('aria-expanded')).toBe('false');
    await expectSoon(() => link.isVisible()).toBe(false);

    await button.focus();
    await page.keyboard.press('Enter');
    await link.waitFor();
    await page.reload();

    await link.waitFor();
    const { page: other } = await site.openSignedIn('');
    await other.getByRole('navigation').getByRole('link', { name: 'API clients' }).waitFor();
  });
});

describe('search with Ctrl+K', () => {
  it('finds entries of every type and screens, by keyboard alone', async () => {
    await createArticle('The zeppelin over the harbour', true);
    await (await site.client()).create('taxonomy_term--tags', { attributes: { name: 'Zeppelins' } });
    const { page, consoleErrors } = await site.openSignedIn('/settings');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();

    await page.keyboard.press('Control+k');
    const input = page.getByRole('combobox', { name: 'Find entries, types, screens and actions' });
    await input.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('zeppelin');
    await page.getByRole('option', { name: /The zeppelin over the harbour\s*Articles/ }).waitFor();
    await page.getByRole('option', { name: /Zeppelins\s*Tags/ }).waitFor();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await page.getByRole('option', { selected: true, name: /Zeppelins/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { selected: true, name: /The zeppelin over/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'The zeppelin over the harbour' }).waitFor();

    await page.keyboard.press('Control+k');
    await input.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('signing');
    await page.getByRole('option', { selected: true, name: 'Signing keys' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Signing keys' }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('says when there is nothing, and closes with Escape', async () => {
    const { page } = await site.openSignedIn('', EDITOR);

    await page.getByRole('button', { name: /^Find/ }).click();
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('nothing is called like this');
    await page.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
});

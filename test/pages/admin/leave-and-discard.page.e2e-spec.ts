import type { Locator, Page } from 'playwright-core';
import type { EntryDocument, Resource } from '../../support/api-client.js';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations, holdRequests, waitForNotification } from './admin-site.js';

const ARTICLES = '/entries/node--article';
const TERMS = '/entries/taxonomy_term--tags';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const create = async (title: string, attributes: Record<string, unknown> = {}): Promise<Resource> =>
  (await site.client()).create('node--article', { attributes: { title, status: false, ...attributes } });
async function readAttribute(path: string, name: string): Promise<unknown> {
  const answer = await (await site.client()).send('GET', path);
  return ((await answer.json()) as EntryDocument).data.attributes[name];
}
const readTitle = ({ id }: Pick<Resource, 'id'>): Promise<unknown> =>
  readAttribute(`/api/node/article/${id}`, 'title');

const titleInput = (page: Page): Locator => page.getByRole('textbox', { name: 'Title' });
const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Leave without saving?' });
async function leaveForPages(page: Page): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Pages/ })
    .click();
  await question(page).waitFor();
}

describe('«Save and leave»', () => {
  const save = (page: Page): Promise<void> =>
    question(page).getByRole('button', { name: 'Save and leave' }).click();

  it('saves a draft before it leaves', async () => {
    const entry = await create('Left title');
    const { page } = await site.openSignedIn(`${ARTICLES}/${entry.id}`);
    await titleInput(page).fill('Title that was saved on leaving');
    await leaveForPages(page);
    await expectSoon(() => findScreenViolations(page)).toEqual([]);

    await save(page);

    await page.getByRole('heading', { level: 1, name: 'Pages' }).waitFor();
    expect(await readTitle(entry)).toBe('Title that was saved on leaving');
  });

  it('stores a new entry before it leaves, to which «Back» returns', async () => {
    const { page } = await site.openSignedIn(`${ARTICLES}/new`);
    await titleInput(page).fill('Stored on leaving');
    await leaveForPages(page);

    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Pages' }).waitFor();
    await page.goBack();

    await page.getByRole('heading', { level: 1, name: 'Stored on leaving' }).waitFor();
    expect(await readTitle({ id: new URL(page.url()).pathname.split('/').at(-1) ?? '' })).toBe(
      'Stored on leaving',
    );
  });

  it('waits for a save that is on its way, and creates no second entry', async () => {
    const { page } = await site.openSignedIn(`${ARTICLES}/new`);
    let created = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/node/article')) created += 1;
    });
    const release = await holdRequests(page, /\/api\/node\/article$/);
    await titleInput(page).fill('Stored once');
    await page.keyboard.press('Control+s');
    await expectSoon(() => created).toBe(1);
    await leaveForPages(page);
    await question(page).locator('button[data-loading]').waitFor();

    release();
    await question(page).locator('button[data-loading]').waitFor({ state: 'detached' });
    await save(page);

    await page.getByRole('heading', { level: 1, name: 'Pages' }).waitFor();
    expect(created).toBe(1);
  });

  it('stays with what is refused, and says why', async () => {
    const entry = await create('Title that stays');
    const { page } = await site.openSignedIn(`${ARTICLES}/${entry.id}`);
    await titleInput(page).fill('');
    await leaveForPages(page);

    await save(page);

    await question(page).waitFor({ state: 'detached' });
    await expectSoon(() => titleInput(page).getAttribute('aria-invalid')).toBe('true');
    expect(new URL(page.url()).pathname).toContain(entry.id);
    expect(await readTitle(entry)).toBe('Title that stays');
  });
});

describe('«Discard changes»', () => {
  const button = (page: Page): Locator => page.getByRole('button', { name: 'Discard changes' });
  async function discard(page: Page): Promise<void> {
    await button(page).click();
    await page
      .getByRole('dialog', { name: 'Discard your changes?' })
      .getByRole('button', { name: 'Discard changes' })
      .click();
  }

  it('sets a draft back that was saved automatically, without what others have saved', async () => {
    const entry = await create('Title as it was opened');
    const { page } = await site.openSignedIn('');
    await page.clock.install();
    await page.goto(`${site.url}/admin${ARTICLES}/${entry.id}`);
    await page.getByText('Everything is saved').waitFor();
    expect(await button(page).count()).toBe(0);
    await titleInput(page).fill('Title that is regretted');
    await page.clock.fastForward(10_000);
    await page.getByText(/^Saved \d\d:\d\d/).waitFor();
    expect(await readTitle(entry)).toBe('Title that is regretted');
    await (await site.client()).update(entry, { attributes: { langcode: 'de' } });

    await discard(page);

    await waitForNotification(page, 'Saved');
    await expectSoon(() => titleInput(page).inputValue()).toBe('Title as it was opened');
    await expectSoon(() => readTitle(entry)).toBe('Title as it was opened');
    expect(await readAttribute(`/api/node/article/${entry.id}`, 'langcode')).toBe('de');
    await button(page).waitFor({ state: 'detached' });
  });

  it('keeps what another user has saved in the same field meanwhile', async () => {
    const entry = await create('Title before both');
    const { page } = await site.openSignedIn('');
    await page.clock.install();
    await page.goto(`${site.url}/admin${ARTICLES}/${entry.id}`);
    await page.getByText('Everything is saved').waitFor();
    await titleInput(page).fill('Title of mine');
    await page.clock.fastForward(10_000);
    await page.getByText(/^Saved \d\d:\d\d/).waitFor();
    await (await site.client()).update(entry, { attributes: { title: 'Title of theirs' } });
    await page.getByRole('textbox', { name: 'Teaser' }).fill('Of mine, too');
    await page.clock.fastForward(10_000);
    await page.getByText(/Meanwhile others have changed: Title/).waitFor();

    await discard(page);

    await waitForNotification(page, 'Saved');
    await expectSoon(() => titleInput(page).inputValue()).toBe('Title of theirs');
    expect(await readTitle(entry)).toBe('Title of theirs');
    await expectSoon(() => page.getByRole('textbox', { name: 'Teaser' }).inputValue()).toBe('');
  });

  it('comes back to what was saved by hand, also when more was typed during the save', async () => {
    const entry = await create('Saved before');
    const { page } = await site.openSignedIn(`${ARTICLES}/${entry.id}`);
    const release = await holdRequests(page, new RegExp(`/api/node/article/${entry.id}`));
    await titleInput(page).fill('Saved by hand');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.keyboard.press('Control+s');
    await sent;
    await titleInput(page).fill('Typed during the save');
    release();
    await waitForNotification(page, 'Saved');

    await discard(page);

    await expectSoon(() => titleInput(page).inputValue()).toBe('Saved by hand');
    await page.getByText('Everything is saved').waitFor();
    await titleInput(page).and(page.locator(':focus')).waitFor();
  });

  it('keeps what was saved by hand', async () => {
    const entry = await create('First title');
    const { page } = await site.openSignedIn(`${ARTICLES}/${entry.id}`);
    await titleInput(page).fill('Second title');
    await page.keyboard.press('Control+s');
    await waitForNotification(page, 'Saved');
    await button(page).waitFor({ state: 'detached' });
    await titleInput(page).fill('Third title');

    await discard(page);

    await expectSoon(() => titleInput(page).inputValue()).toBe('Second title');
    expect(await readTitle(entry)).toBe('Second title');
  });

  it('sets the form of a term back, which is not saved automatically', async () => {
    const api = await site.client();
    const term = await api.create('taxonomy_term--tags', { attributes: { name: 'Ferries', status: true } });
    const { page } = await site.openSignedIn(`${TERMS}/${term.id}`);
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Boats');

    await discard(page);

    await expectSoon(() => name.inputValue()).toBe('Ferries');
    await page.getByText('Everything is saved').waitFor();
    expect(await readAttribute(`/api/taxonomy_term/tags/${term.id}`, 'name')).toBe('Ferries');
  });
});

import type { Page, Request } from 'playwright-core';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, waitForNotification } from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const ENTRY = /^\/api\/node\/page\/[0-9a-f-]{36}$/;

it('a created entry is shown and saved again without a read of it, and is read when it is opened again', async () => {
  const { page, consoleErrors } = await site.openSignedIn('/entries/node--page/new');
  const requests: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (ENTRY.test(pathname)) requests.push(request.method());
  });
  const title = page.getByRole('textbox', { name: 'Title' });

  await title.fill('Imprint');
  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { level: 1, name: 'Imprint' }).waitFor();
  await title.fill('Imprint of the magazine');
  await page.keyboard.press('Control+s');
  await waitForNotification(page, 'Saved');
  await page.getByRole('heading', { level: 1, name: 'Imprint of the magazine' }).waitFor();

  expect(requests).toEqual(['PATCH']);
  await page.getByRole('link', { name: '← Pages' }).click();
  await page.getByRole('link', { name: 'Imprint of the magazine' }).click();
  await page.getByText('Everything is saved').waitFor();
  expect(requests).toEqual(['PATCH', 'GET']);
  expect(consoleErrors).toEqual([]);
});

it('a created entry is shown before lists and numbers of entries are read again', async () => {
  const { page } = await site.openSignedIn('/entries/node--page/new');
  await page.getByRole('textbox', { name: 'Title' }).fill('Contact');
  await page.route('**/manage/content-model', () => undefined);

  await page.keyboard.press('Control+s');

  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor();
  await expectSoon(() => new URL(page.url()).pathname).not.toMatch(/new$/);
});

describe('the first save of a new entry', () => {
  const write = async (page: Page, ...paragraphs: readonly string[]): Promise<void> => {
    for (const text of paragraphs) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
  };

  it('leaves the caret, the scroll position and what can be undone as they are', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/entries/node--article/new');
    await page.getByRole('textbox', { name: 'Title' }).fill('The last tram');
    const body = page.getByRole('textbox', { name: 'Body' });
    await body.click();
    await write(page, ...Array.from({ length: 30 }, (_, n) => `Stop ${n + 1}.`), 'Terminus');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    const readTop = (): Promise<number> => page.evaluate('scrollY');
    const top = await readTop();

    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { level: 1, name: 'The last tram' }).waitFor();
    await waitForNotification(page, 'Draft saved');
    await page.keyboard.type(', and back');

    expect(top).toBeGreaterThan(100);
    expect(Math.abs((await readTop()) - top)).toBeLessThan(100);
    await body.getByText('Terminus, and back').waitFor();
    await page.keyboard.press('Control+s');
    await waitForNotification(page, 'Saved');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expectSoon(() => body.getByText('Terminus, and back').count()).toBe(0);
    expect(consoleErrors).toEqual([]);
  });

  it('leads to a form whose way back is that to the list, and another new entry begins empty', async () => {
    const { page } = await site.openSignedIn('/entries/node--page');
    await page.getByRole('main').getByRole('link', { name: 'New entry' }).click();
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    await title.fill('Press');
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { level: 1, name: 'Press' }).waitFor();

    await page.getByRole('link', { name: 'New entry in Pages' }).click();
    await page.getByRole('heading', { level: 1, name: 'New entry in Pages' }).waitFor();
    await expectSoon(() => title.inputValue()).toBe('');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Press' }).waitFor();
    await expectSoon(() => title.inputValue()).toBe('Press');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Pages' }).waitFor();
  });
});

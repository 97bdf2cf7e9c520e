import type { Locator, Page } from 'playwright-core';
import { AdminSite, confirm, waitForNotification } from './admin-site.js';
import {
  ACCESS_SCREENS,
  ENTRY_LIST_SCREENS,
  ENTRY_SCREENS,
  MODEL_SCREENS,
  OPERATION_SCREENS,
} from './screen-list.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
  await site.allowWriting();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });

/** Screens with a dialog, and what has the focus after the Escape key. */
const DIALOGS: readonly (readonly [name: string, target: (page: Page) => Locator])[] = [
  ['API requests of a list', button('API: how does the API see this?')],
  ['API requests of an entry', button('API: how does the API see this?')],
  ['conflict of an entry', (page) => page.getByRole('textbox', { name: 'Title' })],
  ['re-authentication', button('Rotate')],
  ['removal of a field', button('Remove Tags')],
  ['new field', button('Add field')],
  ['input to be discarded', (page) => page.getByRole('dialog').getByRole('textbox').first()],
  ['times of a schedule', button('Actions for: Check the index')],
];

describe('the focus', () => {
  const screens = {
    ...ENTRY_LIST_SCREENS,
    ...ENTRY_SCREENS,
    ...MODEL_SCREENS,
    ...ACCESS_SCREENS,
    ...OPERATION_SCREENS,
  };

  it.each(DIALOGS)('returns from the dialog «%s» to what had it before', async (name, target) => {
    const { path = '', open } = screens[name] ?? {};
    const { page, consoleErrors } = await site.openSignedIn(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await open?.(page);
    await page.getByRole('dialog').first().waitFor();

    await page.keyboard.press('Escape');

    await target(page).and(page.locator(':focus')).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('returns to a button that was disabled while it showed a spinner', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/signing-keys');
    const rotate = button('Rotate')(page);
    await page.route('**/manage/keys', async (route) => {
      if (route.request().method() === 'POST') await rotate.and(page.locator(':disabled')).waitFor();
      await route.continue();
    });

    await rotate.click();
    await confirm(page, 'Rotate');

    await waitForNotification(page, 'A new key signs from now on');
    await rotate.and(page.locator(':focus')).waitFor();
    expect(consoleErrors).toEqual([]);
  });
});

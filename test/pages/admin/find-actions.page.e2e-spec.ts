import type { Locator, Page } from 'playwright-core';
import type { Resource } from '../../support/api-client.js';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations, waitForNotification } from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
  await site.allowWriting();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

/** Opens the search, and types without a press of the mouse. */
async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(text);
}

const getActive = (page: Page, name: string): Locator =>
  page.getByRole('option', { selected: true, name, exact: true });

const waitForHeading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

async function openArticle(title: string): Promise<{ page: Page; entry: Resource }> {
  const client = await site.client();
  const entry = await client.create('node--article', { attributes: { title, status: false } });
  const { page } = await site.openSignedIn(`/entries/node--article/${entry.id}`);
  await waitForHeading(page, title);
  await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
  return { page, entry };
}

describe('the search with Ctrl+K', () => {
  it.each([
    ['new artcle', 'New entry in Articles', 'New entry in Articles'],
    ['art new', 'New entry in Articles', 'New entry in Articles'],
    ['contnet modle', 'Content model', 'Content model'],
    ['setings', 'Settings', 'Settings'],
  ])('opens for «%s» the screen %s with Enter', async (text, option, heading) => {
    const { page, consoleErrors } = await site.openSignedIn('/users');
    await waitForHeading(page, 'Users');

    await find(page, text);
    await getActive(page, option).waitFor();
    await page.keyboard.press('Enter');

    await waitForHeading(page, heading);
    expect(consoleErrors).toEqual([]);
  });

  it('publishes, unpublishes and duplicates the entry that is open, with the changes of the form', async () => {
    const { page, entry } = await openArticle('Kept from the press');
    const readEntry = async (): Promise<Resource['attributes']> => {
      const client = await site.client();
      const { data } = await client.collection(`/api/node/article?filter[id]=${entry.id}`);
      return data[0]?.attributes ?? {};
    };
    await page.getByRole('textbox', { name: 'Title' }).fill('Told to the press');

    await find(page, 'publsh');
    await getActive(page, 'Publish').waitFor();
    await expectSoon(() => page.getByRole('option', { name: 'Unpublish' }).count()).toBe(0);
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await waitForNotification(page, 'Published');
    await expectSoon(readEntry).toMatchObject({ title: 'Told to the press', status: true });

    await find(page, 'unpub');
    await getActive(page, 'Unpublish').waitFor();
    await page.keyboard.press('Enter');
    await waitForNotification(page, 'Unpublished');
    await expectSoon(readEntry).toMatchObject({ status: false });

    await find(page, 'dupl');
    await getActive(page, 'Duplicate').waitFor();
    await page.keyboard.press('Enter');
    await waitForHeading(page, 'Told to the press (copy)');
  });

  it('offers actions of an entry only while it is open', async () => {
    const { page } = await openArticle('Closed soon');
    await page.getByRole('link', { name: '← Articles' }).click();
    await waitForHeading(page, 'Articles');

    await find(page, '');

    await page.getByRole('option', { name: 'Settings' }).waitFor();
    await expectSoon(() => page.getByRole('group', { name: 'This entry' }).count()).toBe(0);
  });
});

import type { Locator, Page } from 'playwright-core';
import type { ApiClient, Resource } from '../../support/api-client.js';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations, waitForNotification } from './admin-site.js';

let site: AdminSite;
let api: ApiClient;
let created = 0;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
  await site.allowWriting();
  api = await site.client();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

/** Opens the draft of an article that links a new tag, an unpublished one or not. */
async function openDraft(isTagPublished: boolean): Promise<{ page: Page; article: Resource; tag: Resource }> {
  const tag = await api.create('taxonomy_term--tags', {
    attributes: { name: `Harbour ${++created}`, status: isTagPublished },
  });
  const article = await api.create('node--article', {
    attributes: { title: `Draft ${created}`, status: false },
    relationships: { field_tags: { data: [{ type: tag.type, id: tag.id }] } },
  });
  const { page } = await site.openSignedIn(`/entries/node--article/${article.id}`);
  return { page, article, tag };
}

const isPublished = async ({ type, id }: Resource): Promise<unknown> => {
  const [entityType, bundle] = type.split('--');
  const { data } = (await (await api.send('GET', `/api/${entityType}/${bundle}/${id}`)).json()) as {
    readonly data: Resource;
  };
  return data.attributes['status'];
};

const publish = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Publish', exact: true }).click();

const getDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Publish what this entry links as well?' });

it('an unpublished tag is listed before an article is published, and goes along', async () => {
  const { page, article, tag } = await openDraft(false);

  await publish(page);
  await getDialog(page).getByRole('checkbox', { name: 'Harbour' }).waitFor();
  await expectSoon(() => findScreenViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await waitForNotification(page, 'Published');

  await expectSoon(async () => [await isPublished(article), await isPublished(tag)]).toEqual([true, true]);
});

it('a tag that is deselected stays unpublished', async () => {
  const { page, article, tag } = await openDraft(false);

  await publish(page);
  await getDialog(page).getByRole('checkbox', { name: 'Harbour' }).uncheck();
  await getDialog(page).getByRole('button', { name: 'Publish this entry only' }).click();
  await waitForNotification(page, 'Published');

  await expectSoon(async () => [await isPublished(article), await isPublished(tag)]).toEqual([true, false]);
});

it('an unpublished tag and picture go along with a scheduled article', async () => {
  const { page, article, tag } = await openDraft(false);
  const image = await api.create('media--image', { attributes: { name: `Quay ${created}`, status: false } });
  await api.update(article, { relationships: { field_image: { data: { type: image.type, id: image.id } } } });
  await page.reload();

  await page.getByRole('button', { name: 'Add a time' }).click();
  const panel = page.getByRole('region', { name: 'Schedule' });
  await panel.getByLabel('Time').fill('2099-01-31T12:00');
  await panel.getByRole('button', { name: 'Schedule', exact: true }).click();
  await getDialog(page)
    .getByRole('checkbox', { name: /^Harbour \d+ \(at once\)$/ })
    .waitFor();
  await getDialog(page)
    .getByRole('checkbox', { name: /^Quay \d+$/ })
    .waitFor();
  await getDialog(page).getByRole('button', { name: 'Schedule together' }).click();
  await waitForNotification(page, 'Scheduled');

  await expectSoon(() => Promise.all([article, image, tag].map(isPublished))).toEqual([false, false, true]);
  const { items } = (await site.manage('GET', '/entry-schedules')) as {
    readonly items: readonly { readonly entry: { readonly id: string }; readonly dueAt: string }[];
  };
  const due = items
    .filter(({ entry: { id } }) => [article.id, image.id].includes(id))
    .map(({ dueAt }) => dueAt);
  expect([due.length, new Set(due).size]).toEqual([2, 1]);
});

it('a picture that is scheduled keeps its time unless it is chosen', async () => {
  const { page, article, tag } = await openDraft(false);
  const image = await api.create('media--image', {
    attributes: { name: `Embargo ${created}`, status: false, publish_on: '2099-06-01T12:00:00Z' },
  });
  await api.update(article, { relationships: { field_image: { data: { type: image.type, id: image.id } } } });
  await page.reload();

  await publish(page);
  const planned = getDialog(page).getByRole('checkbox', { name: /^Embargo \d+ \(planned for .*2099/ });
  await planned.waitFor();
  await expectSoon(() => planned.isChecked()).toBe(false);
  await getDialog(page).getByRole('button', { name: 'Publish together' }).click();
  await waitForNotification(page, 'Published');

  await expectSoon(() => Promise.all([article, image, tag].map(isPublished))).toEqual([true, false, true]);
});

it('nothing is asked when all that is linked is published', async () => {
  const { page, article } = await openDraft(true);

  await publish(page);
  await waitForNotification(page, 'Published');

  await expectSoon(() => isPublished(article)).toBe(true);
});

it('nothing is published when the question is closed', async () => {
  const { page, article, tag } = await openDraft(false);

  await publish(page);
  await getDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await getDialog(page).waitFor({ state: 'detached' });

  expect([await isPublished(article), await isPublished(tag)]).toEqual([false, false]);
});

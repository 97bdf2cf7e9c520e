import type { Page } from 'playwright-core';
import type { Resource } from '../../support/api-client.js';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations, waitForNotification, EDITOR } from './admin-site.js';

const TYPE = 'node--story';
let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  const fields = [{ name: 'field_lead', type: 'string', label: 'Lead' }];
  await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'story', label: 'Stories', fields });
  await site.manage('POST', '/users', EDITOR);
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const publish = async (title: string): Promise<Resource> =>
  (await site.client()).create(TYPE, { attributes: { title, status: true, field_lead: 'A lead.' } });

/** A save of the working copy by an API client. */
async function saveCopy({ id }: Resource, attributes: object): Promise<void> {
  const path = `/api/node/story/${id}?resourceVersion=rel:working-copy`;
  const document = { data: { type: TYPE, id, attributes } };
  expect((await (await site.client()).send('PATCH', path, { document })).status).toBe(200);
}

/** A change of the published version by a colleague. */
const correct = async ({ id }: Resource, attributes: Resource['attributes']): Promise<unknown> =>
  (await site.client()).update({ type: TYPE, id }, { attributes });

async function open({ id }: Resource): Promise<Page> {
  const { page } = await site.openSignedIn(`/entries/${TYPE}/${id}`, EDITOR);
  await page.getByText('Everything is saved').waitFor();
  return page;
}

const notice = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'The scheduled publication has failed' });

describe('an entry whose scheduled publication has failed', () => {
  it('says why, until the conflict is resolved', async () => {
    const story = await publish('Trams');
    await saveCopy(story, { title: 'Trams at night', field_lead: 'A lead at night.' });
    await correct(story, { title: 'Trams of today' });
    await saveCopy(story, { publish_on: '2020-01-01T12:00:00Z' });
    const page = await open(story);

    await notice(page).waitFor();
    await expectSoon(() => notice(page).getByRole('listitem').allInnerTexts()).toEqual([
      'Title was changed on the site since. Choose one of the values with «Publish changes».',
    ]);
    await notice(page)
      .getByText(/It was due on .*2020.*, and is tried again every minute\./)
      .waitFor();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await waitForNotification(page, 'Changes published');

    await notice(page).waitFor({ state: 'detached' });
  });

  it('is not named before it is due', async () => {
    const [late, later] = [await publish('Buses'), await publish('Ferries')];
    for (const story of [late, later]) {
      await saveCopy(story, { title: `${String(story.attributes['title'])} at night` });
      await correct(story, { title: 'Another' });
    }
    await saveCopy(later, { publish_on: '2099-01-01T12:00:00Z' });
    await saveCopy(late, { publish_on: '2020-01-01T12:00:00Z' });

    await notice(await open(late)).waitFor();
    const page = await open(later);
    await page.getByText('Published, with changes').waitFor();
    await expectSoon(() => notice(page).count()).toBe(0);
  });
});

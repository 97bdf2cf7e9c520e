import { expectSoon } from '../../support/eventually.js';
import { AdminSite, waitForNotification } from './admin-site.js';

describe('a change of the content model that is a background job', () => {
  let site: AdminSite;
  beforeAll(async () => {
    site = await AdminSite.startWith({ MODEL_JOB_ENTRIES: '0' });
    await site.allowWriting();
    await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'note', label: 'Note', fields: [] });
    await (await site.client()).create('node--note', { attributes: { title: 'x' } });
  });
  afterEach(() => site.closePages());
  afterAll(() => site.stop());

  it('is shown as done when its job has ended', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/content-model/node--note');
    const accepted = page.waitForResponse((response) => response.status() === 202);

    await page.getByRole('button', { name: 'Add field' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Text, one line' }).click();
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Author');
    await dialog.getByRole('button', { name: 'Add field' }).click();
    await waitForNotification(page, 'Author is added');

    await expectSoon(async () => (await accepted).headers()['location']).toContain('/manage/jobs/');
    await page.getByText('field_author').first().waitFor();
    expect(consoleErrors).toEqual([]);
  });
});

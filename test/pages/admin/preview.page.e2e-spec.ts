import type { FrameLocator, Page } from 'playwright-core';
import { eventually, expectSoon } from '../../support/eventually.js';
import { AdminSite, type OpenedPage, waitForNotification, EDITOR } from './admin-site.js';
import { type DraftWebsite, startDraftWebsite } from './draft-website.js';

let site: AdminSite;
let website: DraftWebsite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  await site.manage('PATCH', '/settings/jsonapi', { publicAccess: true });
  await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'note', label: 'Note', fields: [] });
  await site.manage('POST', '/users', EDITOR);
  website = await startDraftWebsite(site.url, ['Website', 'Shop']);
  const { previewSites } = website;
  await site.manage('PATCH', '/settings/content', { previewSites });
});
afterEach(() => site.closePages());
afterAll(async () => {
  website.stop();
  await site.stop();
});

async function createNote(title: string, status = false): Promise<string> {
  return (await (await site.client()).create('node--note', { attributes: { title, status } })).id;
}

const open = (id: string): Promise<OpenedPage> =>
  site.openSignedIn(`/entries/node--note/${id}`, EDITOR, {
    viewport: { width: 1440, height: 900 },
  });

const openPreview = async (page: Page): Promise<FrameLocator> => {
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  return page.frameLocator('iframe[title=Preview]');
};

const waitForHeading = (frame: FrameLocator, name: string): Promise<void> =>
  frame.getByRole('heading', { name, exact: true }).waitFor();

describe('the preview of an entry', () => {
  it('shows a draft on the website beside the form, and again after each save', async () => {
    const { page, consoleErrors } = await open(await createNote('Trams'));
    const frame = await openPreview(page);
    await waitForHeading(frame, 'Trams');

    await page.getByRole('textbox', { name: 'Title' }).fill('Trams of Lisbon');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await waitForHeading(frame, 'Trams of Lisbon');
    await page.getByRole('textbox', { name: 'Title' }).fill('Trams of Porto');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await waitForHeading(frame, 'Trams of Porto');

    expect(consoleErrors).toEqual([]);
  });

  it('has the widths of three devices', async () => {
    const { page } = await open(await createNote('Widths'));
    const frame = await openPreview(page);
    await waitForHeading(frame, 'Widths');
    const measure = async (): Promise<number> =>
      Number(await frame.locator(':root').evaluate('document.documentElement.clientWidth'));

    for (const [device, width] of [
      ['Phone', 390],
      ['Tablet', 768],
      ['Desktop', 1280],
    ] as const) {
      await page.getByText(device, { exact: true }).click();
      await eventually(async () => (await measure()) === width);
    }
    const before = website.links.length;
    await page.getByText('Phone', { exact: true }).click();
    await eventually(async () => (await measure()) === 390);

    // The page is not loaded again, so that it keeps its place.
    expect(website.links.length).toBe(before);
  });

  it('renews its link before that expires', async () => {
    const id = await createNote('Renewed');
    const { page } = await open(id);
    await page.clock.install();
    await page.reload();
    const frame = await openPreview(page);
    await waitForHeading(frame, 'Renewed');
    const before = website.links.length;

    await page.clock.fastForward('14:01');

    await eventually(async () => website.links.length > before);
  });

  it('changes the website, and copies a link that a colleague can open', async () => {
    const { page } = await open(await createNote('Shared'));
    const frame = await openPreview(page);
    await waitForHeading(frame, 'Shared');

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('combobox', { name: 'Website' }).click();
    await page.getByRole('option', { name: 'Shop' }).click();
    await frame.getByText('shop', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Copy preview link' }).click();
    await waitForNotification(page, 'The link is copied');

    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(link).toContain(`${website.url}/shop/draft?`);
    expect(await (await fetch(link)).text()).toContain('<h1>Shared</h1>');
  });

  it('keeps what is typed when it is opened and closed', async () => {
    const { page } = await open(await createNote('Kept'));
    await page.getByRole('textbox', { name: 'Title' }).fill('Typed');

    const frame = await openPreview(page);
    await waitForHeading(frame, 'Kept');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.locator('iframe').waitFor({ state: 'detached' });

    await expectSoon(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Typed');
  });
});

describe('Websites with previews', () => {
  it('are added under Settings, and only pages of theirs are shown in frames', async () => {
    const other = await AdminSite.start();
    try {
      const { page } = await other.openSignedIn('/settings');
      const group = page.getByRole('group', { name: 'Websites with previews' });
      await group.getByRole('button', { name: 'Add a website' }).click();
      await group.getByRole('textbox', { name: 'Label' }).fill('Website');
      const address = group.getByRole('textbox', { name: 'Address that switches drafts on' });
      const save = page
        .getByRole('region', { name: 'Content', exact: true })
        .getByRole('button', { name: 'Save' });

      await address.fill('https://www.example.com/draft?a=b');
      await save.click();
      await group.getByText(/without user/).waitFor();
      await address.fill('https://www.example.com/draft');
      await save.click();
      await waitForNotification(page, 'Saved');

      await expectSoon(() => other.manage('GET', '/preview-sites')).toEqual({
        items: [{ label: 'Website', url: 'https://www.example.com/draft' }],
      });
      const { headers } = await fetch(`${other.url}/admin`);
      expect(headers.get('Content-Security-Policy')).toContain('; frame-src https://www.example.com;');
    } finally {
      await other.stop();
    }
  });
});

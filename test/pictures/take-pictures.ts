// `npm run docs:pictures`: photographs screens of the administration with the demo content for the README and the docs.
import { fileURLToPath } from 'node:url';
import '../../apps/content-service/bin/build-checkout.js';
import { AdminSite } from '../pages/admin/admin-site.js';
import { ENTRY_SCREENS, PREVIEW_SITE } from '../pages/admin/screen-list.js';
import { closeBrowser } from '../pages/browser.js';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const SIZE = { width: 1200, height: 760 };

/** The pictures of screens that tests open as well, by file name. */
const OTHERS = {
  preview: 'preview beside an entry',
  conflict: 'conflict of an entry',
  history: 'changes in the history of an entry',
};

const site = await AdminSite.start('--demo');
try {
  const { page } = await site.openSignedIn('/entries/node--article', undefined, { viewport: SIZE });
  const rows = page.getByRole('table').getByRole('link');
  await rows.first().waitFor();
  await takePicture('entries');
  await rows.first().click();
  // The editor of formatted text is loaded last.
  await page.locator('[contenteditable=true]').first().waitFor();
  await takePicture('entry');
  await page.goto(`${site.url}/admin/content-model/node--article`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await takePicture('content-model');

  await site.allowWriting();
  await site.manage('PATCH', '/settings/content', { previewSites: [PREVIEW_SITE] });
  const body = { value: '<p>From December on, trams run all night on Fridays.</p>', format: 'basic_html' };
  const client = await site.client();
  await client.create('node--article', { attributes: { title: 'Night trams of the city', body } });
  for (const [name, screen] of Object.entries(OTHERS)) {
    const { path = '', open } = ENTRY_SCREENS[screen] ?? {};
    await page.unrouteAll();
    await page.goto(`${site.url}/admin${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await open?.(page);
    await takePicture(name);
  }

  async function takePicture(name: string): Promise<void> {
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: `${DOCS}images/${name}.png` });
    console.log(`docs/images/${name}.png`);
  }
} finally {
  await site.stop();
  await closeBrowser();
}

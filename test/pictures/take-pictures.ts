// `npm run docs:pictures`: photographs three screens of the administration with the demo content for the README.
import { fileURLToPath } from 'node:url';
import '../../apps/content-service/bin/build-checkout.js';
import { AdminSite } from '../pages/admin/admin-site.js';
import { closeBrowser } from '../pages/browser.js';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const SIZE = { width: 1200, height: 760 };

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

  async function takePicture(name: string): Promise<void> {
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: `${DOCS}images/${name}.png` });
    console.log(`docs/images/${name}.png`);
  }
} finally {
  await site.stop();
  await closeBrowser();
}

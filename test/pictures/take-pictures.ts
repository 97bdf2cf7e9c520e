// `npm run docs:pictures`: photographs three screens of the administration with the demo content for the README, and draws the
// chart of the figures in docs/bench.json, which `npm run bench -- --json docs/bench.json` writes on a machine without other work.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BenchResult } from '../bench/report.js';
import { AdminSite } from '../pages/admin/admin-site.js';
import { drawBenchChart } from './bench-chart.js';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const SIZE = { width: 1200, height: 760 };

const FIGURES = `${DOCS}bench.json`;
if (existsSync(FIGURES)) {
  const { results } = JSON.parse(readFileSync(FIGURES, 'utf8')) as { results: readonly BenchResult[] };
  writeFileSync(`${DOCS}images/bench.svg`, drawBenchChart(results));
  console.log('docs/images/bench.svg');
}

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
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Starts the Chromium that the environment variable `CHROMIUM` names. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'];
  if (executablePath === undefined) throw new Error('Install Chromium, or set CHROMIUM to its path.');
  return chromium.launch({ executablePath });
}

/**
 * The violations that axe finds, such as `color-contrast: <p>…</p>`, the rule for the size of targets included. The script is
 * evaluated by the browser's debugger, which the Content Security Policy of the page does not restrict.
 */
export async function findAccessibilityViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>(
    "axe.run({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })",
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

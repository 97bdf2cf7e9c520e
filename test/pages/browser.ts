import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result, RunOptions } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Starts the Chromium that the environment variable `CHROMIUM` names. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'];
  if (executablePath === undefined) throw new Error('Install Chromium, or set CHROMIUM to its path.');
  return chromium.launch({ executablePath });
}

/** Options of axe (`runOnly`, `rules`). */
type AxeRules = Pick<RunOptions, 'runOnly' | 'rules'>;

/** Every rule, that for the size of targets included. */
const ALL_RULES: AxeRules = { rules: { 'target-size': { enabled: true } } };

/** The rules that depend on colours: enough for a page that was checked at this width in the other colour scheme. */
export const COLOR_RULES: AxeRules = { runOnly: ['color-contrast', 'link-in-text-block'] };

/**
 * The violations that axe finds, such as `color-contrast: <p>…</p>`. The script is evaluated by the browser's debugger, which
 * the Content Security Policy of the page does not restrict, once for each document.
 */
export async function findAccessibilityViolations(
  page: Page,
  rules: AxeRules = ALL_RULES,
): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  const options: RunOptions = { resultTypes: ['violations'], ...rules };
  const violations = await page.evaluate<readonly Result[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result, RunOptions } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The browser of this process: modules live as long as a Jest worker, over several suites. */
let running: Promise<Browser> | undefined;

/**
 * The Chromium that the environment variable `CHROMIUM` names, which the suites of a Jest worker share: each has browser contexts
 * of its own. It is launched at the first call, and after it has crashed.
 */
export function getBrowser(): Promise<Browser> {
  running ??= launchBrowser();
  return running;
}

/** Ends the browser of this process, if there is one; a suite that begins meanwhile gets another. */
export async function closeBrowser(): Promise<void> {
  const closing = running;
  running = undefined;
  const browser = await closing?.catch(() => undefined);
  await browser?.close();
}

function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'];
  if (executablePath === undefined) throw new Error('Install Chromium, or set CHROMIUM to its path.');
  const launched = chromium.launch({ executablePath });
  const forget = (): void => {
    if (running === launched) running = undefined;
  };
  launched.then((browser) => browser.once('disconnected', forget), forget);
  return launched;
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

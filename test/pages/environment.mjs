import { clearTimeout, setTimeout } from 'node:timers';
import ProcessEnvironment from '../../.config/native-modules/environment.js';

/** The browser of a worker without a suite ends after this time: before Jest ends workers that do not end by themselves (500 ms). */
const IDLE_MS = 250;

let closing;

/** The environment of suites that look at pages: the suites of a worker share a browser, and the last one leaves none. */
export default class PageEnvironment extends ProcessEnvironment {
  setup() {
    super.setup();
    clearTimeout(closing);
  }

  teardown() {
    super.teardown();
    closing = setTimeout(closeBrowser, IDLE_MS);
  }
}

/** Only when it is needed: Jest loads this module before the hooks of TypeScript apply to it. */
async function closeBrowser() {
  await (await import('./browser.ts')).closeBrowser();
}

import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { getBrowser } from './browser.js';

interface Used {
  readonly context: BrowserContext;
  /** The options of the context, as JSON. */
  readonly key: string;
}

export type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/**
 * The browser contexts of a suite. A released context is given out again for the same options, as empty as a new one but for
 * the files that it has in its cache: without them, a screen of the administration takes half as much processor time again.
 *
 * A context is reset to what this class knows of: cookies, storage, permissions, routes, pages and the network. What it keeps
 * for good, such as `clock` and `addInitScript`, belongs to pages only.
 */
export class BrowserContexts {
  private readonly idle = new Map<string, BrowserContext[]>();
  private used: Used[] = [];

  /** @param origin that of the service, whose storage is emptied */
  constructor(private readonly origin: string) {}

  /** Opens a page in a context that has these cookies, and no other page in this test. */
  async open(options: BrowserContextOptions = {}, cookies: Cookies = []): Promise<Page> {
    const key = JSON.stringify(options);
    const idle = this.idle
      .get(key)
      ?.splice(0, 1)
      .find((context) => !context.isClosed());
    const context = idle ?? (await (await getBrowser()).newContext(options));
    this.used.push({ context, key });
    const page = await context.newPage();
    if (idle !== undefined) await this.emptyStorage(page);
    await context.addCookies(cookies);
    return page;
  }

  private async emptyStorage(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: this.origin, storageTypes: 'all' });
    await session.detach();
  }

  /** Closes the pages. */
  async release(): Promise<void> {
    const used = this.used;
    this.used = [];
    await Promise.all(used.map((one) => this.reset(one)));
  }

  private async reset({ context, key }: Used): Promise<void> {
    // A test may have closed it; the browser may have crashed.
    if (context.isClosed()) return;
    context.removeAllListeners('weberror');
    await Promise.all(context.pages().map((page) => page.close()));
    await context.unrouteAll();
    await context.clearPermissions();
    await context.clearCookies();
    await context.setOffline(false);
    this.idle.set(key, [...(this.idle.get(key) ?? []), context]);
  }

  /** Closes the contexts. */
  async close(): Promise<void> {
    const contexts = [...this.used.map(({ context }) => context), ...[...this.idle.values()].flat()];
    this.used = [];
    this.idle.clear();
    await Promise.all(contexts.map((context) => context.close()));
  }
}

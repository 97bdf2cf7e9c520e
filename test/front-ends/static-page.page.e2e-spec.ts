import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { findAccessibilityViolations, getBrowser } from '../pages/browser.js';
import { freePort } from '../support/free-port.js';
import { SITES } from './front-end.js';
import { ALT, DRAFT, Magazine, MOVED, STORY } from './magazine.js';

describe('examples/front-ends/fetch as static files', () => {
  let magazine: Magazine;
  let server: Server;
  let origin: string;
  let page: Page;
  beforeAll(async () => {
    const browser = await getBrowser();
    magazine = await Magazine.start();
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    server = serveStatically(magazine.url).listen(port, '127.0.0.1');
    await once(server, 'listening');
    await magazine.openFor(origin);
    page = await browser.newPage();
  });
  afterAll(async () => {
    await page.context().close();
    server.close();
    server.closeAllConnections();
    await magazine.stop();
  });

  it('show menu, text and picture of a path', async () => {
    await page.goto(origin + STORY);

    await page.getByRole('heading', { level: 1, name: 'The night tram comes back in May' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Become a member' }).waitFor();
    await page.getByRole('img', { name: ALT }).waitFor();
    expect(
      await page.evaluate('document.images[0].decode().then(() => document.images[0].naturalWidth)'),
    ).toBeGreaterThan(0);
    // The site has no styles, on which the size of targets depends.
    expect(await findAccessibilityViolations(page, {})).toEqual([]);
  });

  it('lead from page to page, and from a former path to the present one', async () => {
    await page.goto(origin);
    await page.getByRole('link', { name: 'Older stories' }).click();
    await page.getByRole('link', { name: 'Older stories' }).click();
    await page.waitForURL(`${origin}/?page=3`);
    await page.getByRole('listitem').filter({ hasText: 'The night tram comes back in May' }).waitFor();
    expect(await page.getByRole('link', { name: 'Older stories' }).count()).toBe(0);

    await page.goto(origin + MOVED.from);
    await page.waitForURL(origin + encodeURI(MOVED.to));
    await page.getByRole('heading', { level: 1, name: 'About the Tide' }).waitFor();
  });

  it('show nothing of a draft', async () => {
    await page.goto(origin + DRAFT);

    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
  });
});

/** Serves the files of the site with the address of a service, and `index.html` for every other path, as static hosts do. */
function serveStatically(url: string): Server {
  return createServer((request, response) => {
    const [, file = 'index.html'] = /^\/(\w+\.js)$/.exec(request.url ?? '') ?? [];
    void readFile(join(SITES, 'fetch', file), 'utf8').then((text) => {
      response.setHeader('Content-Type', file.endsWith('.js') ? 'text/javascript' : 'text/html');
      response.end(text.replace('http://127.0.0.1:3000', url));
    });
  });
}

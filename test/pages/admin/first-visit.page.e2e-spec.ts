import type { CDPSession } from 'playwright-core';
import { AdminSite } from './admin-site.js';

/** `data:` URLs are no requests. */
const REQUESTS_MAXIMUM = 25;
/** In bytes over the wire, headers included; pictures of the content do not count. */
const BYTES_MAXIMUM = 350_000;
const BYTES_WITH_TEXT_EDITOR_MAXIMUM = 500_000;
const BYTES_OF_MEDIA_MAXIMUM = 300_000;

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

/** Counts what the page loads from the network from now on. */
async function countLoads(session: CDPSession): Promise<{ requests: number; bytes: number }> {
  const loads = { requests: 0, bytes: 0 };
  const [pictures, inline] = [new Set<string>(), new Set<string>()];
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const { protocol, pathname } = new URL(response.url);
    if (pathname.startsWith('/files/')) pictures.add(requestId);
    if (protocol === 'data:') inline.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (inline.has(requestId)) return;
    loads.requests += 1;
    if (!pictures.has(requestId)) loads.bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  return loads;
}

async function findArticle(): Promise<string> {
  const { data } = await (await site.client()).collection('/api/node/article?page[limit]=1&sort=title');
  return data[0]?.id ?? '';
}

describe('the first screen of a browser that has no files of the administration yet', () => {
  it.each([
    ['home', BYTES_MAXIMUM, () => Promise.resolve('/'), 'heading'],
    ['a list', BYTES_MAXIMUM, () => Promise.resolve('/entries/node--article'), 'row'],
    ['the media', BYTES_OF_MEDIA_MAXIMUM, () => Promise.resolve('/media'), 'listitem'],
    [
      'an entry',
      BYTES_WITH_TEXT_EDITOR_MAXIMUM,
      async () => `/entries/node--article/${await findArticle()}`,
      'textbox',
    ],
  ] as const)('loads few and compressed files for %s', async (_, bytesMaximum, findPath, role) => {
    const { page } = await site.openSignedIn('/keys');
    await page.goto('about:blank');
    const loads = await countLoads(await page.context().newCDPSession(page));

    await page.goto(`${site.url}/admin${await findPath()}`);
    await page.getByRole(role).nth(1).waitFor();
    await page.waitForLoadState('networkidle');

    expect(loads.requests).toBeGreaterThan(5);
    expect(loads.requests).toBeLessThanOrEqual(REQUESTS_MAXIMUM);
    expect(loads.bytes).toBeLessThanOrEqual(bytesMaximum);
  });
});

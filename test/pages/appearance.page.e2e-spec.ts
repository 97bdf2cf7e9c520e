import sharp from 'sharp';
import { expectSoon } from '../support/eventually.js';
import { AdminSite, findScreenViolations, waitForNotification } from './admin/admin-site.js';
import { findAccessibilityViolations } from './browser.js';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="#c2410c"/></svg>';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

/** Larger than the setting takes: the browser makes it smaller. */
const createIcon = (): Promise<Buffer> =>
  sharp({
    create: {
      ...{ width: 900, height: 900, channels: 3, background: '#c2410c' },
      noise: { type: 'gaussian', mean: 120, sigma: 60 },
    },
  })
    .png()
    .toBuffer();

describe('the appearance of a site', () => {
  it('is set on the settings screen, and shown by the administration and the login page', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/settings');
    const section = page.getByRole('region', { name: 'Appearance' });
    await section.getByRole('textbox', { name: 'Name of the site' }).fill('City Magazine');
    await section.getByRole('textbox', { name: 'Colour', exact: true }).fill('#f59e0b');
    const files = section.locator('input[type=file]');
    await files
      .nth(0)
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) });
    await files.nth(1).setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer: await createIcon() });
    await section.getByRole('img', { name: 'Icon' }).waitFor();
    await section.getByRole('button', { name: 'Save' }).click();
    await waitForNotification(page, 'Saved');

    await page.reload();

    const home = page.getByRole('banner').getByRole('link', { name: 'City Magazine' });
    await home.waitFor();
    await expectSoon(() => home.getByRole('presentation').getAttribute('src')).toContain('/user/logo?v=');
    await expectSoon(() => page.title()).toBe('Settings – City Magazine');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectSoon(() => findScreenViolations(page)).toEqual([]);
    }
    await page.context().clearCookies();
    await page.goto(`${site.url}/user/login`);
    await page.getByText('City Magazine').waitFor();
    await expectSoon(() => page.title()).toBe('Sign in – City Magazine');
    // Amber is too light for white letters.
    await expectSoon(() =>
      page.evaluate<string>('getComputedStyle(document.querySelector("button")).backgroundColor'),
    ).not.toBe('rgb(245, 158, 11)');
    await expectSoon(() => page.evaluate<number>('document.querySelector(".site img").naturalWidth')).toBe(
      120,
    );
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectSoon(() => findAccessibilityViolations(page)).toEqual([]);
    }
    expect(consoleErrors).toEqual([]);
  });

  it('has pictures that run no scripts and change their addresses', async () => {
    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const logo = `data:image/svg+xml;base64,${Buffer.from(script).toString('base64')}`;
    await site.manage('PATCH', '/settings/site', { logo });
    const { text } = await fetchText('/user/login');
    const [, path = ''] = /<img src="([^"]+)"/.exec(text) ?? [];

    const { response, text: picture } = await fetchText(path);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(picture).toBe(script);
    await site.manage('PATCH', '/settings/site', { logo: '' });
    expect((await fetchText('/user/logo')).response.status).toBe(404);
    expect((await fetchText('/user/login')).text).not.toContain('<img');
  });
});

async function fetchText(path: string): Promise<{ response: Response; text: string }> {
  const response = await fetch(site.url + path);
  return { response, text: await response.text() };
}

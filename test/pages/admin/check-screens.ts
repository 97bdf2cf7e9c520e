import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually, expectSoon } from '../../support/eventually.js';
import { COLOR_RULES } from '../browser.js';
import { AdminSite, findScreenViolations, type OpenedPage, watchRequests } from './admin-site.js';
import { countOverlays, findBadStops, hasFocus, type Overlay, walkFocus } from './focus-order.js';
import { PREVIEW_SITE, type Screens } from './screen-list.js';

interface View {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  /** The rules of axe; all by default. */
  readonly rules?: typeof COLOR_RULES;
}

/** Each width in each colour scheme; in the second scheme of a width nothing but colours is another. */
const VIEWS: readonly View[] = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark', rules: COLOR_RULES },
  { width: 1280, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light', rules: COLOR_RULES },
];

/** The screen whose dialog only a new session closes. */
const UNCLOSABLE = 'ended session';

/** A folder for a picture of each screen, width and colour scheme; none by default. */
const PICTURES = process.env['SCREENS_FOLDER'];

/** Defines a test for each screen, on a site with demo content, a webhook with a delivery, a job, a schedule and a menu. */
export function checkScreens(screens: Screens): void {
  let site: AdminSite;
  let opened: OpenedPage;
  let waitForRequests: () => Promise<void>;
  beforeAll(async () => {
    site = await startSite();
    opened = await site.openSignedIn('');
    waitForRequests = watchRequests(opened.page);
  });
  afterAll(() => site.stop());

  it.each(Object.entries(screens))(
    'the screen «%s» has no accessibility violation and no horizontal scrolling at 1280 px and 390 px, light and dark, and the Tab key leads through it in its order',
    async (name, { path, open }) => {
      const { page, consoleErrors } = opened;
      await page.unrouteAll();
      await page.setViewportSize({ width: 1280, height: 844 });
      await page.goto(`${site.url}/admin${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await open(page);
      await waitForRequests();

      for (const view of VIEWS) await checkView(page, name, view);
      await checkFocusOrder(page, name);
      expect(consoleErrors).toEqual([]);
    },
  );
}

async function startSite(): Promise<AdminSite> {
  const site = await AdminSite.start('--demo');
  await site.allowWriting();
  await site.manage('PATCH', '/settings/content', { previewSites: [PREVIEW_SITE] });
  await site.manage('POST', '/webhooks', { label: 'Search', url: 'https://search.example/changed' });
  await site.manage('POST', '/jobs', { kind: 'index.verify' });
  await site.manage('POST', '/schedules/prune-jobs/run');
  const client = await site.client();
  const hidden = await client.create('node--page', { attributes: { title: 'Night trams', status: false } });
  await client.create('menu_link_content--menu_link_content', {
    attributes: { title: 'Night trams', menu_name: 'main', link: { uri: `entity:node/${hidden.id}` } },
  });
  // The last one, since the screens of events show the newest.
  await client.create('node--article', {
    attributes: { title: 'Trams', unpublish_on: '2099-12-31T12:00:00Z' },
  });
  return site;
}

async function checkView(page: Page, name: string, { width, colorScheme, rules }: View): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await page.emulateMedia({ colorScheme });
  await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).waitFor();

  await expectSoon(async () => ({
    width,
    colorScheme,
    violations: await findScreenViolations(page, rules),
  })).toEqual({
    width,
    colorScheme,
    violations: [],
  });
  await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  if (PICTURES !== undefined)
    await page.screenshot({ path: join(PICTURES, `${name}-${width}-${colorScheme}.png`) });
}

/** Menus and options are left with the Escape key, and dialogs that can be closed, too; the focus does not fall to the page. */
async function checkFocusOrder(page: Page, name: string): Promise<void> {
  const overlay = await findOverlay(page);
  if (overlay === undefined) await page.locator('main').focus();
  if (overlay !== 'menu') {
    const stops = await walkFocus(page);
    expect(findBadStops(stops, overlay === 'dialog')).toEqual([]);
    expect(stops.length).toBeGreaterThan(0);
  }
  if (overlay === undefined) return;
  const openCount = await countOverlays(page, overlay);
  await page.keyboard.press('Escape');
  if (name !== UNCLOSABLE) await eventually(async () => (await countOverlays(page, overlay)) < openCount);
  await eventually(() => hasFocus(page));
}

async function findOverlay(page: Page): Promise<Overlay | undefined> {
  if ((await countOverlays(page, 'menu')) > 0) return 'menu';
  return (await countOverlays(page, 'dialog')) > 0 ? 'dialog' : undefined;
}

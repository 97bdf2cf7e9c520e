import { AdminSite, watchRequests } from './admin-site.js';
import { findBadStops, walkFocus } from './focus-order.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
});
afterAll(() => site.stop());

it('the Tab key leads from the link «Skip to content» through the header and the navigation to the screen', async () => {
  const { page } = await site.openSignedIn('');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');

  const stops = await walkFocus(page);

  expect(stops[0]?.name).toContain('Skip to content');
  expect(stops.length).toBeGreaterThan(15);
  expect(findBadStops(stops)).toEqual([]);
});

it('the Tab key passes over the navigation while it is closed on a narrow screen, and leads through it when it is open', async () => {
  const { page } = await site.openSignedIn('', undefined, { viewport: { width: 390, height: 844 } });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const waitForRequests = watchRequests(page);
  await waitForRequests();

  const closed = await walkFocus(page);
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).focus();

  expect(findBadStops(closed)).toEqual([]);
  expect(closed.some(({ name }) => name.includes('Settings'))).toBe(false);
});

it('the link «Skip to content» is the first stop, and a navigation moves the focus to the screen', async () => {
  const { page } = await site.openSignedIn('/settings');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  const main = page.locator('main');

  await page.keyboard.press('Tab');
  await page.getByRole('link', { name: 'Skip to content' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await main.and(page.locator(':focus')).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click();

  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  await main.and(page.locator(':focus')).waitFor();
});

it('Escape closes the navigation of a narrow screen', async () => {
  const { page } = await site.openSignedIn('', undefined, { viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('button', { name: 'Close navigation' }).waitFor();

  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Open navigation' }).waitFor();
});

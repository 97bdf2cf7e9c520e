import { OffsetClock } from '../../support/served-app.js';
import { AdminSite, waitForNotification } from './admin-site.js';

const clock = new OffsetClock();
let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.startAt(clock);
  await site.allowWriting();
  await site.manage('POST', '/bundles', { entityType: 'node', bundle: 'essay', label: 'Essays', fields: [] });
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

it('an essay is written for 50 minutes without a save, and the session has not ended', async () => {
  const { page, consoleErrors } = await site.openSignedIn('/entries/node--essay/new');
  await page.clock.install();
  await page.getByRole('textbox', { name: 'Title' }).click();

  for (const word of ['Trams ', 'run ', 'all ', 'night ', 'long']) {
    clock.offsetSeconds += 10 * 60;
    await page.clock.fastForward('10:00');
    const renewed = page.waitForResponse('**/session/token');
    await page.keyboard.type(word);
    await renewed;
  }
  await page.keyboard.press('Control+s');

  await waitForNotification(page, 'Draft saved');
  expect(consoleErrors).toEqual([]);
});

import { AdminSite, waitForNotification } from './admin-site.js';
import { countClicks } from './count-clicks.js';
import { TASKS, VIEWPORT } from './click-tasks.js';

/** What a task costs: presses of the mouse, and the farthest the page was scrolled, in pixels. */
interface Cost {
  clicks: number;
  scrolled: number;
}

/** Reports every press of the mouse and every scroll; `detail` is 0 for a click that a key made. */
const REPORT = `
  addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && reportClick(), true);
  addEventListener('scroll', () => reportScroll(scrollY));
`;

describe('the clicks of a task', () => {
  let site: AdminSite;
  const costs = new Map<string, Cost>();
  beforeAll(async () => {
    site = await AdminSite.start('--demo');
  });
  afterEach(() => site.closePages());
  afterAll(async () => {
    const rows = [...costs].map(([name, { clicks, scrolled }]) => {
      const bound = TASKS[name]?.clicks ?? 0;
      return `${name.padEnd(58)}${String(clicks).padStart(6)}${String(bound).padStart(6)}${String(scrolled).padStart(8)}`;
    });
    process.stdout.write(`${'task'.padEnd(58)}clicks  most  scroll\n${rows.join('\n')}\n`);
    await site.stop();
  });

  it.each(Object.entries(TASKS))(
    'to %s are few',
    async (name, { clicks, withoutScrolling, prepare, run }) => {
      await prepare?.(await site.client());
      const { page, consoleErrors } = await site.openSignedIn('', undefined, { viewport: VIEWPORT });
      const cost: Cost = { clicks: 0, scrolled: 0 };
      await page.exposeFunction('reportClick', () => {
        cost.clicks += 1;
      });
      await page.exposeFunction('reportScroll', (y: number) => {
        cost.scrolled = Math.max(cost.scrolled, Math.round(y));
      });
      await page.evaluate(REPORT);

      await run(page);

      costs.set(name, cost);
      expect(cost.clicks).toBeGreaterThan(0);
      expect(cost.clicks).toBeLessThanOrEqual(clicks);
      if (withoutScrolling === true) expect(cost.scrolled).toBe(0);
      expect(consoleErrors).toEqual([]);
    },
  );
});

it('a first article is published on a site without demo content with four clicks', async () => {
  const site = await AdminSite.start();
  try {
    const { page, consoleErrors } = await site.openSignedIn('', undefined, { viewport: VIEWPORT });
    const count = await countClicks(page);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^New entry in Article/ })
      .click();
    await page.getByRole('textbox', { name: 'Title' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('The first article');
    await page.getByRole('button', { name: 'Allow writing' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await waitForNotification(page, 'Published');

    expect(count.clicks).toBeLessThanOrEqual(4);
    expect(consoleErrors).toEqual([]);
  } finally {
    await site.stop();
  }
});

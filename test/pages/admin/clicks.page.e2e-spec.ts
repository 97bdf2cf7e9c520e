import type { Locator, Page } from 'playwright-core';
import { AdminSite, confirm, waitForNotification } from './admin-site.js';

/** What a task costs: presses of the mouse, and the farthest the page was scrolled, in pixels. */
interface Cost {
  clicks: number;
  scrolled: number;
}

interface Task {
  /** The most that the task may cost. */
  readonly clicks: number;
  /** Whether everything is in sight in a window of 1280 × 800 pixels. */
  readonly withoutScrolling?: boolean;
  readonly run: (page: Page) => Promise<void>;
}

/** Reports every press of the mouse and every scroll; `detail` is 0 for a click that a key made. */
const REPORT = `
  addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && reportClick(), true);
  addEventListener('scroll', () => reportScroll(scrollY));
`;

/** The window of a small notebook. */
const VIEWPORT = { width: 1280, height: 800 };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const openFromNavigation = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click();

/** Presses what is in sight, where it is: `click` would scroll first, because the page keeps room below what it scrolls to. */
async function press(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const box = await target.boundingBox();
  if (box === null || box.y < 0 || box.y + box.height > VIEWPORT.height)
    throw new Error('It is out of sight.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Presses the Tab key until a text box has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = page.getByRole('textbox', { name, exact: true }).and(page.locator(':focus'));
  await page.getByRole('textbox', { name, exact: true }).waitFor();
  for (let stops = 0; stops < 10 && (await focused.count()) === 0; stops++) await page.keyboard.press('Tab');
  await focused.waitFor();
}

const FIELDS = ['Text, one line', 'Formatted text', 'Whole number', 'Yes or no', 'Date', 'E-mail address'];

/** The tasks of the administration, from the start screen on; texts are typed, and forms sent by the mouse or by Ctrl+S. */
const TASKS: Readonly<Record<string, Task>> = {
  'publish a first article': {
    clicks: 3,
    withoutScrolling: true,
    run: async (page) => {
      await openFromNavigation(page, 'New entry in Articles');
      await page.getByRole('textbox', { name: 'Title' }).click();
      await page.keyboard.type('The first article');
      await press(page, button(page, 'Publish'));
      await waitForNotification(page, 'Published');
    },
  },
  'make an API client with two scopes and copy its secret': {
    clicks: 5,
    withoutScrolling: true,
    run: async (page) => {
      await openFromNavigation(page, 'API clients');
      await press(page, link(page, 'New client'));
      await tabTo(page, 'Name');
      await page.keyboard.type('Website');
      await press(page, page.getByRole('checkbox', { name: /Create, update and delete content/ }));
      await press(page, page.getByRole('checkbox', { name: /Manage media entries/ }));
      await page.keyboard.press('Control+s');
      await page.getByText(/CLIENT_SECRET=/).waitFor();
      await press(page, page.getByRole('button', { name: /^Copy/ }).first());
    },
  },
  'make a type with six fields': {
    clicks: 20,
    withoutScrolling: true,
    run: async (page) => {
      await openFromNavigation(page, 'Content model');
      await button(page, 'New type').click();
      await page.getByRole('dialog').locator('[data-autofocus]:focus').waitFor();
      await page.keyboard.type('Concerts');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Concerts' }).waitFor();
      await button(page, 'Add field').click();
      const dialog = page.getByRole('dialog');
      for (const [index, kind] of FIELDS.entries()) {
        await press(page, dialog.getByRole('button', { name: kind, exact: true }));
        await dialog.getByRole('textbox', { name: 'Label' }).and(page.locator(':focus')).waitFor();
        await page.keyboard.type(`Field ${index}`);
        const submit = index === FIELDS.length - 1 ? 'Add field' : 'Save and add another';
        await press(page, dialog.getByRole('button', { name: submit }));
        await waitForNotification(page, `Field ${index} is added`);
      }
      await dialog.waitFor({ state: 'hidden' });
    },
  },
  'find an article and unpublish it': {
    clicks: 2,
    withoutScrolling: true,
    run: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').waitFor();
      await page.keyboard.type('Eleven stops');
      await page.getByRole('option', { name: /Eleven stops/ }).click();
      await press(page, button(page, 'Unpublish'));
      await waitForNotification(page, 'Unpublished');
    },
  },
  'give an article a tag': {
    clicks: 5,
    run: async (page) => {
      await openFromNavigation(page, /^Articles \d/);
      await page.getByRole('row').getByRole('link').first().click();
      await page.getByRole('combobox', { name: 'Add to Tags' }).click();
      await page.getByRole('option').first().click();
      await page.keyboard.press('Control+s');
      await waitForNotification(page, 'Saved');
    },
  },
  'make a user': {
    clicks: 3,
    run: async (page) => {
      await openFromNavigation(page, 'Users');
      await button(page, 'New user').click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('[data-autofocus]:focus').waitFor();
      await page.keyboard.type('grace');
      await tabTo(page, 'Name shown to others');
      await page.keyboard.type('Grace Hopper');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.type('correct horse battery staple');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
    },
  },
  'move a field to another place': {
    clicks: 3,
    run: async (page) => {
      await openFromNavigation(page, 'Content model');
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Pages/ })
        .click();
      await page
        .getByRole('button', { name: /^Move .* down$/ })
        .first()
        .click();
      await page
        .getByRole('button', { name: /^Move .* up$/ })
        .and(page.locator(':focus'))
        .waitFor();
    },
  },
  'delete an article': {
    clicks: 4,
    run: async (page) => {
      await openFromNavigation(page, /^Articles \d/);
      await page.getByRole('row').getByRole('link').nth(3).click();
      await button(page, 'Delete').click();
      await confirm(page, 'Delete');
      await page.getByRole('heading', { level: 1, name: 'Articles' }).waitFor();
    },
  },
};

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

  it.each(Object.entries(TASKS))('to %s are few', async (name, { clicks, withoutScrolling, run }) => {
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
  });
});

import type { Page } from 'playwright-core';

/** Counts the presses of the mouse on a document from now on; `detail` is 0 for a click that a key made. */
export async function countClicks(page: Page): Promise<{ readonly clicks: number }> {
  const count = { clicks: 0 };
  await page.exposeFunction('reportClick', () => {
    count.clicks += 1;
  });
  await page.evaluate(
    `addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && reportClick(), true)`,
  );
  return count;
}

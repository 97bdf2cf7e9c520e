import type { BrowserContext, Page } from 'playwright-core';

/** What is kept in the browser, by the order of its forms. */
export const readKept = (page: Page): Promise<readonly unknown[]> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('content-service/admin');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const values = opening.result.transaction('unsaved-values').objectStore('unsaved-values').getAll();
      values.onsuccess = () => resolve(values.result.map(({ changes }) => changes));
    };
  })`);

/** Closes a page without a question, as after a crash, and opens another one of the same browser. */
export async function reopen(page: Page, context: BrowserContext = page.context()): Promise<Page> {
  const url = page.url();
  await page.close({ runBeforeUnload: false });
  const next = await context.newPage();
  await next.goto(url);
  return next;
}

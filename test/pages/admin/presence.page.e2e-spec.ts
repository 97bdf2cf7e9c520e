import type { Page } from 'playwright-core';
import { expectSoon } from '../../support/eventually.js';
import { ADMIN, AdminSite, findScreenViolations, watchRequests } from './admin-site.js';

const EDITH = { name: 'edith', displayName: 'Edith', password: 'correct horse battery staple' };
const WANDA = { name: 'wanda', displayName: 'Wanda', password: 'correct horse battery staple' };
const TYPE = 'node--note';
const OPEN = /have this entry open|has this entry open/;

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  const field = { name: 'field_line', type: 'string', label: 'Line' };
  await site.manage('POST', '/bundles', {
    entityType: 'node',
    bundle: 'note',
    label: 'Note',
    fields: [field],
  });
  for (const user of [EDITH, WANDA])
    await site.manage('POST', '/users', { ...user, role: 'editor', keepPassword: true });
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const create = async (): Promise<string> =>
  (await (await site.client()).create(TYPE, { attributes: { title: 'Trams', status: false } })).id;

/** Opens the form of an entry, and waits until the service knows that. */
const open = async (id: string, user: typeof ADMIN = ADMIN): Promise<Page> => {
  const { page } = await site.openSignedIn('/entries', user);
  // The timers of the page, which the test moves on.
  await page.clock.install();
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.goto(`${site.url}/admin/entries/${TYPE}/${id}`);
  await page.getByRole('textbox', { name: 'Title' }).waitFor();
  expect((await answer).status()).toBe(200);
  return page;
};
const findLines = (page: Page): Promise<string[]> => page.getByText(OPEN).allInnerTexts();
const countBeats = (page: Page): (() => number) => {
  let beats = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/entry-presence/')) beats += 1;
  });
  return () => beats;
};
const NEXT_BEAT_MS = 20_000;

describe('the form of an entry', () => {
  it('names the others who have the entry open, and forgets them when they leave', async () => {
    const id = await create();
    const hers = await open(id, EDITH);
    expect(await findLines(hers)).toEqual([]);

    const mine = await open(id);

    await expectSoon(() => findLines(mine)).toEqual(['Edith has this entry open']);
    await expectSoon(() => mine.getByRole('status').allInnerTexts()).toContain('Edith has this entry open');
    await expectSoon(() => findScreenViolations(mine)).toEqual([]);
    await hers.clock.runFor(NEXT_BEAT_MS);
    await expectSoon(() => findLines(hers)).toEqual(['Administrator has this entry open']);
    const third = await open(id, WANDA);
    await expectSoon(() => findLines(third)).toEqual([
      expect.stringMatching(/^(Administrator and Edith|Edith and Administrator) have /),
    ]);

    const left = hers.waitForResponse((response) => response.request().method() === 'DELETE');
    await hers.getByRole('link', { name: '← Note' }).click();
    expect((await left).status()).toBe(204);
    await mine.clock.runFor(NEXT_BEAT_MS);

    await expectSoon(() => findLines(mine)).toEqual(['Wanda has this entry open']);
    await third.goto('about:blank');
    await expectSoon(async () => {
      await mine.clock.runFor(NEXT_BEAT_MS);
      return findLines(mine);
    }).toEqual([]);
  });

  it('sends no beats ten minutes after the last key, and goes on with the next one', async () => {
    const page = await open(await create());
    const beats = countBeats(page);
    const waitForRequests = watchRequests(page);
    await page.clock.runFor(10 * 60_000);
    await waitForRequests();
    const sent = beats();

    await page.clock.runFor(10 * 60_000);
    await waitForRequests();
    expect(beats()).toBe(sent);
    await page.keyboard.press('Shift');
    await expectSoon(beats).toBe(sent + 1);

    expect(sent).toBeGreaterThan(20);
    expect(sent).toBeLessThanOrEqual(30);
  });

  it('sends no beats while the page is hidden', async () => {
    const page = await open(await create());
    const beats = countBeats(page);
    const show = (state: string): Promise<unknown> =>
      page.evaluate(
        `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));`,
      );

    await show('hidden');
    await page.clock.runFor(3 * NEXT_BEAT_MS);
    await show('visible');
    await expectSoon(beats).toBe(1);
  });
});

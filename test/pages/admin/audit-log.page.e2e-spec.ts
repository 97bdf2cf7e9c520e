import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { AUDIT_ACTIONS } from '@content-service/audit';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, EDITOR, findScreenViolations, waitForNotification } from './admin-site.js';

/** A line has room for one line of text. */
const LINE_HEIGHT_MAXIMUM = 50;

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
  await site.manage('POST', '/users', EDITOR);
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const filter = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

async function choose(page: Page, name: string, option: string): Promise<void> {
  await filter(page, name).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const line = (page: Page, text: string) => page.getByRole('table').getByText(text, { exact: true }).first();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

describe('audit log screen', () => {
  it('filters by every action there is, also by one that never happened', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/audit-log');
    await filter(page, 'Action').click();
    await page.getByRole('option').first().waitFor();
    const offered = await page.getByRole('option').allTextContents();

    await page.getByRole('option', { name: 'deleted a webhook', exact: true }).click();
    await page.getByText('No event matches the filters.').waitFor();
    await page.reload();

    await expectSoon(() => filter(page, 'Action').inputValue()).toBe('deleted a webhook');
    const words = Object.values(AUDIT_ACTIONS).map(({ description }) => description);
    expect(offered).toEqual(words);
    expect(consoleErrors).toEqual([]);
  });

  it('finds actions by their names, too, and keeps filters by object in the address', async () => {
    await site.manage('PATCH', '/settings/jsonapi', { pageLimitMaximum: 40 });
    const { page, consoleErrors } = await site.openSignedIn('/audit-log');

    await filter(page, 'Action').fill('setting.changed');
    await page.getByRole('option', { name: 'changed a setting', exact: true }).click();
    await page.waitForURL(/action=setting\.changed/);
    await button(page, 'Show only what concerns Setting pageLimitMaximum').click();
    await page.waitForURL(/subjectId=pageLimitMaximum/);
    await page.reload();

    await page.getByText('previous: 50, value: 40').waitFor();
    await expectSoon(() => filter(page, 'About').inputValue()).toBe('Setting pageLimitMaximum');
    expect(consoleErrors).toEqual([]);
  });

  it('filters by a person, by the name shown to others', async () => {
    await site.openSignedIn('/entries', EDITOR);
    const { page, consoleErrors } = await site.openSignedIn('/audit-log');
    await button(page, 'Show only what Administrator did').waitFor();

    await choose(page, 'By', 'Edith');

    await line(page, 'signed in').waitFor();
    await expectSoon(() => button(page, 'Show only what Administrator did').count()).toBe(0);
    await choose(page, 'About', 'User Edith');
    await line(page, 'signed in').waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('names entries by their titles with one request for a page and type, and ids of those that are gone', async () => {
    const api = await site.client();
    const { id } = await api.create('node--article', { attributes: { title: 'The last tram' } });
    const gone = await api.create('node--article', { attributes: { title: 'Gone' } });
    await api.send('DELETE', `/api/node/article/${gone.id}`);
    const { page, consoleErrors } = await site.openSignedIn(`/audit-log?action=entry.created`);
    // The requests of this first load are not counted.
    await button(page, 'Show only what concerns Entry The last tram').waitFor();
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/node/article?')) requests += 1;
    });
    await page.reload();

    await button(page, 'Show only what concerns Entry The last tram').waitFor();
    await button(page, `Show only what concerns Entry ${gone.id.slice(0, 8)}…`).waitFor();
    expect(requests).toBe(1);

    await filter(page, 'About').fill(`${site.url}/admin/entries/node--article/${id}`);
    await page.getByRole('option').first().click();
    await page.waitForURL(new RegExp(`subjectId=${id}`));
    await line(page, 'created an entry').click();
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'The last tram' }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('says what a bulk action did', async () => {
    await site.manage('POST', '/bulk-actions', {
      ...{ resourceType: 'node--article', action: 'unpublish' },
      filter: 'filter[title]=The%20last%20tram',
    });
    const { page } = await site.openSignedIn('/audit-log?action=job.queued');

    await button(page, 'Show only what concerns Job Unpublish entries').click();

    await page.waitForURL(/subjectKind=job/);
    await line(page, 'started a job').click();
    await page.getByText('"action": "unpublish"').waitFor();
  });

  it('exports what is filtered, as CSV', async () => {
    await site.manage('PATCH', '/settings/jsonapi', { includedMaximum: 99 });
    const { page, consoleErrors } = await site.openSignedIn(
      '/audit-log?subjectKind=setting&subjectId=includedMaximum',
    );
    await page.getByText(/value: 99/).waitFor();

    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await downloaded;

    await waitForNotification(page, '1 event exported');
    expect(file.suggestedFilename()).toBe('audit-log.csv');
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('"changed a setting","setting.changed","setting","includedMaximum"');
    expect(consoleErrors).toEqual([]);
  });

  it('omits issued tokens, of which each opened page gets one, until they are chosen', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/audit-log');
    const tokens = page.getByRole('table').getByText('got an access token', { exact: true });
    await line(page, 'signed in').waitFor();
    const before = await tokens.count();

    await page.getByRole('switch', { name: 'Issued tokens, too' }).click({ force: true });
    await tokens.first().waitFor();
    await page.reload();

    await tokens.first().waitFor();
    expect(before).toBe(0);
    await expectSoon(() => new URL(page.url()).searchParams.get('tokens')).toBe('shown');
    expect(consoleErrors).toEqual([]);
  });

  it('loads further pages, with low lines', async () => {
    for (let n = 0; n < 60; n++)
      await site.manage('PATCH', '/settings/jsonapi', { includedMaximum: 100 + n });
    const { page } = await site.openSignedIn('/audit-log?action=setting.changed');
    await button(page, 'Show more').waitFor();
    const before = await page.getByRole('row').count();

    await button(page, 'Show more').click();
    await page.getByRole('row').nth(before).waitFor();

    const boxes = await Promise.all((await page.getByRole('row').all()).map((row) => row.boundingBox()));
    expect(boxes.filter((box) => box === null || box.height > LINE_HEIGHT_MAXIMUM)).toEqual([]);
  });

  it.each(['light', 'dark'] as const)(
    'has no accessibility violation with an open line, %s',
    async (colorScheme) => {
      const { page } = await site.openSignedIn('/audit-log?action=login.succeeded', undefined, {
        colorScheme,
      });
      await line(page, 'signed in').click();
      await page.getByText('"action": "login.succeeded"').first().waitFor();

      await expectSoon(() => findScreenViolations(page)).toEqual([]);
    },
  );
});

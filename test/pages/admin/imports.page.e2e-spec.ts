import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { eventually, expectSoon } from '../../support/eventually.js';
import { AdminSite, confirm, findScreenViolations } from './admin-site.js';

const HEADER = { kind: 'header', format: 'content-service/site@1' };
/** So many that an import takes longer than a check of its screen. */
const ENTRIES = 20_000;

interface Jobs {
  readonly items: readonly { readonly state: string; readonly done: number }[];
}

describe('an import in the administration', () => {
  let site: AdminSite;
  beforeEach(async () => {
    site = await AdminSite.start();
    await site.allowWriting();
  });
  afterEach(() => site.stop());

  it('goes on while its tab is closed, and is found finished', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/content-model');
    await startImport(page, createPackage('note', ENTRIES));
    await page.getByRole('region', { name: 'Import' }).getByText('running').waitFor();
    await page.getByRole('progressbar').waitFor();
    const unfinished = await findScreenViolations(page);

    const context = page.context();
    await page.close();
    const [{ state }] = (await findJobs()) as [Jobs['items'][number]];
    await eventually(async () => (await findJobs())[0]?.state === 'succeeded', 240_000);
    const again = await context.newPage();
    await again.goto(`${site.url}/admin/content-model`);

    expect(state).toBe('running');
    const card = again.getByRole('region', { name: 'Import' });
    await card.getByText('20,000 entries created, 0 changed, 0 unchanged; 1 problem, 0 warnings.').waitFor();
    await card.getByText(`Line ${ENTRIES + 3}: Unknown kind 'nope'`).waitFor();
    await again.getByRole('link', { name: 'note', exact: true }).waitFor();
    await expectSoon(async () => [...unfinished, ...(await findScreenViolations(again))]).toEqual([]);
    await card.getByRole('button', { name: 'Close the import' }).click();
    await card.waitFor({ state: 'detached' });
    expect(consoleErrors).toEqual([]);
  });

  it('is cancelled and resumed', async () => {
    const { page } = await site.openSignedIn('/content-model');
    await startImport(page, createPackage('note', ENTRIES));
    const card = page.getByRole('region', { name: 'Import' });

    await card.getByRole('button', { name: 'Cancel: Import of a site package' }).click();
    await confirm(page, 'Cancel job');
    await card.getByRole('button', { name: 'Resume: Import of a site package' }).click();

    await card.getByText(/20,000 entries created, 0 changed, 0 unchanged/).waitFor({ timeout: 240_000 });
  });

  async function findJobs(): Promise<Jobs['items']> {
    return ((await site.manage('GET', '/jobs?kind=site.import')) as Jobs).items;
  }
});

async function startImport(page: Page, text: string): Promise<void> {
  const file = { name: 'site.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(text) };
  await page.getByLabel('Site package to import').setInputFiles(file);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Add the type node--note with 0 fields').waitFor();
  await dialog.getByText('Entries and profiles in the file: 20,000.').waitFor();
  await dialog.getByRole('button', { name: 'Import' }).click();
}

/** A type with entries, and a line of an unknown kind. */
function createPackage(bundle: string, entries: number): string {
  const definition = { kind: 'bundle', entityType: 'node', bundle, label: bundle, fields: [] };
  const lines = Array.from({ length: entries }, (_, n) => ({
    ...{ kind: 'entry', published: true },
    resource: { type: `node--${bundle}`, id: randomUUID(), attributes: { title: `Entry ${n}` } },
  }));
  return [HEADER, definition, ...lines, { kind: 'nope' }].map((line) => JSON.stringify(line)).join('\n');
}

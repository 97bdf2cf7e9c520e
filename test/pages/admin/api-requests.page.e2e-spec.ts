import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { loadNextDrupal } from '../../clients/next-drupal.js';
import { FIRST_CLIENT } from '../../support/content-service.js';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations } from './admin-site.js';

const run = promisify(execFile);

const { NextDrupal } = await loadNextDrupal();

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const openPanel = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'API: how does the API see this?' }).click();
  await page.getByRole('region', { name: 'Answer' }).waitFor();
};

const textBelow = (page: Page, label: string): Promise<string> =>
  page.getByText(label, { exact: true }).locator('..').locator('pre').innerText();

async function copyAs(page: Page, form: string): Promise<string> {
  await page.getByRole('tab', { name: form }).click();
  return textBelow(page, `The request with ${form}`);
}

interface Answer {
  readonly data: readonly { readonly id: string; readonly attributes: Readonly<Record<string, unknown>> }[];
  readonly included?: readonly object[];
}

/** Runs a command of the panel in a shell. */
async function runShell(command: string): Promise<unknown> {
  const { token = '' } = await site.client();
  const { stdout } = await run('sh', ['-c', command], { env: { ...process.env, TOKEN: token } });
  return JSON.parse(stdout) as unknown;
}

/** Runs JavaScript of the panel as the body of an async function. */
async function runScript(
  script: string,
  scope: Readonly<Record<string, unknown>>,
  result: string,
): Promise<unknown> {
  const body = `return (async () => { ${script}\n return ${result}; })();`;
  // The text is that of the screen, which users paste into their programs.
  // oxlint-disable-next-line typescript/no-implied-eval
  return new Function(...Object.keys(scope), body)(...Object.values(scope)) as Promise<unknown>;
}

const SEARCH = new URLSearchParams({
  q: 'the',
  status: '"published"',
  filters: JSON.stringify([{ path: 'field_category.name', operator: '=', value: 'City' }]),
  columns: JSON.stringify(['status', 'field_category']),
  sort: 'title',
}).toString();

describe('the panel «How does the API see this?»', () => {
  it('of a list shows the request with filters, columns and includes; curl, fetch and next-drupal get its answer', async () => {
    const { page, consoleErrors } = await site.openSignedIn(`/entries/node--article?${SEARCH}`);
    await page.getByRole('row').getByRole('link').first().waitFor();
    await openPanel(page);

    const request = await textBelow(page, 'Request');
    const answer = JSON.parse(await page.getByRole('region', { name: 'Answer' }).innerText()) as Answer;
    const [curl, fetched] = [await copyAs(page, 'curl'), await copyAs(page, 'fetch')];
    const drupal = await copyAs(page, 'next-drupal');
    const violations = await findScreenViolations(page);

    expect(request.split('\n')).toEqual([
      'GET /api/node/article',
      '  ?filter[c0][condition][path]=field_category.name',
      '  &filter[c0][condition][operator]==',
      '  &filter[c0][condition][value]=City',
      '  &filter[c1][condition][path]=status',
      '  &filter[c1][condition][operator]==',
      '  &filter[c1][condition][value]=1',
      '  &filter[fulltext]=the*',
      '  &sort=title',
      '  &include=field_category',
      '  &fields[node--article]=title,status,field_category',
      '  &page[limit]=25',
    ]);
    const titles = answer.data.map(({ attributes }) => attributes['title']);
    expect(titles.length).toBeGreaterThan(1);
    expect(Object.keys(answer.data[0]?.attributes ?? {}).sort()).toEqual(['status', 'title']);
    expect(await runShell(curl)).toEqual(answer);
    const { token } = await site.client();
    expect(await runScript(fetched, { token }, '{ data, included }')).toEqual({
      data: answer.data,
      included: answer.included,
    });
    expect(await runDrupal(drupal, 'entries')).toMatchObject(titles.map((title) => ({ title })));
    expect(violations).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  it('of an entry includes the targets of its references', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/entries/node--article?q=Puppets');
    await page.getByRole('row').getByRole('link').first().click();
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    await openPanel(page);

    const request = await textBelow(page, 'Request');
    const answer = JSON.parse(await page.getByRole('region', { name: 'Answer' }).innerText()) as {
      readonly data: { readonly id: string };
      readonly included: readonly object[];
    };
    const curl = await copyAs(page, 'curl');
    const drupal = await copyAs(page, 'next-drupal');

    expect(request).toMatch(
      new RegExp(`^GET /api/node/article/${answer.data.id}\n  \\?include=.*field_category`),
    );
    expect(answer.included.length).toBeGreaterThan(1);
    expect(await runShell(curl)).toEqual(answer);
    expect(await runDrupal(drupal, 'entry')).toMatchObject({
      id: answer.data.id,
      field_category: { type: 'taxonomy_term--category' },
    });
    expect(consoleErrors).toEqual([]);
  });

  it('of an entry has the requests for its history, working copy and preview, as far as it has them', async () => {
    const previewSites = [{ label: 'Website', url: 'https://www.example.com/api/draft' }];
    await site.manage('PATCH', '/settings/jsonapi', { allowedOperations: 'read_write' });
    await site.manage('PATCH', '/settings/content', { previewSites });
    const client = await site.client();
    const { id, type } = await client.create('node--page', { attributes: { title: "Tram's night" } });
    await client.update({ id, type }, { attributes: { title: "Tram's end" } });
    const { page, consoleErrors } = await site.openSignedIn(`/entries/${type}/${id}`);
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    await openPanel(page);
    const tasks = page.getByRole('combobox', { name: 'Task' });
    const choose = async (label: string): Promise<readonly [string, string]> => {
      await tasks.selectOption({ label });
      return [await textBelow(page, 'Request'), await copyAs(page, 'curl')];
    };
    const list = (): Promise<readonly string[]> => tasks.getByRole('option').allInnerTexts();
    const [read, history, copy, save] = [
      ...['Read the entry', 'List its history', 'Read its working copy'],
      'Save changes without publishing them',
    ] as const;
    await expectSoon(list).toEqual([read, history, copy, save, 'Make a link of a preview']);

    const [listing, listed] = await choose(history);
    const shown = JSON.parse(await page.getByRole('region', { name: 'Answer' }).innerText()) as object;
    expect(listing).toBe(`GET /manage/entry-revisions?entry=${id}`);
    expect(shown).toMatchObject({ items: [{ changed: ['title'] }] });
    expect(await runShell(listed)).toEqual(shown);
    const [saving, saved] = await choose(save);
    expect(saving).toMatch(new RegExp(`^PATCH /api/node/page/${id}\\?resourceVersion=rel:working-copy\n`));
    await page.getByText('Only reads are sent from here.').waitFor();
    await expectSoon(() => findScreenViolations(page)).toEqual([]);
    expect(await runShell(saved.replace('end', 'return'))).toMatchObject({
      data: { attributes: { title: "Tram's return" } },
    });
    const [, preview] = await choose('Make a link of a preview');
    expect(await runShell(preview)).toMatchObject({
      url: expect.stringMatching(/^https:\/\/www\.example\.com\/api\/draft\?path=/),
    });

    await page.reload();
    await page.getByText('Published, with changes').waitFor();
    await openPanel(page);
    await expectSoon(list).toContain('Discard changes that are not published');
    expect(await runShell((await choose(copy))[1])).toMatchObject({
      data: { attributes: { title: "Tram's return" } },
    });
    await choose('Discard changes that are not published');
    const { token } = await site.client();
    const script = await copyAs(page, 'fetch');
    expect(await runScript(script, { token }, 'response.status')).toBe(204);
    expect(consoleErrors).toEqual([]);
  });

  it('of a term has no preview', async () => {
    const { page } = await site.openSignedIn('/entries/taxonomy_term--tags');
    await page.getByRole('row').getByRole('link').first().click();
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    await openPanel(page);

    const options = page.getByRole('combobox', { name: 'Task' }).getByRole('option');
    await expectSoon(() => options.allInnerTexts()).toContain('Read its working copy');
    expect(await options.allInnerTexts()).not.toContain('Make a link of a preview');
  });

  /** Runs the example for next-drupal with the credentials of the first client in the environment. */
  function runDrupal(script: string, result: string): Promise<unknown> {
    const environment = {
      NEXT_PUBLIC_DRUPAL_BASE_URL: site.url,
      DRUPAL_CLIENT_ID: FIRST_CLIENT.client_id,
      DRUPAL_CLIENT_SECRET: FIRST_CLIENT.client_secret,
    };
    const withoutImport = script.replace(/^import .*$/m, '');
    return runScript(withoutImport, { NextDrupal, process: { env: environment } }, result);
  }
});

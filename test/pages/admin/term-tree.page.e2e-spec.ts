import type { Locator, Page } from 'playwright-core';
import type { Resource } from '../../support/api-client.js';
import { expectSoon } from '../../support/eventually.js';
import {
  ADMIN,
  AdminSite,
  findScreenViolations,
  getBox,
  type OpenedPage,
  waitForNotification,
} from './admin-site.js';

const ATOMIC = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

let count = 0;

interface Vocabulary {
  readonly type: string;
  readonly terms: ReadonlyMap<string, Resource>;
}

/** Creates a vocabulary with terms from lines such as `Boats` and `-Ferries`, with one sign for each level. */
async function createTerms(...lines: readonly string[]): Promise<Vocabulary> {
  const bundle = `words_${count++}`;
  const fields = [{ name: 'field_note', type: 'string_long', label: 'Note' }];
  await site.manage('POST', '/bundles', {
    entityType: 'taxonomy_term',
    bundle,
    label: `Words ${count}`,
    fields,
  });
  const type = `taxonomy_term--${bundle}`;
  const client = await site.client();
  const terms = new Map<string, Resource>();
  const path: string[] = [];
  for (const [weight, line] of lines.entries()) {
    const level = line.lastIndexOf('-') + 1;
    const name = line.slice(level);
    const parent = path.slice(level - 1, level).map((id) => ({ type, id }));
    const created = await client.create(type, {
      attributes: { name, weight: level === 0 ? weight : 0 },
      relationships: { parent: { data: level === 0 ? [] : parent } },
    });
    terms.set(name, created);
    path.splice(level, path.length, created.id);
  }
  return { type, terms };
}

/** Adds terms with equal weights to the first level, 100 with each request. */
async function addTerms(type: string, names: readonly string[]): Promise<void> {
  const client = await site.client();
  for (let start = 0; start < names.length; start += 100) {
    const operations = names
      .slice(start, start + 100)
      .map((name) => ({ op: 'add', data: { type, attributes: { name } } }));
    const answer = await client.send('POST', '/api/operations', {
      document: { 'atomic:operations': operations },
      headers: { 'Content-Type': ATOMIC, Accept: ATOMIC },
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

function getTerm({ terms }: Vocabulary, name: string): Resource {
  const term = terms.get(name);
  if (term === undefined) throw new Error(`There is no term ${name}.`);
  return term;
}

async function setParents(
  vocabulary: Vocabulary,
  name: string,
  ...parents: readonly string[]
): Promise<void> {
  const client = await site.client();
  const data = parents.map((parent) => ({ type: vocabulary.type, id: getTerm(vocabulary, parent).id }));
  await client.update(getTerm(vocabulary, name), { relationships: { parent: { data } } });
}

async function openTree({ type }: Vocabulary, user = ADMIN): Promise<OpenedPage> {
  const opened = await site.openSignedIn(`/entries/${type}?view=tree`, user);
  await findTree(opened.page).getByRole('listitem').first().waitFor();
  return opened;
}

const findTree = (page: Page): Locator => page.getByRole('list', { name: 'Terms' });

const findRow = (page: Page, name: string): Locator =>
  findTree(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) });

const findHandle = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Move ${name}`, exact: true });

/** Opens terms, one after the other. */
async function open(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names)
    await findRow(page, name)
      .getByRole('button', { name: `Terms below ${name}`, expanded: false })
      .click();
}

/** The terms on the screen, as `createTerms` takes them. */
async function listRows(page: Page): Promise<readonly string[]> {
  const rows = await findTree(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') })
    .all();
  return Promise.all(
    rows.map(async (row) => {
      const level = Number(/Level (\d+)/.exec(await row.innerText())?.[1]) - 1;
      return '-'.repeat(level) + (await row.getByRole('link').innerText());
    }),
  );
}

/** @param nth which of the rows of the term is dragged */
async function dragTo(page: Page, name: string, target: string, part: number, nth = 0): Promise<void> {
  const row = findRow(page, target);
  const { width, height } = await getBox(row);
  await findHandle(page, name)
    .nth(nth)
    .dragTo(row, { targetPosition: { x: width / 2, y: height * part } });
}

const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await waitForNotification(page, 'Saved');
};

/** The operations that a page sends from now on. */
function watchOperations(page: Page): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/operations')) return;
    const body = request.postDataJSON() as { readonly 'atomic:operations': readonly unknown[] };
    sent.push(...body['atomic:operations']);
  });
  return sent;
}

it('the list of a vocabulary is shown as a tree, which the address and the browser remember', async () => {
  const { type } = await createTerms('Boats', '-Ferries', 'Trams');
  const { page, consoleErrors } = await site.openSignedIn(`/entries/${type}`);
  const choice = page.getByRole('radiogroup', { name: 'Show as' });

  await choice.getByText('Tree').click();
  await expectSoon(() => listRows(page)).toEqual(['Boats', 'Trams']);
  expect(new URL(page.url()).searchParams.get('view')).toBe('tree');
  await findRow(page, 'Trams').waitFor();
  expect(
    await findRow(page, 'Trams')
      .getByRole('button', { name: /^Terms below/ })
      .count(),
  ).toBe(0);
  await open(page, 'Boats');
  await expectSoon(() => listRows(page)).toEqual(['Boats', '-Ferries', 'Trams']);
  await expectSoon(() => findScreenViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Terms below Boats' }).click();
  await expectSoon(() => listRows(page)).toEqual(['Boats', 'Trams']);
  await page.goto(`${site.url}/admin/entries/${type}`);
  await findRow(page, 'Trams').waitFor();
  await choice.getByText('List').click();
  await page.getByRole('row').filter({ hasText: 'Ferries' }).waitFor();

  expect(consoleErrors).toEqual([]);
});

it('moves terms by the arrow keys of their handles, and writes those alone whose places change', async () => {
  const vocabulary = await createTerms('Boats', '-Barges', '-Ferries', 'Buses', 'Trams');
  const { page, consoleErrors } = await openTree(vocabulary);
  const sent = watchOperations(page);

  await findHandle(page, 'Trams').focus();
  await page.keyboard.press('ArrowUp');
  await expectSoon(() => listRows(page)).toEqual(['Boats', 'Trams', 'Buses']);
  await page.keyboard.press('ArrowRight');
  await expectSoon(() => listRows(page)).toEqual(['Boats', '-Barges', '-Ferries', '-Trams', 'Buses']);
  await findHandle(page, 'Trams').and(page.locator(':focus')).waitFor();
  await page.getByText('Trams: 3 of 3, level 2').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expectSoon(() => listRows(page)).toEqual(['Boats', '-Barges', '--Trams', '-Ferries', 'Buses']);
  await findHandle(page, 'Ferries').focus();
  await page.keyboard.press('ArrowLeft');
  await findHandle(page, 'Ferries').and(page.locator(':focus')).waitFor();
  const order = ['Boats', '-Barges', '--Trams', 'Ferries', 'Buses'];
  await expectSoon(() => listRows(page)).toEqual(order);
  await page.getByText('2 changes that are not saved').waitFor();
  await save(page);
  await page.reload();
  await findRow(page, 'Boats').waitFor();
  await open(page, 'Boats', 'Barges');

  await expectSoon(() => listRows(page)).toEqual(order);
  expect(sent).toMatchObject([
    {
      data: {
        id: getTerm(vocabulary, 'Trams').id,
        relationships: { parent: { data: [{ id: getTerm(vocabulary, 'Barges').id }] } },
      },
    },
    { data: { id: getTerm(vocabulary, 'Ferries').id, relationships: { parent: { data: [] } } } },
  ]);
  expect(consoleErrors).toEqual([]);
});

it('moves terms by a drag before, behind and below others, but not below themselves', async () => {
  const vocabulary = await createTerms('Boats', '-Ferries', 'Buses', 'Trams', '-Lines');
  const { page, consoleErrors } = await openTree(vocabulary);
  await open(page, 'Boats');
  await findRow(page, 'Ferries').waitFor();

  await dragTo(page, 'Boats', 'Ferries', 0.5);
  await page.getByText('Everything is saved').waitFor();
  await dragTo(page, 'Buses', 'Ferries', 0.9);
  await expectSoon(() => listRows(page)).toEqual(['Boats', '-Ferries', '-Buses', 'Trams']);
  await dragTo(page, 'Trams', 'Boats', 0.2);
  await expectSoon(() => listRows(page)).toEqual(['Trams', 'Boats', '-Ferries', '-Buses']);
  await dragTo(page, 'Boats', 'Trams', 0.5);
  const order = ['Trams', '-Boats', '--Ferries', '--Buses', '-Lines'];
  await expectSoon(() => listRows(page)).toEqual(order);
  await save(page);
  await page.reload();
  await findRow(page, 'Trams').waitFor();
  await open(page, 'Trams', 'Boats');

  await expectSoon(() => listRows(page)).toEqual(order);
  expect(consoleErrors).toEqual([]);
});

it('shows 300 terms in parts, and moves one by a single write', async () => {
  const vocabulary = await createTerms();
  const names = Array.from({ length: 300 }, (_, n) => `Term ${n + 100}`);
  await addTerms(vocabulary.type, names);
  const { page, consoleErrors } = await openTree(vocabulary);
  const sent = watchOperations(page);
  const more = page.getByRole('button', { name: 'Show more terms' });

  await page.getByText('50 of 300 are shown').waitFor();
  expect(await listRows(page)).toEqual(names.slice(0, 50));
  await more.click();
  await page.getByText('100 of 300 are shown').waitFor();
  await dragTo(page, 'Term 103', 'Term 100', 0.2);
  await more.click();
  await page.getByText('150 of 300 are shown').waitFor();
  await save(page);
  await page.reload();
  await findRow(page, 'Term 100').waitFor();

  const [first, second] = await listRows(page);
  expect([first, second]).toEqual(['Term 103', 'Term 100']);
  expect(sent).toMatchObject([{ data: { attributes: { weight: -1 } } }]);
  expect(consoleErrors).toEqual([]);
});

it('shows a term below each of its parents, and moves it from one of them', async () => {
  const vocabulary = await createTerms('Boats', '-Ferries', 'Lines', 'Trams');
  await setParents(vocabulary, 'Ferries', 'Boats', 'Lines');
  const { page, consoleErrors } = await openTree(vocabulary);
  await open(page, 'Boats', 'Lines');
  await expectSoon(() => listRows(page)).toEqual(['Boats', '-Ferries', 'Lines', '-Ferries', 'Trams']);

  await findHandle(page, 'Ferries').nth(1).press('ArrowLeft');
  await waitForNotification(page, '«Ferries» is below another term, too');
  await dragTo(page, 'Ferries', 'Trams', 0.5, 1);
  await expectSoon(() => listRows(page)).toEqual(['Boats', '-Ferries', 'Lines', 'Trams', '-Ferries']);
  await save(page);

  const client = await site.client();
  const { id, type } = getTerm(vocabulary, 'Ferries');
  const { data } = await client.collection(`/api/${type.replace('--', '/')}?filter[id]=${id}`);
  expect(data[0]?.relationships?.['parent']?.data).toMatchObject([
    { id: getTerm(vocabulary, 'Boats').id },
    { id: getTerm(vocabulary, 'Trams').id },
  ]);
  expect(consoleErrors).toEqual([]);
});

describe('a circle of parents', () => {
  it('ends where a term is below itself, and is undone by a move', async () => {
    const vocabulary = await createTerms('Boats', '-Ferries', '--Lines');
    await setParents(vocabulary, 'Ferries', 'Boats', 'Lines');
    const { page, consoleErrors } = await openTree(vocabulary);

    await open(page, 'Boats', 'Ferries', 'Lines');
    await page.getByText('It is below itself').waitFor();
    await expectSoon(() => listRows(page)).toEqual(['Boats', '-Ferries', '--Lines', '---Ferries']);
    await dragTo(page, 'Ferries', 'Boats', 0.8, 1);
    await expectSoon(() => listRows(page)).toEqual(['Boats', '-Ferries', '--Lines']);
    await save(page);

    await expectSoon(() => listRows(page)).toEqual(['Boats', '-Ferries', '--Lines']);
    expect(consoleErrors).toEqual([]);
  });

  it('is named where no term is at the first level', async () => {
    const vocabulary = await createTerms('Boats', '-Ferries');
    await setParents(vocabulary, 'Boats', 'Ferries');
    const { page, consoleErrors } = await site.openSignedIn(`/entries/${vocabulary.type}?view=tree`);

    await page.getByText('The terms are below each other in a circle').waitFor();

    expect(consoleErrors).toEqual([]);
  });

  it('is refused when others have made it meanwhile', async () => {
    const vocabulary = await createTerms('Boats', 'Lines', 'Trams');
    const { page, consoleErrors } = await openTree(vocabulary);
    await findHandle(page, 'Lines').press('ArrowRight');
    await expectSoon(() => listRows(page)).toEqual(['Boats', '-Lines', 'Trams']);

    await setParents(vocabulary, 'Trams', 'Lines');
    await setParents(vocabulary, 'Boats', 'Trams');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('«Boats» is below «Lines»: a term cannot be below itself.').waitFor();

    const { data } = await (
      await site.client()
    ).collection(`/api/${vocabulary.type.replace('--', '/')}?filter[name]=Lines`);
    expect(data[0]?.relationships?.['parent']?.data).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });
});

it('shows a conflict, and keeps the moves when the newest version is loaded', async () => {
  const vocabulary = await createTerms('Boats', 'Buses', 'Trams');
  const { page, consoleErrors } = await openTree(vocabulary);
  await findHandle(page, 'Trams').press('ArrowUp');
  await findHandle(page, 'Trams').press('ArrowUp');
  await expectSoon(() => listRows(page)).toEqual(['Trams', 'Boats', 'Buses']);
  const client = await site.client();

  await client.update(getTerm(vocabulary, 'Trams'), { attributes: { name: 'Tramways', weight: 7 } });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Changed or removed terms: Trams.').waitFor();
  await page.getByRole('alert').and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: 'Load the newest version and keep my changes' }).click();
  await expectSoon(() => listRows(page)).toEqual(['Tramways', 'Boats', 'Buses']);
  await save(page);
  await page.reload();
  await findRow(page, 'Boats').waitFor();

  await expectSoon(() => listRows(page)).toEqual(['Tramways', 'Boats', 'Buses']);
  expect(consoleErrors).toEqual([]);
});

it('has no handles where terms can only be read, and a menu of moves on a phone', async () => {
  const vocabulary = await createTerms('Boats', 'Trams');
  const phone = await site.openSignedIn(`/entries/${vocabulary.type}?view=tree`, ADMIN, {
    viewport: { width: 390, height: 844 },
  });
  await phone.page.getByRole('button', { name: 'Actions for Trams' }).click();
  await phone.page.getByRole('menuitem', { name: 'Move below the term before it' }).click();
  await expectSoon(() => listRows(phone.page)).toEqual(['Boats', '-Trams']);
  await expectSoon(() => findScreenViolations(phone.page)).toEqual([]);

  await site.manage('PATCH', '/settings/jsonapi', { allowedOperations: 'read_only' });
  const { page } = await openTree(vocabulary);
  await page.getByText('Entries can only be read').waitFor();
  await expectSoon(() => listRows(page)).toEqual(['Boats', 'Trams']);

  await expectSoon(() => page.getByRole('button', { name: /^(Move|Actions for)/ }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
  await site.allowWriting();
});

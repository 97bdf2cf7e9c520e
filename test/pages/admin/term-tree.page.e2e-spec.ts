import { expectSoon } from '../../support/eventually.js';
import { ADMIN, AdminSite, findScreenViolations, waitForNotification } from './admin-site.js';
import {
  addTerms,
  createTerms,
  dragTo,
  findHandle,
  findRow,
  getTerm,
  listRows,
  open,
  openTree,
  save,
  setParents,
  watchOperations,
} from './term-trees.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

it('the list of a vocabulary is shown as a tree, which the address and the browser remember', async () => {
  const { type } = await createTerms(site, 'Boats', '-Ferries', 'Trams');
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
  const vocabulary = await createTerms(site, 'Boats', '-Barges', '-Ferries', 'Buses', 'Trams');
  const { page, consoleErrors } = await openTree(site, vocabulary);
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
  const vocabulary = await createTerms(site, 'Boats', '-Ferries', 'Buses', 'Trams', '-Lines');
  const { page, consoleErrors } = await openTree(site, vocabulary);
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
  const vocabulary = await createTerms(site);
  const names = Array.from({ length: 300 }, (_, n) => `Term ${n + 100}`);
  await addTerms(site, vocabulary.type, names);
  const { page, consoleErrors } = await openTree(site, vocabulary);
  const sent = watchOperations(page);
  const more = page.getByRole('button', { name: 'Show more terms' });

  await page.getByText('50 of 300 are shown').waitFor();
  await expectSoon(() => listRows(page)).toEqual(names.slice(0, 50));
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
  const vocabulary = await createTerms(site, 'Boats', '-Ferries', 'Lines', 'Trams');
  await setParents(site, vocabulary, 'Ferries', 'Boats', 'Lines');
  const { page, consoleErrors } = await openTree(site, vocabulary);
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
    const vocabulary = await createTerms(site, 'Boats', '-Ferries', '--Lines');
    await setParents(site, vocabulary, 'Ferries', 'Boats', 'Lines');
    const { page, consoleErrors } = await openTree(site, vocabulary);

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
    const vocabulary = await createTerms(site, 'Boats', '-Ferries');
    await setParents(site, vocabulary, 'Boats', 'Ferries');
    const { page, consoleErrors } = await site.openSignedIn(`/entries/${vocabulary.type}?view=tree`);

    await page.getByText('The terms are below each other in a circle').waitFor();

    expect(consoleErrors).toEqual([]);
  });

  it('is refused when others have made it meanwhile', async () => {
    const vocabulary = await createTerms(site, 'Boats', 'Lines', 'Trams');
    const { page, consoleErrors } = await openTree(site, vocabulary);
    await findHandle(page, 'Lines').press('ArrowRight');
    await expectSoon(() => listRows(page)).toEqual(['Boats', '-Lines', 'Trams']);

    await setParents(site, vocabulary, 'Trams', 'Lines');
    await setParents(site, vocabulary, 'Boats', 'Trams');
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
  const vocabulary = await createTerms(site, 'Boats', 'Buses', 'Trams');
  const { page, consoleErrors } = await openTree(site, vocabulary);
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
  const vocabulary = await createTerms(site, 'Boats', 'Trams');
  const phone = await site.openSignedIn(`/entries/${vocabulary.type}?view=tree`, ADMIN, {
    viewport: { width: 390, height: 844 },
  });
  await phone.page.getByRole('button', { name: 'Actions for Trams' }).click();
  await phone.page.getByRole('menuitem', { name: 'Move below the term before it' }).click();
  await expectSoon(() => listRows(phone.page)).toEqual(['Boats', '-Trams']);
  await expectSoon(() => findScreenViolations(phone.page)).toEqual([]);

  await site.manage('PATCH', '/settings/jsonapi', { allowedOperations: 'read_only' });
  const { page } = await openTree(site, vocabulary);
  await page.getByText('Entries can only be read').waitFor();
  await expectSoon(() => listRows(page)).toEqual(['Boats', 'Trams']);

  await expectSoon(() => page.getByRole('button', { name: /^(Move|Actions for)/ }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
  await site.allowWriting();
});

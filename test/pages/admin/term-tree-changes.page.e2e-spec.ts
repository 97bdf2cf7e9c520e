import type { Page } from 'playwright-core';
import { expectSoon } from '../../support/eventually.js';
import { AdminSite, findScreenViolations, holdRequests, waitForNotification } from './admin-site.js';
import {
  addTerms,
  createTerms,
  findHandle,
  findRow,
  getTerm,
  listRows,
  open,
  openTree,
  save,
  setParents,
  watchOperations,
  type Vocabulary,
} from './term-trees.js';
import { readKept, reopen } from './unsaved-values.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const OPERATIONS = /\/api\/operations$/;

it('asks before the list takes the place of moves that are not saved, and keeps none that are given up', async () => {
  const vocabulary = await createTerms(site, 'Boats', 'Trams');
  const { page, consoleErrors } = await openTree(site, vocabulary);
  const choose = (name: string) =>
    page.getByRole('radiogroup', { name: 'Show as' }).getByText(name, { exact: true }).click();
  await findHandle(page, 'Trams').press('ArrowUp');
  await expectSoon(() => readKept(page)).toHaveLength(1);

  await choose('List');
  await page.getByRole('button', { name: 'Stay' }).click();
  await expectSoon(() => listRows(page)).toEqual(['Trams', 'Boats']);
  await page.goto(page.url().replace('?view=tree', ''));
  await page.getByRole('button', { name: 'Take them over' }).click();
  await expectSoon(() => listRows(page)).toEqual(['Trams', 'Boats']);
  await choose('List');
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('row').filter({ hasText: 'Boats' }).waitFor();

  await expectSoon(() => readKept(page)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

it('keeps moves that are made while others are saved', async () => {
  const vocabulary = await createTerms(site, 'Boats', 'Buses', 'Trams');
  const { page, consoleErrors } = await openTree(site, vocabulary);
  const release = await holdRequests(page, OPERATIONS);

  await findHandle(page, 'Trams').press('ArrowUp');
  const request = page.waitForRequest(OPERATIONS);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await request;
  await findHandle(page, 'Boats').press('ArrowDown');
  release();
  await waitForNotification(page, 'Saved');
  await page.getByText('1 change that is not saved').waitFor();

  await expectSoon(() => listRows(page)).toEqual(['Trams', 'Boats', 'Buses']);
  await save(page);
  await page.reload();
  await findRow(page, 'Trams').waitFor();
  await expectSoon(() => listRows(page)).toEqual(['Trams', 'Boats', 'Buses']);
  expect(consoleErrors).toEqual([]);
});

describe('kept moves', () => {
  const keepMove = async (vocabulary: Vocabulary): Promise<Page> => {
    await addTerms(
      site,
      vocabulary.type,
      Array.from({ length: 120 }, (_, n) => `Term ${n + 100}`),
    );
    const { page } = await openTree(site, vocabulary);
    for (const shown of ['100 of 120', '120 of 120']) {
      await page.getByRole('button', { name: 'Show more terms' }).click();
      if (shown.startsWith('100')) await page.getByText(`${shown} are shown`).waitFor();
    }
    await findHandle(page, 'Term 210').press('ArrowUp');
    await page.getByText('Term 210: 110 of 120, level 1').waitFor();
    await expectSoon(() => readKept(page)).toHaveLength(1);
    return reopen(page);
  };

  it('are made again after further terms are read', async () => {
    const vocabulary = await createTerms(site);
    const page = await keepMove(vocabulary);
    const sent = watchOperations(page);

    await page.getByRole('button', { name: 'Take them over' }).click();
    await page.getByText(/changes? that (is|are) not saved/).waitFor();
    await expectSoon(async () => (await listRows(page)).slice(108, 111)).toEqual([
      'Term 208',
      'Term 210',
      'Term 209',
    ]);
    await save(page);

    await expectSoon(() => readKept(page)).toEqual([]);
    expect(sent.length).toBeGreaterThan(0);
  });

  it('are named when they cannot be made any more', async () => {
    const vocabulary = await createTerms(site);
    const page = await keepMove(vocabulary);
    const client = await site.client();
    const path = `/api/${vocabulary.type.replace('--', '/')}`;
    const { data } = await client.collection(`${path}?filter[name]=Term 210`);
    const { data: others } = await client.collection(`${path}?filter[name]=Term 100`);
    const parent = { data: others.map(({ type, id }) => ({ type, id })) };
    for (const term of data) await client.update(term, { relationships: { parent } });

    await page.reload();
    await page.getByRole('button', { name: 'Take them over' }).click();
    await waitForNotification(page, '1 term is not where it was moved from any more');

    await page.getByText('Everything is saved').waitFor();
    await expectSoon(() => readKept(page)).toEqual([]);
  });
});

describe('a term with several parents', () => {
  it('keeps its weight when it is moved: the terms beside it change', async () => {
    const vocabulary = await createTerms(site, 'Boats', '-Barges', '-Ferries', 'Lines');
    await setParents(site, vocabulary, 'Ferries', 'Boats', 'Lines');
    const { page, consoleErrors } = await openTree(site, vocabulary);
    const sent = watchOperations(page);
    await open(page, 'Boats');
    await findRow(page, 'Ferries').waitFor();

    await findHandle(page, 'Ferries').press('ArrowUp');
    await save(page);

    expect(sent).toMatchObject([
      { data: { id: getTerm(vocabulary, 'Barges').id, attributes: { weight: 1 } } },
    ]);
    expect(consoleErrors).toEqual([]);
  });

  it('is not moved where its order below another term contradicts that', async () => {
    const vocabulary = await createTerms(site, 'Boats', '-Barges', '-Ferries', 'Lines');
    await setParents(site, vocabulary, 'Barges', 'Boats', 'Lines');
    await setParents(site, vocabulary, 'Ferries', 'Boats', 'Lines');
    const { page, consoleErrors } = await openTree(site, vocabulary);
    const order = ['Boats', '-Barges', '-Ferries', 'Lines', '-Barges', '-Ferries'];
    await open(page, 'Boats', 'Lines');
    await expectSoon(() => listRows(page)).toEqual(order);

    await findHandle(page, 'Ferries').first().press('ArrowUp');
    await waitForNotification(page, 'A term has one weight below all its terms');

    await expectSoon(() => listRows(page)).toEqual(order);
    await page.getByText('Everything is saved').waitFor();
    expect(consoleErrors).toEqual([]);
  });
});

it('offers a way out of a circle that another user makes during the save', async () => {
  const vocabulary = await createTerms(site, 'Boats', 'Lines');
  const { page, consoleErrors } = await openTree(site, vocabulary);
  const release = await holdRequests(page, OPERATIONS, () => setParents(site, vocabulary, 'Boats', 'Lines'));
  release();
  await findHandle(page, 'Lines').press('ArrowRight');
  await expectSoon(() => listRows(page)).toEqual(['Boats', '-Lines']);
  await save(page);

  await page.getByText('«Lines» and «Boats» are below each other').waitFor();
  await expectSoon(() => findScreenViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Take «Lines» out from below «Boats»' }).click();

  await findRow(page, 'Lines').waitFor();
  await page.getByText('are below each other').waitFor({ state: 'hidden' });
  expect((await listRows(page))[0]).toBe('Lines');
  expect(consoleErrors).toEqual([]);
});

it('leaves the focus where the user has put it while the new row is read', async () => {
  const vocabulary = await createTerms(site, 'Boats', '-Ferries', 'Trams');
  const { page, consoleErrors } = await openTree(site, vocabulary);
  const release = await holdRequests(page, /parent\.id/);

  await findHandle(page, 'Trams').press('ArrowRight');
  await findHandle(page, 'Boats').focus();
  release();
  await expectSoon(() => listRows(page)).toEqual(['Boats', '-Ferries', '-Trams']);

  await findHandle(page, 'Boats').and(page.locator(':focus')).waitFor();
  expect(consoleErrors).toEqual([]);
});

it.each([
  ['a later part', 101, 100, 100, 0, 'Term 200'],
  ['a half of a part', 10, 6, 5, 3, 'Term 108'],
])('names the terms of refused changes in %s', async (_, number, allowed, passing, index, title) => {
  const vocabulary = await createTerms(site, 'Boats', '-Zeppelins', 'Lines');
  await setParents(site, vocabulary, 'Zeppelins', 'Boats', 'Lines');
  const names = Array.from({ length: number }, (__, n) => `Term ${n + 100}`);
  await addTerms(site, vocabulary.type, names, getTerm(vocabulary, 'Boats').id);
  const { page } = await openTree(site, vocabulary);
  let passed = 0;
  await page.route(OPERATIONS, async (route) => {
    const body = route.request().postDataJSON() as { readonly 'atomic:operations': readonly unknown[] };
    const { length } = body['atomic:operations'];
    const isTooLong = length > allowed;
    if (!isTooLong && passed < passing) {
      passed += length;
      await route.continue();
      return;
    }
    const pointer = isTooLong ? '/atomic:operations' : `/atomic:operations/${index}/data/attributes/weight`;
    const status = isTooLong ? 400 : 422;
    const errors = [{ status: `${status}`, detail: 'Refused.', source: { pointer } }];
    await route.fulfill({ status, json: { errors }, contentType: 'application/vnd.api+json' });
  });

  await open(page, 'Boats');
  for (let read = 50; read <= number; read += 50) {
    if (read > 50) await page.getByText(`${read} of ${number + 1} are shown`).waitFor();
    await page.getByRole('button', { name: 'Show more terms below Boats' }).click();
  }
  await findHandle(page, 'Zeppelins').focus();
  for (let n = 0; n < number; n++) await page.keyboard.press('ArrowUp');
  await page.getByText(`${number} changes that are not saved`).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();

  await page.getByRole('alert').getByText(`«${title}»:`).waitFor();
});

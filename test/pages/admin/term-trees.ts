import type { Locator, Page } from 'playwright-core';
import type { Resource } from '../../support/api-client.js';
import { ADMIN, type AdminSite, getBox, type OpenedPage, waitForNotification } from './admin-site.js';

const ATOMIC = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';

let count = 0;

/** A vocabulary with its terms by their names. */
export interface Vocabulary {
  readonly type: string;
  readonly terms: ReadonlyMap<string, Resource>;
}

/** Creates a vocabulary with terms from lines such as `Boats` and `-Ferries`, with one sign for each level. */
export async function createTerms(site: AdminSite, ...lines: readonly string[]): Promise<Vocabulary> {
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

/** Adds terms with equal weights to the first level, or below a term, 100 with each request. */
export async function addTerms(
  site: AdminSite,
  type: string,
  names: readonly string[],
  parent?: string,
): Promise<void> {
  const data = parent === undefined ? [] : [{ type, id: parent }];
  const client = await site.client();
  for (let start = 0; start < names.length; start += 100) {
    const operations = names.slice(start, start + 100).map((name) => ({
      op: 'add',
      data: { type, attributes: { name }, relationships: { parent: { data } } },
    }));
    const answer = await client.send('POST', '/api/operations', {
      document: { 'atomic:operations': operations },
      headers: { 'Content-Type': ATOMIC, Accept: ATOMIC },
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

export function getTerm({ terms }: Vocabulary, name: string): Resource {
  const term = terms.get(name);
  if (term === undefined) throw new Error(`There is no term ${name}.`);
  return term;
}

export async function setParents(
  site: AdminSite,
  vocabulary: Vocabulary,
  name: string,
  ...parents: readonly string[]
): Promise<void> {
  const client = await site.client();
  const data = parents.map((parent) => ({ type: vocabulary.type, id: getTerm(vocabulary, parent).id }));
  await client.update(getTerm(vocabulary, name), { relationships: { parent: { data } } });
}

export async function openTree(site: AdminSite, { type }: Vocabulary, user = ADMIN): Promise<OpenedPage> {
  const opened = await site.openSignedIn(`/entries/${type}?view=tree`, user);
  await findTree(opened.page).getByRole('listitem').first().waitFor();
  return opened;
}

export const findTree = (page: Page): Locator => page.getByRole('list', { name: 'Terms' });

export const findRow = (page: Page, name: string): Locator =>
  findTree(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) });

export const findHandle = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Move ${name}`, exact: true });

/** Opens terms, one after the other. */
export async function open(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names)
    await findRow(page, name)
      .getByRole('button', { name: `Terms below ${name}`, expanded: false })
      .click();
}

/** The terms on the screen, as `createTerms` takes them. */
export async function listRows(page: Page): Promise<readonly string[]> {
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
export async function dragTo(page: Page, name: string, target: string, part: number, nth = 0): Promise<void> {
  const row = findRow(page, target);
  const { width, height } = await getBox(row);
  await findHandle(page, name)
    .nth(nth)
    .dragTo(row, { targetPosition: { x: width / 2, y: height * part } });
}

export const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await waitForNotification(page, 'Saved');
};

/** The operations that a page sends from now on. */
export function watchOperations(page: Page): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/operations')) return;
    const body = request.postDataJSON() as { readonly 'atomic:operations': readonly unknown[] };
    sent.push(...body['atomic:operations']);
  });
  return sent;
}

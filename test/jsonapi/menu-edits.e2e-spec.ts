import { randomUUID } from 'node:crypto';
import { ContentModelService } from '@content-service/bundles';
import { EntryEditor, EntryStore, readAllEntries } from '@content-service/entries';
import type { DomainError } from '@content-service/kernel';
import type { Resource } from '../support/api-client.js';
import { type ManagementClient, ManagedSite } from '../support/managed-site.js';

const MENU = '/api/menu_items/main';
const TYPE = 'menu_link_content--menu_link_content';
const EDITS = 1000;

/** Numbers that look random and are the same at every run (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

describe('a menu that two editors change at random', () => {
  let site: ManagedSite;
  beforeAll(async () => {
    site = await ManagedSite.start();
  });
  afterAll(() => site.stop());

  /** Creates, moves, sorts and deletes links of both editors. Edits of links that the other one has deleted are refused. */
  async function edit(seed: number, ids: string[], targets: readonly string[]): Promise<void> {
    const editor = site.app.nest.get(EntryEditor);
    const models = site.app.nest.get(ContentModelService);
    const context = { model: () => models.current(), reloadModel: () => models.refresh() };
    const random = createRandom(seed);
    const pick = (from: readonly string[]): string => from[random(from.length)] ?? '';
    const toParent = (): string =>
      ids.length === 0 || random(5) === 0 ? '' : `menu_link_content:${pick(ids)}`;
    const makeOne = async (): Promise<void> => {
      const id = randomUUID();
      const link = random(3) === 0 ? `entity:node/${pick(targets)}` : 'internal:/';
      const title = `Link ${random(9)}`;
      const attributes = { menu_name: 'main', title, link, parent: toParent(), weight: random(5) };
      await editor.create(TYPE, { id, attributes }, context);
      ids.push(id);
    };
    const deleteOne = async (id: string): Promise<void> => {
      await editor.delete(TYPE, id, context);
      ids.splice(ids.indexOf(id), 1);
    };
    for (let n = 0; n < EDITS / 2; n += 1) {
      const kind = ids.length < 5 ? 0 : random(8);
      const attributes = kind === 3 ? { weight: random(5) - 2 } : { parent: toParent() };
      const write =
        kind <= 1
          ? makeOne()
          : kind === 2
            ? deleteOne(pick(ids))
            : editor.update(TYPE, pick(ids), { attributes }, context);
      await write.catch((error: unknown) => {
        expect(['entry_unknown', 'target_missing']).toContain((error as DomainError).code);
      });
    }
  }

  /** The parents as they are stored, by link; both in the form of the menu. */
  async function readParents(): Promise<ReadonlyMap<string, string>> {
    const parents = new Map<string, string>();
    for await (const { id, relationships } of readAllEntries(site.app.nest.get(EntryStore), TYPE)) {
      const [parent] = relationships['parent'] ?? [];
      if (parent !== undefined) parents.set(`menu_link_content:${id}`, `menu_link_content:${parent.id}`);
    }
    return parents;
  }

  it('is a tree with each link once after 1,000 edits, and shows no reader a hidden target or a link below it', async () => {
    const editor = await site.withScopes('content:administer', 'menu:administer');
    const pages = [];
    for (let n = 0; n < 6; n += 1) pages.push(await site.app.site.page({ published: n % 2 === 0 }));
    const hidden = new Set(pages.filter(({ published }) => !published).map(({ id }) => id));
    const ids: string[] = [];

    const targets = pages.map(({ id }) => id);
    await Promise.all([edit(1, ids, targets), edit(2, ids, targets)]);

    const read = async (client: ManagementClient): Promise<readonly Resource[]> =>
      ((await client.get(MENU)).body as { data: readonly Resource[] }).data;
    const all = await read(editor);
    expect(all.map(({ id }) => id).sort()).toEqual(ids.map((id) => `menu_link_content:${id}`).sort());
    const above = new Map(all.map(({ id, attributes }) => [id, String(attributes['parent'])]));
    const places = new Map(all.map(({ id }, index) => [id, index]));
    for (const [id, parent] of above)
      if (parent !== '') expect(places.get(parent)).toBeLessThan(places.get(id) ?? -1);

    const isHidden = ({ attributes }: Resource): boolean => {
      const { parameters } = attributes['route'] as { parameters: { node?: string } };
      return hidden.has(parameters.node ?? '');
    };
    const secret = new Set<string>();
    // Links above the edited ones come first.
    for (const item of all) if (isHidden(item) || secret.has(above.get(item.id) ?? '')) secret.add(item.id);
    expect(secret.size).toBeGreaterThan(5);
    // A link below the deepest level is shown beside its parent, and left out with it.
    const hiddenLinks = new Set(all.filter(isHidden).map(({ id }) => id));
    const parents = await readParents();
    const isBelowHidden = (id: string): boolean => {
      const seen = new Set<string>();
      for (let link = id; link !== '' && !seen.has(link); link = parents.get(link) ?? '') {
        if (hiddenLinks.has(link)) return true;
        seen.add(link);
      }
      return false;
    };
    await site.app.site.settings({ publicAccess: true });
    const readers = [
      site.anonymous(),
      await site.withScopes('member'),
      await site.withScopes('menu:administer'),
    ];
    for (const reader of readers) {
      const shown = new Set((await read(reader)).map(({ id }) => id));
      expect([...secret].filter((id) => shown.has(id))).toEqual([]);
      expect(all.filter(({ id }) => !shown.has(id) && !isBelowHidden(id))).toEqual([]);
    }
  }, 120_000);
});

import { ContentModel, MENU_LINK_TYPE } from '@content-service/bundles';
import type { Uuid } from '@content-service/kernel';
import { ANONYMOUS, CONTENT_ADMINISTER, type Principal, ScopeSet } from '@content-service/scopes';
import { Entry } from '../entry.js';
import type { WrittenEntries } from '../entry.store.js';
import { MenuReader } from './menu-reader.js';

const LINK = '00000000-0000-4000-8000-000000000001';
const TARGET = '00000000-0000-4000-8000-000000000002';
const OTHER = '00000000-0000-4000-8000-000000000003';
const BUNDLES = [{ entityType: 'node', bundle: 'page', label: 'Page', since: 1, fields: [] }];
const MODEL = new ContentModel(1, BUNDLES);
const EDITOR: Principal = { kind: 'client', clientId: 'x', scopes: ScopeSet.of(CONTENT_ADMINISTER) };

describe('MenuReader', () => {
  let store: RecordingStore;
  let reader: MenuReader;
  beforeEach(() => {
    store = new RecordingStore();
    reader = new MenuReader(store);
  });
  const read = async (principal: Principal = ANONYMOUS, model = MODEL): Promise<number> => {
    const before = store.reads;
    expect((await reader.read('main', { principal, model })).items).toHaveLength(1);
    return store.reads - before;
  };

  it('reads a menu once while nothing is written', async () => {
    expect([await read(), await read(), await read()]).toEqual([1, 0, 0]);
  });

  it('keeps the menu of those who see unpublished entries by itself', async () => {
    expect([await read(), await read(EDITOR), await read(), await read(EDITOR)]).toEqual([1, 1, 0, 0]);
  });

  it.each([
    ['a link', MENU_LINK_TYPE, OTHER, 1],
    ['a target', 'node--page', TARGET, 1],
    ['another entry', 'node--page', OTHER, 0],
  ])('after a write of %s', async (_, type, id, expected) => {
    await read();

    store.write({ type, id });

    expect([await read(), await read()]).toEqual([expected, 0]);
  });

  it('reads again after too many writes', async () => {
    await read();
    store.isOverrun = true;

    expect([await read(), await read()]).toEqual([1, 1]);
  });

  it('reads again with another content model', async () => {
    await read();

    expect(await read(ANONYMOUS, new ContentModel(2, BUNDLES))).toBe(1);
  });

  it('keeps nothing of a store that does not record changes', async () => {
    const { findIds, getMany, findByAliases } = store;
    reader = new MenuReader({ findIds, getMany, findByAliases });

    expect([await read(), await read()]).toEqual([1, 1]);
  });
});

/** Has a menu with one link. */
class RecordingStore {
  reads = 0;
  isOverrun = false;
  private readonly written: { type: string; id: Uuid }[] = [];

  readonly findIds = (): Promise<{ ids: Uuid[]; more: boolean }> => {
    this.reads += 1;
    return Promise.resolve({ ids: [LINK], more: false });
  };

  readonly getMany = (ids: readonly Uuid[]): Promise<Map<Uuid, Entry>> =>
    Promise.resolve(
      new Map(
        ids.map((id) => [
          id,
          id === LINK ? createEntry(LINK, MENU_LINK_TYPE) : createEntry(id, 'node--page'),
        ]),
      ),
    );

  readonly findByAliases = (): Promise<Map<string, Uuid>> => Promise.resolve(new Map<string, Uuid>());

  readonly findWrittenSince = (moment: number | undefined): Promise<WrittenEntries | undefined> =>
    Promise.resolve(
      this.isOverrun
        ? undefined
        : { moment: this.written.length, entries: moment === undefined ? [] : this.written.slice(moment) },
    );

  write(entry: { type: string; id: Uuid }): void {
    this.written.push(entry);
  }
}

function createEntry(id: Uuid, type: string): Entry {
  const metadata = {
    id,
    type,
    published: true,
    created: 0,
    changed: 0,
    version: 1,
    position: 1,
    modelVersion: 1,
  };
  return Entry.of(metadata, { link: { uri: `entity:node/${TARGET}` } }, {});
}

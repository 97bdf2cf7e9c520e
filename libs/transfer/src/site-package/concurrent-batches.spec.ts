import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { ContentModelService } from '@content-service/bundles';
import {
  type AppliedChanges,
  getEntryId,
  MonotonicPositionGenerator,
  toReturningVersion,
  VersionConflict,
} from '@content-service/entries';
import { FakeClock } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { NoJournal } from './import-state.js';
import type { SiteImporter } from './site-importer.js';
import { article, ARTICLES, createImporter, HEADER, tag, TAGS, toUuid } from './site-package.fixture.js';

const FIRST_VERSION = toReturningVersion(new FakeClock().now());

/** A batch of changes that the store was asked to write. */
interface Write {
  readonly ids: readonly string[];
  /** Stores it, or fails. */
  finish(error?: Error): void;
}

describe('batches of an import into a store with concurrent writes', () => {
  let storage: Storage;
  let importer: SiteImporter;
  /** Writes that wait. */
  let writes: Write[];
  let writesTotal: number;

  beforeEach(async () => {
    storage = new RecordStorage(new MemoryRecordStore());
    const clock = new FakeClock();
    const bundles = new ContentModelService(storage.bundles);
    writes = [];
    writesTotal = 0;
    const entries = Object.create(storage.entries, {
      capabilities: { value: { ...storage.entries.capabilities, concurrentWrites: true } },
      apply: { value: waitAndApply },
    }) as Storage['entries'];
    const slow = Object.create(storage, { entries: { value: entries } }) as Storage;
    importer = createImporter(slow, bundles, new MonotonicPositionGenerator(clock), clock);
  });

  async function waitAndApply(...call: Parameters<Storage['entries']['apply']>): Promise<AppliedChanges> {
    const [changes] = call;
    // The audit log is written without entries.
    if (changes.length > 0) {
      writesTotal += 1;
      await new Promise<void>((resolve, reject) => {
        const finish = (error?: Error): void => {
          writes = writes.filter((write) => write.finish !== finish);
          if (error === undefined) resolve();
          else reject(error);
        };
        writes.push({ ids: changes.map(getEntryId), finish });
      });
    }
    return storage.entries.apply(...call);
  }

  const load = (lines: readonly object[], batchSize = 2) =>
    importer.import(
      [HEADER, TAGS, ARTICLES, ...lines].map((line) => JSON.stringify(line)),
      undefined,
      { batchSize },
    );
  /** Waits until the import can go on only when a write ends. */
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) await nextEventLoopTurn();
  };
  const finishAll = async (importing: Promise<unknown>): Promise<void> => {
    let isRunning = true as boolean;
    const end = (): void => {
      isRunning = false;
    };
    importing.then(end, end);
    while (isRunning) {
      // The last one first.
      writes.at(-1)?.finish();
      await settled();
    }
  };
  const read = async (n: number) => (await storage.entries.getMany([toUuid(n)])).get(toUuid(n));

  it('are at most three at the same time, and are counted in whatever order they end', async () => {
    const importing = load([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => tag(n)));

    await settled();
    const started = writes.map(({ ids }) => ids);
    await finishAll(importing);

    expect(started).toEqual([
      [toUuid(1), toUuid(2)],
      [toUuid(3), toUuid(4)],
      [toUuid(5), toUuid(6)],
    ]);
    expect(await importing).toMatchObject({ lines: 12, inserted: 9, problems: [], warnings: [] });
  });

  it('have few entries when these are long', async () => {
    const body = { body: { value: 'word '.repeat(300_000) } };

    const importing = load(
      [1, 2, 3, 4, 5].map((n) => article(n, body)),
      500,
    );
    await settled();
    const started = writes.map(({ ids }) => ids.length);
    await finishAll(importing);

    expect(started).toEqual([3, 2]);
  });

  it('have the later of two lines with one id', async () => {
    const importing = load([tag(1), tag(2), tag(3), tag(1, { name: 'Again' }), tag(4), tag(5)]);

    await finishAll(importing);

    expect(writesTotal).toBe(3);
    expect(await importing).toMatchObject({ inserted: 5, updated: 1, problems: [] });
    expect(await read(1)).toMatchObject({ version: FIRST_VERSION + 1, attributes: { name: 'Again' } });
  });

  it('keep references to entries of a batch that is not stored yet', async () => {
    const importing = load([tag(1), tag(2), article(3, {}, [2]), article(4)]);

    await finishAll(importing);

    expect(await importing).toMatchObject({ inserted: 4, updated: 0, warnings: [] });
    expect(await read(3)).toMatchObject({
      version: FIRST_VERSION,
      relationships: { field_tags: [{ id: toUuid(2) }] },
    });
  });

  it('add references to later lines, those of all batches', async () => {
    const lines = [1, 2, 3, 4, 5, 6].map((n) => article(n, {}, [n + 10]));

    const importing = load([...lines, ...[11, 12, 13, 14, 15, 16].map((n) => tag(n))]);
    await finishAll(importing);

    expect(await importing).toMatchObject({ inserted: 12, problems: [], warnings: [] });
    for (const n of [1, 2, 3, 4, 5, 6])
      expect((await read(n))?.relationships['field_tags']).toMatchObject([{ id: toUuid(n + 10) }]);
  });

  it('move a path alias from one entry to another', async () => {
    const path = (alias: string | null) => ({ path: { alias, langcode: 'en' } });
    const stored = load([article(1, path('/news')), article(2)]);
    await finishAll(stored);

    const importing = load([article(1, path('/old')), article(2), article(3, path('/news')), article(4)]);
    await finishAll(importing);

    expect(writesTotal).toBe(3);
    expect(await importing).toMatchObject({ inserted: 2, updated: 1, problems: [] });
    expect(await read(3)).toMatchObject({ attributes: { path: { alias: '/news' } } });
  });

  it('store the later of two lines with one path alias without it', async () => {
    const path = { path: { alias: '/news', langcode: 'en' } };

    const importing = load([article(1, path), article(2), article(3, path), article(4)]);
    await finishAll(importing);

    expect(await importing).toMatchObject({
      inserted: 4,
      problems: [],
      warnings: [{ line: 6, entry: toUuid(3) }],
    });
    expect(await read(1)).toMatchObject({ attributes: path });
    expect(await read(3)).toMatchObject({ attributes: { path: { alias: null } } });
  });

  it('are stored one after the other with a journal in the order of the lines', async () => {
    const journal = Object.assign(new NoJournal(), { inOrder: true });

    const importing = importer.import(
      [HEADER, TAGS, tag(1), tag(2), tag(3), tag(4)].map((line) => JSON.stringify(line)),
      undefined,
      { batchSize: 2, journal },
    );
    await settled();
    const started = writes.length;
    await finishAll(importing);

    expect(started).toBe(1);
    expect(await importing).toMatchObject({ inserted: 4 });
  });

  it('keep the order of the lines when one is refused and stored line by line', async () => {
    const lines = [tag(1), { kind: 'nope' }, tag(2), tag(3), tag(4), tag(5), tag(6)];

    const importing = load(lines);
    await settled();
    writes[0]?.finish(new VersionConflict(toUuid(1)));
    await finishAll(importing);

    const positions = await Promise.all([1, 2, 3, 4, 5, 6].map(async (n) => (await read(n))?.position ?? 0));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(await importing).toMatchObject({ lines: 10, inserted: 6, problems: [{ line: 5 }] });
  });

  it('are not begun when one that they depend on has failed', async () => {
    const importing = load([tag(1), tag(2), article(3, {}, [2]), article(4)]);
    const ended = expect(importing).rejects.toThrow('The connection is lost.');

    await settled();
    writes[0]?.finish(new Error('The connection is lost.'));

    await ended;
    expect(writesTotal).toBe(1);
  });

  it('end with the error of the first that fails in the order of the lines', async () => {
    const importing = load([1, 2, 3, 4].map((n) => tag(n)));
    const ended = expect(importing).rejects.toThrow('first');

    await settled();
    writes[1]?.finish(new Error('second'));
    await settled();
    writes[0]?.finish(new Error('first'));

    await ended;
  });

  it('end with the error of one, when the others are stored', async () => {
    const importing = load([1, 2, 3, 4, 5, 6].map((n) => tag(n)));
    const ended = expect(importing).rejects.toThrow('The connection is lost.');

    await settled();
    writes[0]?.finish(new Error('The connection is lost.'));
    await settled();
    const waiting = writes.length;
    await finishAll(importing);

    await ended;
    expect(waiting).toBe(2);
    expect(await read(1)).toBeUndefined();
    expect(await read(5)).toBeDefined();
    expect(writes).toEqual([]);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CopyUnsupported } from '@content-service/storage';
import { bundle, createEntry, insert, putBundle } from '../testing/sample-content.js';
import { describeOnEngine, sqliteEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';

const TYPE = 'node--page';

const open: TypeOrmStorage[] = [];
const connect = async (url: string): Promise<TypeOrmStorage> => {
  const storage = new TypeOrmStorage(url);
  open.push(storage);
  await storage.open();
  return storage;
};

afterEach(async () => {
  for (const storage of open.splice(0)) await storage.close();
});

await describeOnEngine('isEmpty()', (engine) => {
  it('is true for a database without tables and false for one with a bundle only', async () => {
    const storage = await connect(await engine.create());

    expect(await storage.isEmpty()).toBe(true);

    await storage.migrate();
    await putBundle(storage, bundle('page'));
    expect(await storage.isEmpty()).toBe(false);
  });
});

await describeOnEngine('copyTo()', (engine) => {
  it('refuses the database of a server', async () => {
    if (!engine.isServer) return;
    const storage = await connect(await engine.create());

    await expect(storage.copyTo('/nowhere')).rejects.toThrow(CopyUnsupported);
  });
});

describe('copyTo()', () => {
  const engine = sqliteEngine();
  const folder = mkdtempSync(join(tmpdir(), 'cs-copy-'));
  afterAll(async () => {
    await engine.dropAll();
    rmSync(folder, { recursive: true });
  });

  it('copies a SQLite database as of its beginning while another connection writes', async () => {
    const storage = await connect(await engine.create());
    await storage.migrate();
    const { version } = await putBundle(storage, bundle('page'));
    // More than the pages of one step.
    const values = { title: 'x'.repeat(40_000) };
    const before = Array.from({ length: 500 }, () => createEntry(TYPE, version, values));
    await storage.entries.apply(before.map(insert));
    const steps: number[] = [];
    const file = join(folder, 'copy.sqlite');

    await storage.copyTo(file, {
      report: async ({ done }) => {
        steps.push(done);
        await storage.entries.apply([insert(createEntry(TYPE, version, values))]);
      },
    });

    const copy = await connect(`sqlite:${file}`);
    expect(await copy.entries.count({ type: TYPE, publishedOnly: false })).toBe(before.length);
    expect((await copy.verifyIndex()).drifts).toEqual([]);
    expect(steps.length).toBeGreaterThan(1);
    expect(await storage.entries.count({ type: TYPE, publishedOnly: false })).toBe(
      before.length + steps.length,
    );
  });
});

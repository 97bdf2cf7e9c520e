import { defineField, ModelOutdated } from '@content-service/bundles';
import { bundle, buildEqualQuery, insert, putBundle, createEntry } from './testing/sample-content.js';
import { describeOnEngine } from './testing/test-engines.js';
import { TypeOrmStorage } from './typeorm-storage.js';

const TYPE = 'node--page';

/** Two storages on one database know as little of each other as two processes do. */
await describeOnEngine('Two storages on one database', (engine) => {
  const open: TypeOrmStorage[] = [];
  let url: string;

  const another = async (): Promise<TypeOrmStorage> => {
    const storage = new TypeOrmStorage(url);
    open.push(storage);
    await storage.open();
    return storage;
  };
  beforeEach(async () => {
    url = await engine.create();
  });
  afterEach(async () => {
    for (const storage of open.splice(0)) await storage.close();
  });

  it('migrate once when they start in parallel', async () => {
    const storages = await Promise.all([another(), another(), another()]);

    await Promise.all(storages.map((storage) => storage.migrate()));

    for (const storage of storages) {
      expect(await storage.isMigrated()).toBe(true);
      expect((await storage.verifyIndex()).drifts).toEqual([]);
    }
  });

  // Rows of many entries are derived before their transaction, by the index schema that the process knows.
  it.each([1, 60])(
    'fill columns that the other one created for %i entries, and filter by them',
    async (number) => {
      const [one, other] = [await another(), await another()];
      await one.migrate();
      const { version: before } = await putBundle(one, bundle('page'));
      await other.entries.apply([insert(createEntry(TYPE, before))]);

      const { version } = await putBundle(one, bundle('page', defineField('field_name', 'string')));

      await expect(other.entries.apply([insert(createEntry(TYPE, before))])).rejects.toThrow(ModelOutdated);
      const entries = Array.from({ length: number }, () => createEntry(TYPE, version, { field_name: 'new' }));
      await other.entries.apply(entries.map(insert));
      expect(await other.entries.count(buildEqualQuery(TYPE, 'field_name', 'string', 'new'))).toBe(number);
      expect(await one.entries.count(buildEqualQuery(TYPE, 'field_name', 'string', 'new'))).toBe(number);
      expect((await one.verifyIndex()).drifts).toEqual([]);
    },
  );

  it('read entries of types that the other one created', async () => {
    const [one, other] = [await another(), await another()];
    await one.migrate();
    expect(await other.entries.count(buildEqualQuery(TYPE, 'title', 'string', 'x'))).toBe(0);
    const { version } = await putBundle(one, bundle('page'));
    const entry = createEntry(TYPE, version, { title: 'x' });

    await one.entries.apply([insert(entry)]);

    expect((await other.entries.getMany([entry.id])).get(entry.id)?.type).toBe(TYPE);
    expect(await other.entries.count(buildEqualQuery(TYPE, 'title', 'string', 'x'))).toBe(1);
  });

  it('use the new placement of a field after polling the generations', async () => {
    const [one, other] = [await another(), await another()];
    await one.migrate();
    const fields = bundle('page', defineField('field_name', 'string'));
    await putBundle(one, fields);
    expect(await other.entries.count(buildEqualQuery(TYPE, 'field_name', 'string', 'x'))).toBe(0);

    await putBundle(one, bundle('page'));
    const { version } = await putBundle(one, fields);
    await one.entries.apply([insert(createEntry(TYPE, version, { field_name: 'x' }))]);
    await other.generations();

    expect(await other.entries.count(buildEqualQuery(TYPE, 'field_name', 'string', 'x'))).toBe(1);
  });

  it('answer queries for a field that the other one has just removed with its column', async () => {
    const [one, other] = [await another(), await another()];
    await one.migrate();
    await putBundle(one, bundle('page', defineField('field_name', 'string')));
    const query = buildEqualQuery(TYPE, 'field_name', 'string', 'x');
    expect(await other.entries.count(query)).toBe(0);

    await putBundle(one, bundle('page'));
    await one.rebuildIndex();

    expect(await other.entries.count(query)).toBe(0);
  });

  it('insert forty entries in parallel', async () => {
    const [one, other] = [await another(), await another()];
    await one.migrate();
    const { version } = await putBundle(one, bundle('page'));
    const entries = Array.from({ length: 40 }, () => createEntry(TYPE, version, { title: 'parallel' }));

    await Promise.all(entries.map((entry, n) => (n % 2 === 0 ? one : other).entries.apply([insert(entry)])));

    expect(await one.entries.count(buildEqualQuery(TYPE, 'title', 'string', 'parallel'))).toBe(40);
  });
});

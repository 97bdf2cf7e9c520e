import { jest } from '@jest/globals';
import { defineField, ModelOutdated } from '@content-service/bundles';
import { bundle, equal, insert, put, sample } from './testing/sample-content.js';
import { describeOnEngines } from './testing/test-engines.js';
import { TypeOrmStorage } from './typeorm-storage.js';

jest.setTimeout(60_000);

const TYPE = 'node--page';

/** Two storages on one database know as little of each other as two processes do. */
await describeOnEngines('Two storages on one database', (engine) => {
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

  it('migrate it once when they start at the same moment', async () => {
    const storages = await Promise.all([another(), another(), another()]);

    await Promise.all(storages.map((storage) => storage.migrate()));

    for (const storage of storages) {
      expect(await storage.isMigrated()).toBe(true);
      expect(await storage.verifyIndex()).toEqual([]);
    }
  });

  it('fill the columns that the other one made, and find by them', async () => {
    const [one, other] = [await another(), await another()];
    await one.migrate();
    const { version: before } = await put(one, bundle('page'));
    await other.entries.apply([insert(sample(TYPE, before))]);

    const { version } = await put(one, bundle('page', defineField('field_name', 'string')));

    await expect(other.entries.apply([insert(sample(TYPE, before))])).rejects.toThrow(ModelOutdated);
    await other.entries.apply([insert(sample(TYPE, version, { field_name: 'new' }))]);
    expect(await other.entries.count(equal(TYPE, 'field_name', 'string', 'new'))).toBe(1);
    expect(await one.entries.count(equal(TYPE, 'field_name', 'string', 'new'))).toBe(1);
    expect(await one.verifyIndex()).toEqual([]);
  });

  it('read entries of types that the other one made', async () => {
    const [one, other] = [await another(), await another()];
    await one.migrate();
    expect(await other.entries.count(equal(TYPE, 'title', 'string', 'x'))).toBe(0);
    const { version } = await put(one, bundle('page'));
    const entry = sample(TYPE, version, { title: 'x' });

    await one.entries.apply([insert(entry)]);

    expect((await other.entries.getMany([entry.id])).get(entry.id)?.type).toBe(TYPE);
    expect(await other.entries.count(equal(TYPE, 'title', 'string', 'x'))).toBe(1);
  });

  it('forget where a field was when the other one puts it back elsewhere, once they look at the generations', async () => {
    const [one, other] = [await another(), await another()];
    await one.migrate();
    const fields = bundle('page', defineField('field_name', 'string'));
    await put(one, fields);
    expect(await other.entries.count(equal(TYPE, 'field_name', 'string', 'x'))).toBe(0);

    await put(one, bundle('page'));
    const { version } = await put(one, fields);
    await one.entries.apply([insert(sample(TYPE, version, { field_name: 'x' }))]);
    await other.generations();

    expect(await other.entries.count(equal(TYPE, 'field_name', 'string', 'x'))).toBe(1);
  });

  it('answer queries for a field that the other one has just removed, with its column', async () => {
    const [one, other] = [await another(), await another()];
    await one.migrate();
    await put(one, bundle('page', defineField('field_name', 'string')));
    const query = equal(TYPE, 'field_name', 'string', 'x');
    expect(await other.entries.count(query)).toBe(0);

    await put(one, bundle('page'));
    await one.rebuildIndex();

    expect(await other.entries.count(query)).toBe(0);
  });

  it('make forty entries at the same time', async () => {
    const [one, other] = [await another(), await another()];
    await one.migrate();
    const { version } = await put(one, bundle('page'));
    const entries = Array.from({ length: 40 }, () => sample(TYPE, version, { title: 'parallel' }));

    await Promise.all(entries.map((entry, n) => (n % 2 === 0 ? one : other).entries.apply([insert(entry)])));

    expect(await one.entries.count(equal(TYPE, 'title', 'string', 'parallel'))).toBe(40);
  });
});

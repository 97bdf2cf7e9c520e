import { Database } from '../database/database.js';
import { raw } from '../database/sql.js';
import { sqliteEngine } from '../testing/test-engines.js';

describe('sqlite', () => {
  const engine = sqliteEngine();
  let database: Database;

  beforeAll(async () => {
    database = new Database(await engine.create());
    await database.open();
  });
  afterAll(async () => {
    await database.close();
    await engine.dropAll();
  });

  it.each([
    // 2 is FULL: a commit that was confirmed survives a power failure.
    ['synchronous', 2],
    ['journal_mode', 'wal'],
    ['page_size', 8192],
  ])('sets %s to %s', async (pragma, value) => {
    const rows = await database.transaction((connection) =>
      connection.query<Readonly<Record<string, unknown>>>(raw(`PRAGMA ${pragma}`)),
    );

    expect(rows).toEqual([{ [pragma]: value }]);
  });

  it('refuses writes through the connection for reading', async () => {
    const written = database.query(raw('CREATE TABLE intruder (id INTEGER)'));

    await expect(written).rejects.toMatchObject({ cause: { driverError: { code: 'SQLITE_READONLY' } } });
  });
});

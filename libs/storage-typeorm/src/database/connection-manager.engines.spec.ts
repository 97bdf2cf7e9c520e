import type { UserSession } from '@content-service/accounts';
import type { Uuid } from '@content-service/kernel';
import { BROWSER_SESSION } from '../entities/people.js';
import { StatementLog } from '../testing/statement-log.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';
import { Database } from './database.js';
import { sql } from './sql.js';

const USER = '0197c0de-0000-7000-8000-000000000001' as Uuid;

await describeOnEngine('DbConnection.repository', (engine) => {
  let database: Database;
  let log: StatementLog;

  const session = (idHash: string): UserSession => ({
    idHash,
    ...{ userId: USER, accessEpoch: 1, startedAt: 10, authenticatedAt: 20, expiresAt: 30 },
  });

  const findAll = (): Promise<UserSession[]> =>
    database.read((connection) => connection.repository(BROWSER_SESSION).find({ order: { idHash: 'ASC' } }));

  beforeAll(async () => {
    const url = await engine.create();
    const storage = new TypeOrmStorage(url);
    await storage.open();
    await storage.migrate();
    await storage.close();
    log = new StatementLog();
    database = new Database(url, { logger: log });
    await database.open();
  });

  beforeEach(async () => {
    await database.execute(sql`DELETE FROM browser_session`);
    log.sent.length = 0;
  });

  afterAll(() => database.close());

  it('runs in the transaction of its connection', async () => {
    const transaction = database.transaction(async (connection) => {
      await connection.repository(BROWSER_SESSION).insert(session('a'));
      throw new Error('taken back');
    });

    await expect(transaction).rejects.toThrow('taken back');
    expect(await findAll()).toEqual([]);
  });

  it('runs behind the statements that are deferred', async () => {
    const [first, second] = [session('a'), session('b')];
    await database.change((connection) => connection.repository(BROWSER_SESSION).insert(first));

    await database.transaction(async (connection) => {
      await connection.defer(sql`UPDATE browser_session SET expires_at = expires_at + ${1}`);
      await connection.repository(BROWSER_SESSION).insert(second);
    });

    expect(await findAll()).toEqual([{ ...first, expiresAt: 31 }, second]);
  });

  it('sends one statement for each call, and reads nothing back', async () => {
    await database.transaction(async (connection) => {
      const sessions = connection.repository(BROWSER_SESSION);
      await sessions.insert(session('a'));
      await sessions.update({ idHash: 'a' }, { expiresAt: 40 });
      await sessions.findOneBy({ idHash: 'a' });
      await sessions.delete({ idHash: 'a' });
    });

    const verbs = log.sent.map((text) => /^\w+/.exec(text)?.[0]);
    expect(verbs).toEqual([
      expect.stringMatching(/START|BEGIN/),
      'INSERT',
      'UPDATE',
      'SELECT',
      'DELETE',
      'COMMIT',
    ]);
  });

  it('throws the error of a taken key as statements do', async () => {
    const insert = (): Promise<unknown> =>
      database.change((connection) => connection.repository(BROWSER_SESSION).insert(session('a')));
    await insert();

    const error: unknown = await insert().catch((error: unknown) => error);

    expect(database.dialect.classifyError(error)).toBe('duplicate');
  });
});

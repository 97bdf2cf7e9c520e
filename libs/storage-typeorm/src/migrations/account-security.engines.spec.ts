import { Database } from '../database/database.js';
import { sql } from '../database/sql.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';

await describeOnEngine('the migration AccountSecurity', (engine) => {
  it('adds missing columns, with started_at as authenticated_at of sessions', async () => {
    const url = await engine.create();
    const storage = new TypeOrmStorage(url);
    await storage.open();
    await storage.migrate();
    const session = { idHash: 'a', userId: 'u', accessEpoch: 1, startedAt: 70, expiresAt: 90 };
    await storage.sessions.start({ ...session, authenticatedAt: 0 });
    const database = new Database(url);
    await database.open();
    await database.execute(sql`ALTER TABLE account DROP COLUMN password_change_required`);
    await database.execute(sql`DELETE FROM migrations WHERE name = 'AccountSecurity1760000000003'`);
    await database.close();
    expect(await storage.isMigrated()).toBe(false);

    await storage.migrate();

    expect(await storage.isMigrated()).toBe(true);
    expect(await storage.accounts.list({ limit: 1 })).toEqual({ accounts: [], more: false });
    expect(await storage.sessions.find('a')).toEqual({ ...session, authenticatedAt: 70 });
    await storage.close();
  });
});

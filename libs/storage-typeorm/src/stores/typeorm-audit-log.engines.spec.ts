import { randomUUID } from 'node:crypto';
import type { AuditEvent } from '@content-service/audit';
import { Database } from '../database/database.js';
import { raw, sql } from '../database/sql.js';
import { QueryLog } from '../testing/statement-log.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';

const LINES = 3000;
const BATCH = 500;
const ACTOR = 'importer';
const CLIENT = { kind: 'client', clientId: ACTOR } as const;
const USER = { kind: 'user', userId: ACTOR, clientId: 'admin' } as const;
const NOW = 1_700_000_000;

interface PlanRow {
  readonly key?: string | null;
  readonly detail?: string;
  readonly 'QUERY PLAN'?: string;
}

await describeOnEngine('pages of the audit log', (engine) => {
  it('read by an index the few lines that an actor has of an action', async () => {
    const log = new QueryLog();
    const url = await engine.create();
    const storage = new TypeOrmStorage(url, { logger: log, limits: { sqliteReaders: 0 } });
    await storage.open();
    await storage.migrate();
    const rare = [line(0, 'entry.unpublished', CLIENT), line(1, 'entry.unpublished', USER)];
    const others = Array.from({ length: LINES }, (_, n) =>
      n % 3 === 0
        ? line(n, 'entry.unpublished', { kind: 'client', clientId: 'other' })
        : line(n, 'entry.created', n % 3 === 1 ? CLIENT : USER),
    );
    for (let first = 0; first < LINES; first += BATCH)
      await storage.audit.append(others.slice(first, first + BATCH));
    await storage.audit.append(rare);
    const database = new Database(url);
    await database.open();
    await database.analyze();
    log.queries = [];

    const page = await storage.audit.page({ actor: ACTOR, action: 'entry.unpublished' }, { limit: 10 });

    expect(page).toEqual({ events: [...rare].reverse(), more: false });
    const [query] = log.queries;
    const explain = raw(engine.name === 'SQLite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN');
    const plan = await database.query<PlanRow>(sql`${explain} ${query ?? raw('')}`);
    // The plan of MariaDB names the index that is used, and others that could be.
    const used = plan.map((row) => row.key ?? row.detail ?? row['QUERY PLAN'] ?? '').join('\n');
    expect(used).toContain('k_audit_user_action');
    expect(used).toContain('k_audit_client_action');
    await database.close();
    await storage.close();
  });
});

function line(n: number, action: AuditEvent['action'], actor: AuditEvent['actor']): AuditEvent {
  return { id: randomUUID(), occurredAt: NOW + n, action, actor, details: {} };
}

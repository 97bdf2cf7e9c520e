import { MoreThan } from 'typeorm';
import type { AuditLines } from '@content-service/audit';
import { type Revocation, RevocationLog } from '@content-service/oauth-grants';
import type { Database } from '../database/database.js';
import { REVOCATION } from '../entities/access.js';
import { deleteFirst } from './delete-first.js';
import { incrementGeneration } from './generation.js';
import type { AuditedTransactions } from './audited-transactions.js';

export class TypeOrmRevocationLog extends RevocationLog {
  private readonly database: Database;

  constructor(private readonly transactions: AuditedTransactions) {
    super();
    this.database = transactions.database;
  }

  override append(revocations: readonly Revocation[], auditLines?: AuditLines): Promise<void> {
    const { dialect } = this.database;
    const { table, primaryKey } = REVOCATION;
    return this.transactions.run(auditLines, async (connection) => {
      const rows = revocations.map(({ notBefore, until, ...subject }) => ({
        ...{ ...subject, not_before: notBefore, until_at: until },
      }));
      for (const insert of dialect.insertMissing(table, primaryKey, rows)) await connection.execute(insert);
      await incrementGeneration(connection, 'revocations');
    });
  }

  override findActive(now: number): Promise<Revocation[]> {
    return this.database.read((connection) =>
      connection.repository(REVOCATION).find({ where: { until: MoreThan(now) } }),
    );
  }

  override prune(now: number, limit: number): Promise<number> {
    return deleteFirst(this.database, REVOCATION, 'until', { upTo: now }, limit);
  }
}

import type { TransactionalRecords } from '@content-service/audit';
import { type Revocation, RevocationLog } from '@content-service/oauth-grants';
import type { Database } from '../database/database.js';
import { raw, sql } from '../database/sql.js';
import { incrementGeneration } from './generation.js';
import type { RecordedTransactions } from './recorded-transactions.js';

export class TypeOrmRevocationLog extends RevocationLog {
  private readonly database: Database;

  constructor(private readonly transactions: RecordedTransactions) {
    super();
    this.database = transactions.database;
  }

  override append(revocations: readonly Revocation[], records?: TransactionalRecords): Promise<void> {
    const { dialect } = this.database;
    return this.transactions.run(records, async (connection) => {
      const rows = revocations.map(({ subject, id, notBefore, until }) => ({
        ...{ subject, id },
        ...{ not_before: notBefore, until_at: until },
      }));
      for (const insert of dialect.insertMissing('revocation', KEY, rows)) await connection.execute(insert);
      await incrementGeneration(connection, 'revocations');
    });
  }

  override async findActive(now: number): Promise<Revocation[]> {
    const rows = await this.database.query<RevocationRow>(
      sql`SELECT subject, id, not_before, until_at FROM revocation WHERE until_at > ${now}`,
    );
    return rows.map(({ subject, id, not_before, until_at }) => ({
      subject,
      id,
      notBefore: not_before,
      until: until_at,
    }));
  }

  override prune(now: number, limit: number): Promise<number> {
    const isExpired = sql`until_at <= ${now}`;
    return this.database.deleteFirst('revocation', KEY, isExpired, raw('until_at'), limit);
  }
}

const KEY = ['subject', 'id', 'not_before', 'until_at'];

interface RevocationRow {
  readonly subject: Revocation['subject'];
  readonly id: string;
  readonly not_before: number;
  readonly until_at: number;
}

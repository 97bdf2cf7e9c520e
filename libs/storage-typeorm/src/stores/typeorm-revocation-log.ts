import { type Revocation, RevocationLog } from '@content-service/oauth-grants';
import type { Database } from '../database/database.js';
import { sql } from '../database/sql.js';
import { incrementGeneration } from './generation.js';

export class TypeOrmRevocationLog extends RevocationLog {
  constructor(private readonly database: Database) {
    super();
  }

  override append(revocations: readonly Revocation[]): Promise<void> {
    const { dialect } = this.database;
    return this.database.transaction(async (connection) => {
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

  override async prune(now: number): Promise<void> {
    await this.database.execute(sql`DELETE FROM revocation WHERE until_at <= ${now}`);
  }
}

const KEY = ['subject', 'id', 'not_before', 'until_at'];

interface RevocationRow {
  readonly subject: Revocation['subject'];
  readonly id: string;
  readonly not_before: number;
  readonly until_at: number;
}

import type { TransactionalRecords } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';
import { type Consent, ConsentStore } from '@content-service/oauth-grants';
import type { Database } from '../database/database.js';
import { sql } from '../database/sql.js';
import type { RecordedTransactions } from './recorded-transactions.js';

export class TypeOrmConsentStore extends ConsentStore {
  private readonly database: Database;

  constructor(private readonly transactions: RecordedTransactions) {
    super();
    this.database = transactions.database;
  }

  override async find(userId: Uuid, clientId: string): Promise<Consent | undefined> {
    const [row] = await this.database.query<{ scope: string; granted_at: number }>(
      sql`SELECT scope, granted_at FROM consent WHERE user_id = ${userId} AND client_id = ${clientId}`,
    );
    return row && { userId, clientId, scope: row.scope, grantedAt: row.granted_at };
  }

  override async save(
    { userId, clientId, scope, grantedAt }: Consent,
    records?: TransactionalRecords,
  ): Promise<void> {
    const row = { user_id: userId, client_id: clientId, scope, granted_at: grantedAt };
    const { dialect } = this.database;
    const change = dialect.upsert('consent', ['user_id', 'client_id'], row, ['scope', 'granted_at']);
    await this.transactions.run(records, (connection) => connection.execute(change));
  }

  override async listByUser(userId: Uuid): Promise<Consent[]> {
    const rows = await this.database.query<{ client_id: string; scope: string; granted_at: number }>(
      sql`SELECT client_id, scope, granted_at FROM consent WHERE user_id = ${userId}`,
    );
    return rows.map(({ client_id, scope, granted_at }) => ({
      ...{ userId, clientId: client_id, scope, grantedAt: granted_at },
    }));
  }

  override async delete(userId: Uuid, clientId: string, records?: TransactionalRecords): Promise<boolean> {
    const deleted = await this.transactions.execute(
      records,
      sql`DELETE FROM consent WHERE user_id = ${userId} AND client_id = ${clientId}`,
    );
    return deleted > 0;
  }

  override deleteByClient(
    clientId: string,
    createRecords?: (consents: number) => TransactionalRecords,
  ): Promise<number> {
    return this.transactions.execute(createRecords, sql`DELETE FROM consent WHERE client_id = ${clientId}`);
  }
}

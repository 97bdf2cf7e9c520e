import type { Uuid } from '@content-service/kernel';
import { type Consent, ConsentStore } from '@content-service/oauth-grants';
import type { Database } from '../database/database.js';
import { sql } from '../database/sql.js';

export class TypeOrmConsentStore extends ConsentStore {
  constructor(private readonly database: Database) {
    super();
  }

  override async find(userId: Uuid, clientId: string): Promise<Consent | undefined> {
    const [row] = await this.database.query<{ scope: string; granted_at: number }>(
      sql`SELECT scope, granted_at FROM consent WHERE user_id = ${userId} AND client_id = ${clientId}`,
    );
    return row && { userId, clientId, scope: row.scope, grantedAt: row.granted_at };
  }

  override async save({ userId, clientId, scope, grantedAt }: Consent): Promise<void> {
    const row = { user_id: userId, client_id: clientId, scope, granted_at: grantedAt };
    const { dialect } = this.database;
    await this.database.execute(
      dialect.upsert('consent', ['user_id', 'client_id'], row, ['scope', 'granted_at']),
    );
  }

  override async listByUser(userId: Uuid): Promise<Consent[]> {
    const rows = await this.database.query<{ client_id: string; scope: string; granted_at: number }>(
      sql`SELECT client_id, scope, granted_at FROM consent WHERE user_id = ${userId}`,
    );
    return rows.map(({ client_id, scope, granted_at }) => ({
      ...{ userId, clientId: client_id, scope, grantedAt: granted_at },
    }));
  }

  override async delete(userId: Uuid, clientId: string): Promise<boolean> {
    const deleted = await this.database.execute(
      sql`DELETE FROM consent WHERE user_id = ${userId} AND client_id = ${clientId}`,
    );
    return deleted > 0;
  }

  override deleteByClient(clientId: string): Promise<number> {
    return this.database.execute(sql`DELETE FROM consent WHERE client_id = ${clientId}`);
  }
}

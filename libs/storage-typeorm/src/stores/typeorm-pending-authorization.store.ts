import { type PendingAuthorization, PendingAuthorizationStore } from '@content-service/oauth-grants';
import type { Database } from '../database/database.js';
import { PENDING_AUTHORIZATION } from '../entities/access.js';
import { deleteFirst } from './delete-first.js';
import { countRows } from './audited-transactions.js';

export class TypeOrmPendingAuthorizationStore extends PendingAuthorizationStore {
  constructor(private readonly database: Database) {
    super();
  }

  override async save(pending: PendingAuthorization): Promise<void> {
    await this.database.change((connection) => connection.repository(PENDING_AUTHORIZATION).insert(pending));
  }

  /** Pending authorizations never change, so the row read before is the row that the DELETE removed. */
  override async take(id: string, sessionHash: string): Promise<PendingAuthorization | undefined> {
    const found = await this.database.read((connection) =>
      connection.repository(PENDING_AUTHORIZATION).findOneBy({ id, sessionHash }),
    );
    if (found === null) return undefined;
    const result = await this.database.change((connection) =>
      connection.repository(PENDING_AUTHORIZATION).delete({ id, sessionHash }),
    );
    return countRows(result) === 0 ? undefined : found;
  }

  override prune(now: number, limit: number): Promise<number> {
    return deleteFirst(this.database, PENDING_AUTHORIZATION, 'expiresAt', { below: now }, limit);
  }
}

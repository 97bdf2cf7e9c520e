import { type PendingAuthorization, PendingAuthorizationStore } from '@content-service/oauth-grants';
import type { RecordDatabase } from './record-database.js';

const PENDING = 'pending-authorization/';

export class RecordPendingAuthorizationStore extends PendingAuthorizationStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override save(pending: PendingAuthorization): Promise<void> {
    return this.database.transaction((transaction) => transaction.put(PENDING + pending.id, pending));
  }

  override take(id: string, sessionHash: string): Promise<PendingAuthorization | undefined> {
    return this.database.transaction(async (transaction) => {
      const found = await transaction.get<PendingAuthorization>(PENDING + id);
      if (found?.sessionHash !== sessionHash) return undefined;
      await transaction.delete(PENDING + id);
      return found;
    });
  }

  override prune(now: number, limit: number): Promise<number> {
    return this.database.deleteSelected(
      PENDING,
      ({ expiresAt }: PendingAuthorization) => expiresAt < now,
      limit,
    );
  }
}

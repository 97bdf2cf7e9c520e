import { type PendingAuthorization, PendingAuthorizationStore } from '@content-service/oauth-grants';
import { atomic } from './atomic.js';
import { deleteSelected } from './delete-selected.js';

export class MemoryPendingAuthorizationStore extends PendingAuthorizationStore {
  constructor(private readonly pending = new Map<string, PendingAuthorization>()) {
    super();
  }

  override save(pending: PendingAuthorization): Promise<void> {
    return atomic(() => {
      this.pending.set(pending.id, pending);
    });
  }

  override take(id: string, sessionHash: string): Promise<PendingAuthorization | undefined> {
    return atomic(() => {
      const found = this.pending.get(id);
      if (found?.sessionHash !== sessionHash) return undefined;
      this.pending.delete(id);
      return found;
    });
  }

  override prune(now: number, limit: number): Promise<number> {
    return atomic(() => deleteSelected(this.pending, ({ expiresAt }) => expiresAt < now, limit));
  }
}

import { type PendingAuthorization, PendingAuthorizationStore } from '@content-service/oauth-grants';
import { act } from './act.js';

export class MemoryPendingAuthorizationStore extends PendingAuthorizationStore {
  private readonly pending = new Map<string, PendingAuthorization>();

  override save(pending: PendingAuthorization): Promise<void> {
    return act(() => {
      this.pending.set(pending.id, pending);
    });
  }

  override take(id: string, sessionHash: string): Promise<PendingAuthorization | undefined> {
    return act(() => {
      const found = this.pending.get(id);
      if (found?.sessionHash !== sessionHash) return undefined;
      this.pending.delete(id);
      return found;
    });
  }

  override prune(now: number): Promise<void> {
    return act(() => {
      for (const { id, expiresAt } of this.pending.values()) if (expiresAt < now) this.pending.delete(id);
    });
  }
}

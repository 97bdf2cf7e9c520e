import type { Uuid } from '@content-service/kernel';
import { type Consent, ConsentStore } from '@content-service/oauth-grants';
import { act } from './act.js';

export class MemoryConsentStore extends ConsentStore {
  private readonly consents = new Map<string, Consent>();

  override find(userId: Uuid, clientId: string): Promise<Consent | undefined> {
    return act(() => this.consents.get(key(userId, clientId)));
  }

  override save(consent: Consent): Promise<void> {
    return act(() => {
      this.consents.set(key(consent.userId, consent.clientId), consent);
    });
  }

  override deleteAllTo(clientId: string): Promise<number> {
    return act(() => {
      const theirs = [...this.consents.values()].filter((consent) => consent.clientId === clientId);
      for (const { userId } of theirs) this.consents.delete(key(userId, clientId));
      return theirs.length;
    });
  }
}

const key = (userId: Uuid, clientId: string): string => `${userId} ${clientId}`;

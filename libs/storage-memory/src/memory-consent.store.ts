import type { Uuid } from '@content-service/kernel';
import { type Consent, ConsentStore } from '@content-service/oauth-grants';
import { atomic } from './atomic.js';

export class MemoryConsentStore extends ConsentStore {
  private readonly consents = new Map<string, Consent>();

  override find(userId: Uuid, clientId: string): Promise<Consent | undefined> {
    return atomic(() => this.consents.get(key(userId, clientId)));
  }

  override save(consent: Consent): Promise<void> {
    return atomic(() => {
      this.consents.set(key(consent.userId, consent.clientId), consent);
    });
  }

  override listByUser(userId: Uuid): Promise<Consent[]> {
    return atomic(() => [...this.consents.values()].filter((consent) => consent.userId === userId));
  }

  override delete(userId: Uuid, clientId: string): Promise<boolean> {
    return atomic(() => this.consents.delete(key(userId, clientId)));
  }

  override deleteByClient(clientId: string): Promise<number> {
    return atomic(() => {
      const theirs = [...this.consents.values()].filter((consent) => consent.clientId === clientId);
      for (const { userId } of theirs) this.consents.delete(key(userId, clientId));
      return theirs.length;
    });
  }
}

const key = (userId: Uuid, clientId: string): string => `${userId} ${clientId}`;

import type { Uuid } from '@content-service/kernel';
import { type Consent, ConsentStore } from '@content-service/oauth-grants';
import { atomic } from './atomic.js';

export class MemoryConsentStore extends ConsentStore {
  constructor(private readonly consents = new Map<string, Consent>()) {
    super();
  }

  override find(userId: Uuid, clientId: string): Promise<Consent | undefined> {
    return atomic(() => this.consents.get(toConsentKey(userId, clientId)));
  }

  override save(consent: Consent): Promise<void> {
    return atomic(() => {
      this.consents.set(toConsentKey(consent.userId, consent.clientId), consent);
    });
  }

  override listByUser(userId: Uuid): Promise<Consent[]> {
    return atomic(() => [...this.consents.values()].filter((consent) => consent.userId === userId));
  }

  override delete(userId: Uuid, clientId: string): Promise<boolean> {
    return atomic(() => this.consents.delete(toConsentKey(userId, clientId)));
  }

  override deleteByClient(clientId: string): Promise<number> {
    return atomic(() => {
      const theirs = [...this.consents.values()].filter((consent) => consent.clientId === clientId);
      for (const { userId } of theirs) this.consents.delete(toConsentKey(userId, clientId));
      return theirs.length;
    });
  }
}

/** `<user id> <client id>`. */
export function toConsentKey(userId: Uuid, clientId: string): string {
  return `${userId} ${clientId}`;
}

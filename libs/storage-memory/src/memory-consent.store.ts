import type { TransactionalRecords } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';
import { type Consent, ConsentStore } from '@content-service/oauth-grants';
import { atomic } from './atomic.js';
import { RecordedTransactions } from './recorded-transactions.js';

export class MemoryConsentStore extends ConsentStore {
  constructor(
    private readonly consents = new Map<string, Consent>(),
    private readonly transactions = new RecordedTransactions(),
  ) {
    super();
  }

  override find(userId: Uuid, clientId: string): Promise<Consent | undefined> {
    return atomic(() => this.consents.get(toConsentKey(userId, clientId)));
  }

  override save(consent: Consent, records?: TransactionalRecords): Promise<void> {
    return this.transactions.run(records, () => {
      this.consents.set(toConsentKey(consent.userId, consent.clientId), consent);
    });
  }

  override listByUser(userId: Uuid): Promise<Consent[]> {
    return atomic(() => [...this.consents.values()].filter((consent) => consent.userId === userId));
  }

  override delete(userId: Uuid, clientId: string, records?: TransactionalRecords): Promise<boolean> {
    return this.transactions.run(records, () => this.consents.delete(toConsentKey(userId, clientId)));
  }

  override deleteByClient(
    clientId: string,
    createRecords?: (consents: number) => TransactionalRecords,
  ): Promise<number> {
    const remove = (): number => {
      const theirs = [...this.consents.values()].filter((consent) => consent.clientId === clientId);
      for (const { userId } of theirs) this.consents.delete(toConsentKey(userId, clientId));
      return theirs.length;
    };
    return this.transactions.run(createRecords, remove, (consents) => consents > 0);
  }
}

/** `<user id> <client id>`. */
export function toConsentKey(userId: Uuid, clientId: string): string {
  return `${userId} ${clientId}`;
}

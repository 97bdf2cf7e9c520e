import type { AuditLines } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';
import { type Consent, ConsentStore } from '@content-service/oauth-grants';
import type { RecordDatabase } from './record-database.js';

/** By user and client. */
const CONSENTS = 'consent/';

export class RecordConsentStore extends ConsentStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override find(userId: Uuid, clientId: string): Promise<Consent | undefined> {
    return this.database.get(toKey(userId, clientId));
  }

  override save(consent: Consent, auditLines?: AuditLines): Promise<void> {
    const key = toKey(consent.userId, consent.clientId);
    return this.database.transaction((transaction) => transaction.put(key, consent), auditLines);
  }

  override listByUser(userId: Uuid): Promise<Consent[]> {
    return this.database.select(toKey(userId, ''));
  }

  override delete(userId: Uuid, clientId: string, auditLines?: AuditLines): Promise<boolean> {
    const key = toKey(userId, clientId);
    return this.database.transaction((transaction) => transaction.delete(key), auditLines);
  }

  override deleteByClient(
    clientId: string,
    createAuditLines?: (consents: number) => AuditLines,
  ): Promise<number> {
    return this.database.transaction(
      async (transaction) => {
        const consents = await transaction.list<Consent>(CONSENTS);
        const deleted = consents.filter((consent) => consent.clientId === clientId);
        for (const { userId } of deleted) await transaction.delete(toKey(userId, clientId));
        return deleted.length;
      },
      createAuditLines,
      (deleted) => deleted > 0,
    );
  }
}

function toKey(userId: Uuid, clientId: string): string {
  return `${CONSENTS}${userId} ${clientId}`;
}

import type { AuditLines } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';
import { type Consent, ConsentStore } from '@content-service/oauth-grants';
import type { Database } from '../database/database.js';
import { CONSENT } from '../entities/access.js';
import type { AuditedTransactions } from './audited-transactions.js';

export class TypeOrmConsentStore extends ConsentStore {
  private readonly database: Database;

  constructor(private readonly transactions: AuditedTransactions) {
    super();
    this.database = transactions.database;
  }

  override async find(userId: Uuid, clientId: string): Promise<Consent | undefined> {
    const found = await this.database.read((connection) =>
      connection.repository(CONSENT).findOneBy({ userId, clientId }),
    );
    return found ?? undefined;
  }

  override async save(consent: Consent, auditLines?: AuditLines): Promise<void> {
    await this.transactions.run(auditLines, (connection) =>
      connection.repository(CONSENT).upsert(consent, ['userId', 'clientId']),
    );
  }

  override listByUser(userId: Uuid): Promise<Consent[]> {
    return this.database.read((connection) => connection.repository(CONSENT).find({ where: { userId } }));
  }

  override async delete(userId: Uuid, clientId: string, auditLines?: AuditLines): Promise<boolean> {
    const deleted = await this.transactions.change(auditLines, (connection) =>
      connection.repository(CONSENT).delete({ userId, clientId }),
    );
    return deleted > 0;
  }

  override deleteByClient(
    clientId: string,
    createAuditLines?: (consents: number) => AuditLines,
  ): Promise<number> {
    return this.transactions.change(createAuditLines, (connection) =>
      connection.repository(CONSENT).delete({ clientId }),
    );
  }
}

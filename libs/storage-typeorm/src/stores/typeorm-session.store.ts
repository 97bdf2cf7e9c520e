import { LessThan } from 'typeorm';
import type { AuditLines } from '@content-service/audit';
import { type UserSession, SessionStore } from '@content-service/accounts';
import type { Uuid } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { BROWSER_SESSION } from '../entities/people.js';
import { deleteFirst } from './delete-first.js';
import type { AuditedTransactions } from './audited-transactions.js';

export class TypeOrmSessionStore extends SessionStore {
  private readonly database: Database;

  constructor(private readonly transactions: AuditedTransactions) {
    super();
    this.database = transactions.database;
  }

  override start(started: UserSession, replacedHash?: string): Promise<void> {
    return this.database.transaction(async (connection) => {
      const sessions = connection.repository(BROWSER_SESSION);
      if (replacedHash !== undefined) await sessions.delete({ idHash: replacedHash });
      await sessions.insert(started);
    });
  }

  override async find(idHash: string): Promise<UserSession | undefined> {
    const found = await this.database.read((connection) =>
      connection.repository(BROWSER_SESSION).findOneBy({ idHash }),
    );
    return found ?? undefined;
  }

  override listByUser(userId: Uuid): Promise<UserSession[]> {
    return this.database.read((connection) =>
      connection
        .repository(BROWSER_SESSION)
        .find({ where: { userId }, order: { startedAt: 'DESC', idHash: 'ASC' } }),
    );
  }

  override async markAuthenticated(idHash: string, authenticatedAt: number): Promise<void> {
    await this.database.change((connection) =>
      connection
        .repository(BROWSER_SESSION)
        .update({ idHash, authenticatedAt: LessThan(authenticatedAt) }, { authenticatedAt }),
    );
  }

  override async touch(idHash: string, expiresAt: number): Promise<void> {
    await this.database.change((connection) =>
      connection
        .repository(BROWSER_SESSION)
        .update({ idHash, expiresAt: LessThan(expiresAt) }, { expiresAt }),
    );
  }

  override async delete(idHash: string, auditLines?: AuditLines): Promise<boolean> {
    const deleted = await this.transactions.change(auditLines, (connection) =>
      connection.repository(BROWSER_SESSION).delete({ idHash }),
    );
    return deleted > 0;
  }

  override async deleteByUser(userId: Uuid): Promise<void> {
    await this.database.change((connection) => connection.repository(BROWSER_SESSION).delete({ userId }));
  }

  override prune(now: number, limit: number): Promise<number> {
    return deleteFirst(this.database, BROWSER_SESSION, 'expiresAt', { below: now }, limit);
  }
}

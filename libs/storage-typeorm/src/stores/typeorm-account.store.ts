import { IsNull, LessThan, MoreThan } from 'typeorm';
import type { AuditLines } from '@content-service/audit';
import { type Account, AccountStore, type AccountPageRequest, NameTaken } from '@content-service/accounts';
import type { Uuid } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { ACCOUNT } from '../entities/people.js';
import type { AuditedTransactions } from './audited-transactions.js';

export class TypeOrmAccountStore extends AccountStore {
  private readonly database: Database;

  constructor(private readonly transactions: AuditedTransactions) {
    super();
    this.database = transactions.database;
  }

  override find(id: Uuid): Promise<Account | undefined> {
    return this.findBy({ id });
  }

  override findByName(nameKey: string): Promise<Account | undefined> {
    return this.findBy({ nameKey });
  }

  override async list({ after, limit }: AccountPageRequest): Promise<{ accounts: Account[]; more: boolean }> {
    const accounts = await this.database.read((connection) =>
      connection.repository(ACCOUNT).find({
        where: after === undefined ? {} : { nameKey: MoreThan(after) },
        order: { nameKey: 'ASC' },
        take: limit + 1,
      }),
    );
    return { accounts: accounts.slice(0, limit), more: accounts.length > limit };
  }

  override async listIdsByRole(
    role: string,
    { after, limit }: { after?: Uuid; limit: number },
  ): Promise<Uuid[]> {
    const accounts = await this.database.read((connection) =>
      connection.repository(ACCOUNT).find({
        select: { id: true },
        where: after === undefined ? { role } : { role, id: MoreThan(after) },
        order: { id: 'ASC' },
        take: limit,
      }),
    );
    return accounts.map(({ id }) => id);
  }

  override async insert(account: Account, auditLines?: AuditLines): Promise<void> {
    await this.throwIfNameTaken(account, () =>
      this.transactions.change(auditLines, (connection) => connection.repository(ACCOUNT).insert(account)),
    );
  }

  override async update(
    account: Account,
    expectedVersion: number,
    auditLines?: AuditLines,
  ): Promise<boolean> {
    const { id, passwordChangeRequired = false } = account;
    // TypeORM leaves `undefined` out. A login is noted by `touch` alone.
    const kept = { id: undefined, createdAt: undefined, lastLoginAt: undefined };
    const changes = { ...account, passwordChangeRequired, ...kept };
    const changed = await this.throwIfNameTaken(account, () =>
      this.transactions.change(auditLines, (connection) =>
        connection.repository(ACCOUNT).update({ id, version: expectedVersion }, changes),
      ),
    );
    return changed > 0;
  }

  override async delete(id: Uuid, auditLines?: AuditLines): Promise<boolean> {
    const deleted = await this.transactions.change(auditLines, (connection) =>
      connection.repository(ACCOUNT).delete({ id }),
    );
    return deleted > 0;
  }

  override async touch(id: Uuid, lastLoginAt: number): Promise<void> {
    const isEarlier = [IsNull(), LessThan(lastLoginAt)].map((condition) => ({ id, lastLoginAt: condition }));
    await this.database.change((connection) =>
      connection.repository(ACCOUNT).update(isEarlier, { lastLoginAt }),
    );
  }

  private async findBy(key: { id: Uuid } | { nameKey: string }): Promise<Account | undefined> {
    const found = await this.database.read((connection) => connection.repository(ACCOUNT).findOneBy(key));
    return found ?? undefined;
  }

  /** The unique key on names decides between parallel callers. */
  private async throwIfNameTaken<T>({ id, name, nameKey }: Account, change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } catch (error) {
      if (this.database.dialect.classifyError(error) !== 'duplicate') throw error;
      const holder = await this.findByName(nameKey);
      throw holder?.id === id ? error : new NameTaken(name);
    }
  }
}

import type { AuditLines } from '@content-service/audit';
import { type Role, RoleStore } from '@content-service/accounts';
import type { Database } from '../database/database.js';
import { USER_ROLE } from '../entities/people.js';
import type { AuditedTransactions } from './audited-transactions.js';

export class TypeOrmRoleStore extends RoleStore {
  private readonly database: Database;

  constructor(private readonly transactions: AuditedTransactions) {
    super();
    this.database = transactions.database;
  }

  override async find(name: string): Promise<Role | undefined> {
    const found = await this.database.read((connection) =>
      connection.repository(USER_ROLE).findOneBy({ name }),
    );
    return found === null ? undefined : { ...found, builtIn: false };
  }

  override async list(): Promise<Role[]> {
    const roles = await this.database.read((connection) =>
      connection.repository(USER_ROLE).find({ order: { name: 'ASC' } }),
    );
    return roles.map((role) => ({ ...role, builtIn: false }));
  }

  override async insert(role: Role, auditLines?: AuditLines): Promise<boolean> {
    try {
      await this.transactions.change(auditLines, (connection) =>
        connection.repository(USER_ROLE).insert(role),
      );
      return true;
    } catch (error) {
      if (this.database.dialect.classifyError(error) === 'duplicate') return false;
      throw error;
    }
  }

  override async update(
    { name, version, label, scopes }: Role,
    expectedVersion: number,
    auditLines?: AuditLines,
  ): Promise<boolean> {
    const changed = await this.transactions.change(auditLines, (connection) =>
      connection.repository(USER_ROLE).update({ name, version: expectedVersion }, { version, label, scopes }),
    );
    return changed > 0;
  }

  override async delete(name: string, auditLines?: AuditLines): Promise<'deleted' | 'in use' | 'unknown'> {
    const deleted = await this.transactions.change(auditLines, (connection) =>
      connection
        .repository(USER_ROLE)
        .createQueryBuilder()
        .delete()
        .where({ name })
        .andWhere('NOT EXISTS (SELECT 1 FROM account WHERE role = :role)', { role: name })
        .execute(),
    );
    if (deleted > 0) return 'deleted';
    return (await this.find(name)) === undefined ? 'unknown' : 'in use';
  }
}

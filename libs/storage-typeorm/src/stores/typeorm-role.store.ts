import type { TransactionalRecords } from '@content-service/audit';
import { type Role, RoleStore } from '@content-service/accounts';
import { ScopeSet } from '@content-service/scopes';
import type { Database } from '../database/database.js';
import { insertStatement } from '../database/insert.js';
import { equalsAll, type Row, sql, updateStatement } from '../database/sql.js';
import type { RecordedTransactions } from './recorded-transactions.js';

export class TypeOrmRoleStore extends RoleStore {
  private readonly database: Database;

  constructor(private readonly transactions: RecordedTransactions) {
    super();
    this.database = transactions.database;
  }

  override async find(name: string): Promise<Role | undefined> {
    const [row] = await this.database.query<RoleRow>(sql`SELECT * FROM user_role WHERE name = ${name}`);
    return row && toRole(row);
  }

  override async list(): Promise<Role[]> {
    return (await this.database.query<RoleRow>(sql`SELECT * FROM user_role ORDER BY name`)).map(toRole);
  }

  override async insert(role: Role, records?: TransactionalRecords): Promise<boolean> {
    try {
      await this.transactions.execute(records, insertStatement('user_role', [toRow(role)]));
      return true;
    } catch (error) {
      if (this.database.dialect.classifyError(error) === 'duplicate') return false;
      throw error;
    }
  }

  override async update(
    role: Role,
    expectedVersion: number,
    records?: TransactionalRecords,
  ): Promise<boolean> {
    const present = equalsAll({ name: role.name, version: expectedVersion });
    return (await this.transactions.execute(records, updateStatement('user_role', toRow(role), present))) > 0;
  }

  override async delete(
    name: string,
    records?: TransactionalRecords,
  ): Promise<'deleted' | 'in use' | 'unknown'> {
    const deleted = await this.transactions.execute(
      records,
      sql`DELETE FROM user_role WHERE name = ${name} AND NOT EXISTS (SELECT 1 FROM account WHERE role = ${name})`,
    );
    if (deleted > 0) return 'deleted';
    return (await this.find(name)) === undefined ? 'unknown' : 'in use';
  }
}

interface RoleRow {
  readonly name: string;
  readonly version: number;
  readonly label: string;
  readonly scopes: string;
}

function toRow({ name, version, label, scopes }: Role): Row {
  return { name, version, label, scopes: scopes.toString() };
}

function toRole({ name, version, label, scopes }: RoleRow): Role {
  return { name, version, label, scopes: ScopeSet.parse(scopes), builtIn: false };
}

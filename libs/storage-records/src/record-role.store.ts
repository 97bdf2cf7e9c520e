import { type AccountStore, type Role, RoleStore } from '@content-service/accounts';
import type { AuditLines } from '@content-service/audit';
import { ScopeSet } from '@content-service/scopes';
import type { RecordDatabase } from './record-database.js';

const ROLES = 'role/';

type StoredRole = Omit<Role, 'scopes'> & { readonly scopes: string };

export class RecordRoleStore extends RoleStore {
  constructor(
    private readonly database: RecordDatabase,
    private readonly accounts: AccountStore,
  ) {
    super();
  }

  override async find(name: string): Promise<Role | undefined> {
    const stored = await this.database.get<StoredRole>(ROLES + name);
    return stored && decode(stored);
  }

  override async list(): Promise<Role[]> {
    return (await this.database.select<StoredRole>(ROLES)).map(decode);
  }

  override insert(role: Role, auditLines?: AuditLines): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      if ((await transaction.get(ROLES + role.name)) !== undefined) return false;
      await transaction.put(ROLES + role.name, encode(role));
      return true;
    }, auditLines);
  }

  override update(role: Role, expectedVersion: number, auditLines?: AuditLines): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const stored = await transaction.get<StoredRole>(ROLES + role.name);
      if (stored?.version !== expectedVersion) return false;
      await transaction.put(ROLES + role.name, encode(role));
      return true;
    }, auditLines);
  }

  override async delete(name: string, auditLines?: AuditLines): Promise<'deleted' | 'in use' | 'unknown'> {
    const users = await this.accounts.listIdsByRole(name, { limit: 1 });
    return this.database.transaction(
      async (transaction) => {
        if ((await transaction.get(ROLES + name)) === undefined) return 'unknown';
        if (users.length > 0) return 'in use';
        await transaction.delete(ROLES + name);
        return 'deleted';
      },
      auditLines,
      (outcome) => outcome === 'deleted',
    );
  }
}

function encode(role: Role): StoredRole {
  return { ...role, scopes: role.scopes.toString() };
}

function decode(stored: StoredRole): Role {
  return { ...stored, scopes: ScopeSet.parse(stored.scopes) };
}

import type { TransactionalRecords } from '@content-service/audit';
import { type Role, RoleStore } from '@content-service/accounts';
import { atomic } from './atomic.js';
import { RecordedTransactions } from './recorded-transactions.js';
import { sortBytewise } from './sort-bytewise.js';
import type { MemoryAccountStore } from './memory-account.store.js';

export class MemoryRoleStore extends RoleStore {
  constructor(
    private readonly accounts: Pick<MemoryAccountStore, 'hasRole'>,
    private readonly roles = new Map<string, Role>(),
    private readonly transactions = new RecordedTransactions(),
  ) {
    super();
  }

  override find(name: string): Promise<Role | undefined> {
    return atomic(() => this.roles.get(name));
  }

  override list(): Promise<Role[]> {
    return atomic(() => sortBytewise([...this.roles.values()], ({ name }) => name));
  }

  override insert(role: Role, records?: TransactionalRecords): Promise<boolean> {
    return this.transactions.run(records, () => {
      if (this.roles.has(role.name)) return false;
      this.roles.set(role.name, role);
      return true;
    });
  }

  override update(role: Role, expectedVersion: number, records?: TransactionalRecords): Promise<boolean> {
    return this.transactions.run(records, () => {
      if (this.roles.get(role.name)?.version !== expectedVersion) return false;
      this.roles.set(role.name, role);
      return true;
    });
  }

  override delete(name: string, records?: TransactionalRecords): Promise<'deleted' | 'in use' | 'unknown'> {
    const remove = (): 'deleted' | 'in use' | 'unknown' => {
      if (!this.roles.has(name)) return 'unknown';
      if (this.accounts.hasRole(name)) return 'in use';
      this.roles.delete(name);
      return 'deleted';
    };
    return this.transactions.run(records, remove, (outcome) => outcome === 'deleted');
  }
}

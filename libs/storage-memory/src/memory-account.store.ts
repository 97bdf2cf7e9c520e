import type { TransactionalRecords } from '@content-service/audit';
import { type Account, AccountStore, type AccountPageRequest, NameTaken } from '@content-service/accounts';
import type { Uuid } from '@content-service/kernel';
import { atomic } from './atomic.js';
import { RecordedTransactions } from './recorded-transactions.js';
import { sortBytewise } from './sort-bytewise.js';

export class MemoryAccountStore extends AccountStore {
  private readonly accounts = new Map<Uuid, Account>();

  constructor(private readonly transactions = new RecordedTransactions()) {
    super();
  }

  override find(id: Uuid): Promise<Account | undefined> {
    return atomic(() => this.accounts.get(id));
  }

  override findByName(nameKey: string): Promise<Account | undefined> {
    return atomic(() => this.findByNameKey(nameKey));
  }

  override list({ after, limit }: AccountPageRequest): Promise<{ accounts: Account[]; more: boolean }> {
    return atomic(() => {
      const ordered = sortBytewise([...this.accounts.values()], ({ nameKey }) => nameKey);
      const start = after === undefined ? 0 : ordered.findIndex(({ nameKey }) => isAfter(nameKey, after));
      const rest = start === -1 ? [] : ordered.slice(start);
      return { accounts: rest.slice(0, limit), more: rest.length > limit };
    });
  }

  override listIdsByRole(
    role: string,
    { after = '', limit }: { after?: Uuid; limit: number },
  ): Promise<Uuid[]> {
    return atomic(() => {
      const accounts = [...this.accounts.values()].filter(
        ({ id, role: held }) => held === role && id > after,
      );
      return accounts
        .map(({ id }) => id)
        .sort()
        .slice(0, limit);
    });
  }

  override insert(account: Account, records?: TransactionalRecords): Promise<void> {
    return this.transactions.run(records, () => {
      this.assertNameFree(account);
      this.accounts.set(account.id, account);
    });
  }

  override update(
    account: Account,
    expectedVersion: number,
    records?: TransactionalRecords,
  ): Promise<boolean> {
    return this.transactions.run(records, () => {
      const present = this.accounts.get(account.id);
      if (present?.version !== expectedVersion) return false;
      this.assertNameFree(account);
      this.accounts.set(account.id, withLastLogin(account, present.lastLoginAt));
      return true;
    });
  }

  override delete(id: Uuid, records?: TransactionalRecords): Promise<boolean> {
    return this.transactions.run(records, () => this.accounts.delete(id));
  }

  override touch(id: Uuid, lastLoginAt: number): Promise<void> {
    return atomic(() => {
      const account = this.accounts.get(id);
      if (account === undefined) return;
      this.accounts.set(id, withLastLogin(account, Math.max(lastLoginAt, account.lastLoginAt ?? 0)));
    });
  }

  /** For the store of roles, which must not delete one that is in use. */
  hasRole(role: string): boolean {
    return [...this.accounts.values()].some((account) => account.role === role);
  }

  private findByNameKey(nameKey: string): Account | undefined {
    return [...this.accounts.values()].find((account) => account.nameKey === nameKey);
  }

  private assertNameFree({ id, name, nameKey }: Account): void {
    const holder = this.findByNameKey(nameKey);
    if (holder !== undefined && holder.id !== id) throw new NameTaken(name);
  }
}

/** The last login belongs to `touch` alone: an update made from an older reading must not turn it back. */
function withLastLogin(account: Account, lastLoginAt: number | undefined): Account {
  return lastLoginAt === undefined ? account : { ...account, lastLoginAt };
}

function isAfter(nameKey: string, after: string): boolean {
  return Buffer.compare(Buffer.from(nameKey), Buffer.from(after)) > 0;
}

import { type Account, AccountStore, type AccountWindow, NameTaken } from '@content-service/accounts';
import type { Uuid } from '@content-service/kernel';
import { act } from './act.js';
import { inOrderOfBytes } from './in-order-of-bytes.js';

export class MemoryAccountStore extends AccountStore {
  private readonly accounts = new Map<Uuid, Account>();

  override find(id: Uuid): Promise<Account | undefined> {
    return act(() => this.accounts.get(id));
  }

  override findByName(nameKey: string): Promise<Account | undefined> {
    return act(() => this.named(nameKey));
  }

  override list({ after, limit }: AccountWindow): Promise<{ accounts: Account[]; more: boolean }> {
    return act(() => {
      const ordered = inOrderOfBytes([...this.accounts.values()], ({ nameKey }) => nameKey);
      const start = after === undefined ? 0 : ordered.findIndex(({ nameKey }) => isBehind(nameKey, after));
      const rest = start === -1 ? [] : ordered.slice(start);
      return { accounts: rest.slice(0, limit), more: rest.length > limit };
    });
  }

  override insert(account: Account): Promise<void> {
    return act(() => {
      this.requireFreeName(account);
      this.accounts.set(account.id, account);
    });
  }

  override update(account: Account, expectedVersion: number): Promise<boolean> {
    return act(() => {
      const present = this.accounts.get(account.id);
      if (present?.version !== expectedVersion) return false;
      this.requireFreeName(account);
      this.accounts.set(account.id, withLastLogin(account, present.lastLoginAt));
      return true;
    });
  }

  override delete(id: Uuid): Promise<boolean> {
    return act(() => this.accounts.delete(id));
  }

  override touch(id: Uuid, lastLoginAt: number): Promise<void> {
    return act(() => {
      const account = this.accounts.get(id);
      if (account === undefined) return;
      this.accounts.set(id, withLastLogin(account, Math.max(lastLoginAt, account.lastLoginAt ?? 0)));
    });
  }

  /** For the store of roles, which must not delete one that is in use. */
  hasRole(role: string): boolean {
    return [...this.accounts.values()].some((account) => account.role === role);
  }

  private named(nameKey: string): Account | undefined {
    return [...this.accounts.values()].find((account) => account.nameKey === nameKey);
  }

  private requireFreeName({ id, name, nameKey }: Account): void {
    const holder = this.named(nameKey);
    if (holder !== undefined && holder.id !== id) throw new NameTaken(name);
  }
}

/** The last login belongs to `touch` alone: an update made from an older reading must not turn it back. */
function withLastLogin(account: Account, lastLoginAt: number | undefined): Account {
  return lastLoginAt === undefined ? account : { ...account, lastLoginAt };
}

function isBehind(nameKey: string, after: string): boolean {
  return Buffer.compare(Buffer.from(nameKey), Buffer.from(after)) > 0;
}

import { type Account, type AccountPageRequest, AccountStore, NameTaken } from '@content-service/accounts';
import type { AuditLines } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';
import { toBoundedKey } from './bounded-key.js';
import type { RecordDatabase } from './record-database.js';
import type { RecordTransaction } from './record-transaction.js';

const ACCOUNTS = 'account/';
/** The id of the account that has a `nameKey`. */
const NAMES = 'account-name/';

export class RecordAccountStore extends AccountStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override find(id: Uuid): Promise<Account | undefined> {
    return this.database.get(ACCOUNTS + id);
  }

  override async findByName(nameKey: string): Promise<Account | undefined> {
    const name = await this.database.get<NameHolder>(NAMES + nameKey);
    return name && this.find(name.id);
  }

  override async list({ after, limit }: AccountPageRequest): Promise<{ accounts: Account[]; more: boolean }> {
    const from = after === undefined ? undefined : toBoundedKey(NAMES + after);
    const names = await this.database.store.list({ prefix: NAMES, after: from, limit: limit + 1 });
    const accounts = await Promise.all(
      names.slice(0, limit).map(({ value }) => this.find(value['id'] as Uuid)),
    );
    return { accounts: accounts.filter((account) => account !== undefined), more: names.length > limit };
  }

  override async listIdsByRole(
    role: string,
    { after, limit }: { after?: Uuid; limit: number },
  ): Promise<Uuid[]> {
    const ids: Uuid[] = [];
    const from = after === undefined ? undefined : ACCOUNTS + after;
    for await (const account of this.database.values<Account>(ACCOUNTS, { after: from })) {
      if (ids.length >= limit) break;
      if (account.role === role) ids.push(account.id);
    }
    return ids;
  }

  override insert(account: Account, auditLines?: AuditLines): Promise<void> {
    return this.database.transaction(async (transaction) => {
      await takeName(transaction, account);
      await transaction.put(ACCOUNTS + account.id, account);
    }, auditLines);
  }

  override update(account: Account, expectedVersion: number, auditLines?: AuditLines): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const present = await transaction.get<Account>(ACCOUNTS + account.id);
      if (present?.version !== expectedVersion) return false;
      await takeName(transaction, account);
      if (present.nameKey !== account.nameKey) await transaction.delete(NAMES + present.nameKey);
      const lastLoginAt = present.lastLoginAt ?? account.lastLoginAt;
      await transaction.put(ACCOUNTS + account.id, { ...account, lastLoginAt });
      return true;
    }, auditLines);
  }

  override delete(id: Uuid, auditLines?: AuditLines): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const account = await transaction.get<Account>(ACCOUNTS + id);
      if (account !== undefined) await transaction.delete(NAMES + account.nameKey);
      return transaction.delete(ACCOUNTS + id);
    }, auditLines);
  }

  override touch(id: Uuid, lastLoginAt: number): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const account = await transaction.get<Account>(ACCOUNTS + id);
      if (account === undefined) return;
      const latest = Math.max(lastLoginAt, account.lastLoginAt ?? 0);
      await transaction.put(ACCOUNTS + id, { ...account, lastLoginAt: latest });
    });
  }
}

interface NameHolder {
  readonly id: Uuid;
}

/** @throws NameTaken */
async function takeName(transaction: RecordTransaction, { id, name, nameKey }: Account): Promise<void> {
  const holder = await transaction.get<NameHolder>(NAMES + nameKey);
  if (holder !== undefined && holder.id !== id) throw new NameTaken(name);
  if (holder === undefined) await transaction.put(NAMES + nameKey, { id });
}

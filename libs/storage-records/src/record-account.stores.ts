import type { TransactionalRecords } from '@content-service/audit';
import {
  type Account,
  type AccountPageRequest,
  AccountStore,
  type HitCounter,
  NameTaken,
  type Role,
  RoleStore,
  SessionStore,
  ThrottleStore,
  type UserSession,
} from '@content-service/accounts';
import type { Uuid } from '@content-service/kernel';
import { ScopeSet } from '@content-service/scopes';
import { MemoryRoleStore, MemorySessionStore, MemoryThrottleStore } from '@content-service/storage-memory';
import { toBoundedKey } from './bounded-key.js';
import type { NeededIds } from './loaded-map.js';
import type { RecordCodec, RecordTransaction } from './record-transaction.js';
import type { Records } from './records.js';

const ACCOUNTS = 'account/';
/** The id of the account that has a `nameKey`. */
const NAMES = 'account-name/';

export class RecordAccountStore extends AccountStore {
  constructor(private readonly records: Records) {
    super();
  }

  override find(id: Uuid): Promise<Account | undefined> {
    return this.records.get(ACCOUNTS + id);
  }

  override async findByName(nameKey: string): Promise<Account | undefined> {
    const name = await this.records.get<NameHolder>(NAMES + nameKey);
    return name && this.find(name.id);
  }

  override async list({ after, limit }: AccountPageRequest): Promise<{ accounts: Account[]; more: boolean }> {
    const from = after === undefined ? undefined : toBoundedKey(NAMES + after);
    const names = await this.records.store.list({ prefix: NAMES, after: from, limit: limit + 1 });
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
    for await (const account of this.records.values<Account>(ACCOUNTS, { after: from })) {
      if (ids.length >= limit) break;
      if (account.role === role) ids.push(account.id);
    }
    return ids;
  }

  override insert(account: Account, records?: TransactionalRecords): Promise<void> {
    return this.records.recordedTransaction(records, async (transaction) => {
      await takeName(transaction, account);
      await transaction.put(ACCOUNTS + account.id, account);
    });
  }

  override update(
    account: Account,
    expectedVersion: number,
    records?: TransactionalRecords,
  ): Promise<boolean> {
    return this.records.recordedTransaction(records, async (transaction) => {
      const present = await transaction.get<Account>(ACCOUNTS + account.id);
      if (present?.version !== expectedVersion) return false;
      await takeName(transaction, account);
      if (present.nameKey !== account.nameKey) await transaction.delete(NAMES + present.nameKey);
      const lastLoginAt = present.lastLoginAt ?? account.lastLoginAt;
      await transaction.put(ACCOUNTS + account.id, { ...account, lastLoginAt });
      return true;
    });
  }

  override delete(id: Uuid, records?: TransactionalRecords): Promise<boolean> {
    return this.records.recordedTransaction(records, async (transaction) => {
      const account = await transaction.get<Account>(ACCOUNTS + id);
      if (account !== undefined) await transaction.delete(NAMES + account.nameKey);
      return transaction.delete(ACCOUNTS + id);
    });
  }

  override touch(id: Uuid, lastLoginAt: number): Promise<void> {
    return this.records.transaction(async (transaction) => {
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

export class RecordRoleStore extends RoleStore {
  constructor(
    private readonly records: Records,
    private readonly accounts: AccountStore,
  ) {
    super();
  }

  override find(name: string): Promise<Role | undefined> {
    return this.run([name], (store) => store.find(name));
  }

  override list(): Promise<Role[]> {
    return this.run('all', (store) => store.list());
  }

  override insert(role: Role, records?: TransactionalRecords): Promise<boolean> {
    return this.run([role.name], (store) => store.insert(role), { records });
  }

  override update(role: Role, expectedVersion: number, records?: TransactionalRecords): Promise<boolean> {
    return this.run([role.name], (store) => store.update(role, expectedVersion), { records });
  }

  override async delete(
    name: string,
    records?: TransactionalRecords,
  ): Promise<'deleted' | 'in use' | 'unknown'> {
    const users = await this.accounts.listIdsByRole(name, { limit: 1 });
    return this.run([name], (store) => store.delete(name), { records, isUsed: users.length > 0 });
  }

  private run<T>(
    names: NeededIds,
    operation: (store: MemoryRoleStore) => Promise<T>,
    { records, isUsed = false }: { records?: TransactionalRecords | undefined; isUsed?: boolean } = {},
  ): Promise<T> {
    return this.records.recordedTransaction(
      records,
      async (transaction) =>
        operation(
          new MemoryRoleStore({ hasRole: () => isUsed }, await transaction.load('role/', names, ROLE_CODEC)),
        ),
      (result) => result === true || result === 'deleted',
    );
  }
}

const ROLE_CODEC: RecordCodec<Role> = {
  encode: (role) => ({ ...role, scopes: role.scopes.toString() }),
  decode: (stored) => {
    const role = stored as Omit<Role, 'scopes'> & { readonly scopes: string };
    return { ...role, scopes: ScopeSet.parse(role.scopes) };
  },
};

const SESSIONS = 'session/';

export class RecordSessionStore extends SessionStore {
  constructor(private readonly records: Records) {
    super();
  }

  override start(session: UserSession, replacedHash?: string): Promise<void> {
    const ids = [session.idHash, ...(replacedHash === undefined ? [] : [replacedHash])];
    return this.run(ids, (store) => store.start(session, replacedHash));
  }

  override find(idHash: string): Promise<UserSession | undefined> {
    return this.run([idHash], (store) => store.find(idHash));
  }

  override listByUser(userId: Uuid): Promise<UserSession[]> {
    return this.run('all', (store) => store.listByUser(userId));
  }

  override markAuthenticated(idHash: string, authenticatedAt: number): Promise<void> {
    return this.run([idHash], (store) => store.markAuthenticated(idHash, authenticatedAt));
  }

  override touch(idHash: string, expiresAt: number): Promise<void> {
    return this.run([idHash], (store) => store.touch(idHash, expiresAt));
  }

  override delete(idHash: string, records?: TransactionalRecords): Promise<boolean> {
    return this.run([idHash], (store) => store.delete(idHash), records);
  }

  override deleteByUser(userId: Uuid): Promise<void> {
    return this.run('all', (store) => store.deleteByUser(userId));
  }

  override prune(now: number, limit: number): Promise<number> {
    return this.records.deleteSelected(SESSIONS, ({ expiresAt }: UserSession) => expiresAt < now, limit);
  }

  private run<T>(
    ids: NeededIds,
    operation: (store: MemorySessionStore) => Promise<T>,
    records?: TransactionalRecords,
  ): Promise<T> {
    return this.records.recordedTransaction(records, async (transaction) =>
      operation(new MemorySessionStore(await transaction.load<UserSession>(SESSIONS, ids))),
    );
  }
}

const COUNTERS = 'throttle/';

export class RecordThrottleStore extends ThrottleStore {
  constructor(private readonly records: Records) {
    super();
  }

  override increment(key: string, windowSeconds: number, now: number, amount = 1): Promise<HitCounter> {
    return this.run(key, (store) => store.increment(key, windowSeconds, now, amount));
  }

  override find(key: string, now: number): Promise<HitCounter | undefined> {
    return this.run(key, (store) => store.find(key, now));
  }

  override decrement(key: string): Promise<void> {
    return this.run(key, (store) => store.decrement(key));
  }

  override restart(
    key: string,
    windowSeconds: number,
    now: number,
    records?: TransactionalRecords,
  ): Promise<void> {
    return this.run(key, (store) => store.restart(key, windowSeconds, now), records);
  }

  override reset(key: string): Promise<void> {
    return this.run(key, (store) => store.reset(key));
  }

  override prune(now: number, limit: number): Promise<number> {
    return this.records.deleteSelected(COUNTERS, ({ endsAt }: HitCounter) => endsAt < now, limit);
  }

  private run<T>(
    key: string,
    operation: (store: MemoryThrottleStore) => Promise<T>,
    records?: TransactionalRecords,
  ): Promise<T> {
    return this.records.recordedTransaction(records, async (transaction) =>
      operation(new MemoryThrottleStore(await transaction.load<HitCounter>(COUNTERS, [key]))),
    );
  }
}

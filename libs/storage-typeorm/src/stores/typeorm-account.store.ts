import type { TransactionalRecords } from '@content-service/audit';
import { type Account, AccountStore, type AccountPageRequest, NameTaken } from '@content-service/accounts';
import type { Uuid } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { insertStatement } from '../database/insert.js';
import { equalsAll, type Row, sql, TRUE, updateStatement } from '../database/sql.js';
import type { RecordedTransactions } from './recorded-transactions.js';

export class TypeOrmAccountStore extends AccountStore {
  private readonly database: Database;

  constructor(private readonly transactions: RecordedTransactions) {
    super();
    this.database = transactions.database;
  }

  override async find(id: Uuid): Promise<Account | undefined> {
    const [row] = await this.database.query<AccountRow>(sql`SELECT * FROM account WHERE id = ${id}`);
    return row && toAccount(row);
  }

  override async findByName(nameKey: string): Promise<Account | undefined> {
    const [row] = await this.database.query<AccountRow>(
      sql`SELECT * FROM account WHERE name_key = ${Buffer.from(nameKey)}`,
    );
    return row && toAccount(row);
  }

  override async list({ after, limit }: AccountPageRequest): Promise<{ accounts: Account[]; more: boolean }> {
    const behind = after === undefined ? TRUE : sql`name_key > ${Buffer.from(after)}`;
    const rows = await this.database.query<AccountRow>(
      sql`SELECT * FROM account WHERE ${behind} ORDER BY name_key LIMIT ${limit + 1}`,
    );
    return { accounts: rows.slice(0, limit).map(toAccount), more: rows.length > limit };
  }

  override async listIdsByRole(
    role: string,
    { after, limit }: { after?: Uuid; limit: number },
  ): Promise<Uuid[]> {
    const behind = after === undefined ? TRUE : sql`id > ${after}`;
    const rows = await this.database.query<Pick<AccountRow, 'id'>>(
      sql`SELECT id FROM account WHERE role = ${role} AND ${behind} ORDER BY id LIMIT ${limit}`,
    );
    return rows.map(({ id }) => id);
  }

  override async insert(account: Account, records?: TransactionalRecords): Promise<void> {
    const { id, createdAt, lastLoginAt } = account;
    const row = {
      id,
      created_at: createdAt,
      last_login_at: lastLoginAt ?? null,
      ...toMutableColumns(account),
    };
    await this.throwIfNameTaken(account, () =>
      this.transactions.execute(records, insertStatement('account', [row])),
    );
  }

  override async update(
    account: Account,
    expectedVersion: number,
    records?: TransactionalRecords,
  ): Promise<boolean> {
    const present = equalsAll({ id: account.id, version: expectedVersion });
    const changed = await this.throwIfNameTaken(account, () =>
      this.transactions.execute(records, updateStatement('account', toMutableColumns(account), present)),
    );
    return changed > 0;
  }

  override async delete(id: Uuid, records?: TransactionalRecords): Promise<boolean> {
    return (await this.transactions.execute(records, sql`DELETE FROM account WHERE id = ${id}`)) > 0;
  }

  override async touch(id: Uuid, lastLoginAt: number): Promise<void> {
    await this.database.execute(
      sql`UPDATE account SET last_login_at = ${lastLoginAt}
          WHERE id = ${id} AND (last_login_at IS NULL OR last_login_at < ${lastLoginAt})`,
    );
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

interface AccountRow {
  readonly id: Uuid;
  readonly version: number;
  readonly name: string;
  readonly name_key: Buffer;
  readonly role: string;
  readonly enabled: number;
  readonly password_change_required: number;
  readonly password_hash: string;
  readonly access_epoch: number;
  readonly created_at: number;
  readonly last_login_at: number | null;
}

function toMutableColumns({
  version,
  name,
  nameKey,
  role,
  enabled,
  passwordChangeRequired,
  passwordHash,
  accessEpoch,
}: Account): Row {
  return {
    version,
    name,
    name_key: Buffer.from(nameKey),
    role,
    enabled: enabled ? 1 : 0,
    password_change_required: passwordChangeRequired === true ? 1 : 0,
    password_hash: passwordHash,
    access_epoch: accessEpoch,
  };
}

function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    nameKey: row.name_key.toString(),
    role: row.role,
    enabled: row.enabled === 1,
    ...(row.password_change_required === 1 ? { passwordChangeRequired: true } : {}),
    passwordHash: row.password_hash,
    accessEpoch: row.access_epoch,
    createdAt: row.created_at,
    ...(row.last_login_at === null ? {} : { lastLoginAt: row.last_login_at }),
  };
}

import { type Account, AccountStore, type AccountWindow, NameTaken } from '@content-service/accounts';
import type { Uuid } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { sql, TRUE } from '../database/sql.js';
import { equal, insert, type Row, update } from '../database/statements.js';

export class TypeOrmAccountStore extends AccountStore {
  constructor(private readonly database: Database) {
    super();
  }

  override async find(id: Uuid): Promise<Account | undefined> {
    const [row] = await this.database.rows<AccountRow>(sql`SELECT * FROM account WHERE id = ${id}`);
    return row && toAccount(row);
  }

  override async findByName(nameKey: string): Promise<Account | undefined> {
    const [row] = await this.database.rows<AccountRow>(
      sql`SELECT * FROM account WHERE name_key = ${Buffer.from(nameKey)}`,
    );
    return row && toAccount(row);
  }

  override async list({ after, limit }: AccountWindow): Promise<{ accounts: Account[]; more: boolean }> {
    const behind = after === undefined ? TRUE : sql`name_key > ${Buffer.from(after)}`;
    const rows = await this.database.rows<AccountRow>(
      sql`SELECT * FROM account WHERE ${behind} ORDER BY name_key LIMIT ${limit + 1}`,
    );
    return { accounts: rows.slice(0, limit).map(toAccount), more: rows.length > limit };
  }

  override async insert(account: Account): Promise<void> {
    const { id, createdAt, lastLoginAt } = account;
    const row = { id, created_at: createdAt, last_login_at: lastLoginAt ?? null, ...toChanging(account) };
    await this.orTaken(account, () => this.database.run(insert('account', [row])));
  }

  override async update(account: Account, expectedVersion: number): Promise<boolean> {
    const present = equal({ id: account.id, version: expectedVersion });
    const changed = await this.orTaken(account, () =>
      this.database.run(update('account', toChanging(account), present)),
    );
    return changed > 0;
  }

  override async delete(id: Uuid): Promise<boolean> {
    return (await this.database.run(sql`DELETE FROM account WHERE id = ${id}`)) > 0;
  }

  override async touch(id: Uuid, lastLoginAt: number): Promise<void> {
    await this.database.run(
      sql`UPDATE account SET last_login_at = ${lastLoginAt}
          WHERE id = ${id} AND (last_login_at IS NULL OR last_login_at < ${lastLoginAt})`,
    );
  }

  /** The unique key on names is the judge between any number of rivals. */
  private async orTaken<T>({ id, name, nameKey }: Account, change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } catch (error) {
      if (this.database.dialect.faultOf(error) !== 'duplicate') throw error;
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
  readonly password_hash: string;
  readonly access_epoch: number;
  readonly created_at: number;
  readonly last_login_at: number | null;
}

function toChanging({ version, name, nameKey, role, enabled, passwordHash, accessEpoch }: Account): Row {
  return {
    version,
    name,
    name_key: Buffer.from(nameKey),
    role,
    enabled: enabled ? 1 : 0,
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
    passwordHash: row.password_hash,
    accessEpoch: row.access_epoch,
    createdAt: row.created_at,
    ...(row.last_login_at === null ? {} : { lastLoginAt: row.last_login_at }),
  };
}

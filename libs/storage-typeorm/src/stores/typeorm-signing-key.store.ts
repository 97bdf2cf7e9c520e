import type { TransactionalRecords } from '@content-service/audit';
import { type SigningKey, SigningKeyStore } from '@content-service/oauth-grants';
import type { Database } from '../database/database.js';
import { insertStatements } from '../database/insert.js';
import { sql } from '../database/sql.js';
import { incrementGeneration } from './generation.js';
import type { RecordedTransactions } from './recorded-transactions.js';

export class TypeOrmSigningKeyStore extends SigningKeyStore {
  private readonly database: Database;

  constructor(private readonly transactions: RecordedTransactions) {
    super();
    this.database = transactions.database;
  }

  override async list(): Promise<SigningKey[]> {
    const rows = await this.database.query<KeyRow>(sql`SELECT * FROM signing_key ORDER BY place`);
    return rows.map(toKey);
  }

  override replace(
    keys: readonly SigningKey[],
    expectedKids: readonly string[],
    records?: TransactionalRecords,
  ): Promise<boolean> {
    return this.transactions.run(records, async (connection) => {
      // Raised first: the row serializes replacements, also while there is no key to lock.
      await incrementGeneration(connection, 'keys');
      const present = await connection.query<{ kid: string }>(sql`SELECT kid FROM signing_key`);
      if (
        !sameSet(
          present.map(({ kid }) => kid),
          expectedKids,
        )
      )
        return false;
      await connection.defer(sql`DELETE FROM signing_key`);
      for (const statement of insertStatements('signing_key', keys.map(toRow)))
        await connection.defer(statement);
      return true;
    });
  }
}

interface KeyRow {
  readonly kid: string;
  readonly place: number;
  readonly algorithm: SigningKey['algorithm'];
  readonly sealed_private_key: string;
  readonly public_key: string;
  readonly state: SigningKey['state'];
  readonly created_at: number;
  readonly retired_at: number | null;
}

function toRow(key: SigningKey, index: number): Record<keyof KeyRow, string | number | null> {
  return {
    kid: key.kid,
    place: index,
    algorithm: key.algorithm,
    sealed_private_key: key.sealedPrivateKey,
    public_key: key.publicKey,
    state: key.state,
    created_at: key.createdAt,
    retired_at: key.retiredAt ?? null,
  };
}

function toKey(row: KeyRow): SigningKey {
  return {
    kid: row.kid,
    algorithm: row.algorithm,
    sealedPrivateKey: row.sealed_private_key,
    publicKey: row.public_key,
    state: row.state,
    createdAt: row.created_at,
    ...(row.retired_at === null ? {} : { retiredAt: row.retired_at }),
  };
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && new Set([...a, ...b]).size === a.length;
}

import type { TransactionalRecords } from '@content-service/audit';
import { type ApiClient, ClientStore } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import type { Database } from '../database/database.js';
import { insertStatement } from '../database/insert.js';
import { type Sql, sql } from '../database/sql.js';
import { incrementGeneration } from './generation.js';
import type { RecordedTransactions } from './recorded-transactions.js';

export class TypeOrmClientStore extends ClientStore {
  private readonly database: Database;

  constructor(private readonly transactions: RecordedTransactions) {
    super();
    this.database = transactions.database;
  }

  override async find(id: string): Promise<ApiClient | undefined> {
    const [row] = await this.database.query<ClientRow>(sql`${SELECT} WHERE id = ${id}`);
    return row && toClient(row);
  }

  override async list(): Promise<ApiClient[]> {
    const rows = await this.database.query<ClientRow>(sql`${SELECT} ORDER BY created_at, id`);
    return rows.map(toClient);
  }

  override async insert(client: ApiClient, records?: TransactionalRecords): Promise<void> {
    const { id, version, createdAt, lastUsedAt } = client;
    await this.change(
      records,
      insertStatement('client', [
        {
          id,
          version,
          created_at: createdAt,
          last_used_at: lastUsedAt ?? null,
          definition: toDefinition(client),
        },
      ]),
    );
  }

  override update(
    client: ApiClient,
    expectedVersion: number,
    records?: TransactionalRecords,
  ): Promise<boolean> {
    return this.change(
      records,
      sql`UPDATE client SET version = ${client.version}, definition = ${toDefinition(client)}
          WHERE id = ${client.id} AND version = ${expectedVersion}`,
    );
  }

  override delete(id: string, records?: TransactionalRecords): Promise<boolean> {
    return this.change(records, sql`DELETE FROM client WHERE id = ${id}`);
  }

  override async touch(id: string, usedAt: number): Promise<void> {
    await this.database.execute(sql`UPDATE client SET last_used_at = ${usedAt} WHERE id = ${id}`);
  }

  /** @returns whether anything was changed */
  private change(records: TransactionalRecords | undefined, statement: Sql): Promise<boolean> {
    return this.transactions.run(records, async (connection) => {
      const changed = (await connection.execute(statement)) > 0;
      if (changed) await incrementGeneration(connection, 'clients');
      return changed;
    });
  }
}

interface ClientRow {
  readonly id: string;
  readonly version: number;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly definition: string;
}

/** The members that are stored as JSON, as no statement uses them. */
type Definition = Omit<ApiClient, 'id' | 'version' | 'createdAt' | 'lastUsedAt' | 'allowedScopes'> & {
  readonly allowedScopes: string;
};

const SELECT = sql`SELECT id, version, created_at, last_used_at, definition FROM client`;

function toDefinition(client: ApiClient): string {
  const apart = { id: undefined, version: undefined, createdAt: undefined, lastUsedAt: undefined };
  return JSON.stringify({ ...client, ...apart, allowedScopes: client.allowedScopes.toString() });
}

function toClient(row: ClientRow): ApiClient {
  const definition = JSON.parse(row.definition) as Definition;
  return {
    ...definition,
    allowedScopes: ScopeSet.parse(definition.allowedScopes),
    id: row.id,
    version: row.version,
    createdAt: row.created_at,
    ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at }),
  };
}

import type { Repository } from 'typeorm';
import type { AuditLines } from '@content-service/audit';
import { type ApiClient, ClientStore } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import type { Database } from '../database/database.js';
import { CLIENT, type ClientRow } from '../entities/access.js';
import { incrementGeneration } from './generation.js';
import { countRows, type AuditedTransactions } from './audited-transactions.js';

export class TypeOrmClientStore extends ClientStore {
  private readonly database: Database;

  constructor(private readonly transactions: AuditedTransactions) {
    super();
    this.database = transactions.database;
  }

  override async find(id: string): Promise<ApiClient | undefined> {
    const row = await this.database.read((connection) => connection.repository(CLIENT).findOneBy({ id }));
    return row === null ? undefined : toClient(row);
  }

  override async list(): Promise<ApiClient[]> {
    const rows = await this.database.read((connection) =>
      connection.repository(CLIENT).find({ order: { createdAt: 'ASC', id: 'ASC' } }),
    );
    return rows.map(toClient);
  }

  override async insert(client: ApiClient, auditLines?: AuditLines): Promise<void> {
    const row = { ...client, definition: toDefinition(client) };
    await this.change(auditLines, (clients) => clients.insert(row));
  }

  override update(client: ApiClient, expectedVersion: number, auditLines?: AuditLines): Promise<boolean> {
    const { id, version } = client;
    return this.change(auditLines, (clients) =>
      clients.update({ id, version: expectedVersion }, { version, definition: toDefinition(client) }),
    );
  }

  override delete(id: string, auditLines?: AuditLines): Promise<boolean> {
    return this.change(auditLines, (clients) => clients.delete({ id }));
  }

  override async touch(id: string, usedAt: number): Promise<void> {
    await this.database.change((connection) =>
      connection.repository(CLIENT).update({ id }, { lastUsedAt: usedAt }),
    );
  }

  /** @returns whether anything was changed */
  private change(
    auditLines: AuditLines | undefined,
    change: (clients: Repository<ClientRow>) => Promise<Parameters<typeof countRows>[0]>,
  ): Promise<boolean> {
    return this.transactions.run(auditLines, async (connection) => {
      const isChanged = countRows(await change(connection.repository(CLIENT))) > 0;
      if (isChanged) await incrementGeneration(connection, 'clients');
      return isChanged;
    });
  }
}

/** The members that are stored as JSON, as no statement uses them. */
type Definition = Omit<ApiClient, 'id' | 'version' | 'createdAt' | 'lastUsedAt' | 'allowedScopes'> & {
  readonly allowedScopes: string;
};

function toDefinition(client: ApiClient): object {
  const apart = { id: undefined, version: undefined, createdAt: undefined, lastUsedAt: undefined };
  return { ...client, ...apart, allowedScopes: client.allowedScopes.toString() };
}

function toClient({ definition, ...columns }: ClientRow): ApiClient {
  const { allowedScopes, ...members } = definition as Definition;
  return { ...members, allowedScopes: ScopeSet.parse(allowedScopes), ...columns };
}

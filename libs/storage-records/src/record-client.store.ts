import type { AuditLines } from '@content-service/audit';
import { type ApiClient, ClientStore } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import type { RecordDatabase } from './record-database.js';

const CLIENTS = 'client/';

type StoredClient = Omit<ApiClient, 'allowedScopes'> & { readonly allowedScopes: string };

export class RecordClientStore extends ClientStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override async find(id: string): Promise<ApiClient | undefined> {
    const stored = await this.database.get<StoredClient>(CLIENTS + id);
    return stored && decode(stored);
  }

  override async list(): Promise<ApiClient[]> {
    const stored = await this.database.select<StoredClient>(CLIENTS);
    return stored.map(decode).sort((a, b) => a.createdAt - b.createdAt);
  }

  override insert(client: ApiClient, auditLines?: AuditLines): Promise<void> {
    return this.database.transaction(async (transaction) => {
      if ((await transaction.get(CLIENTS + client.id)) !== undefined)
        throw new Error(`A client with the id ${client.id} exists already.`);
      await transaction.put(CLIENTS + client.id, encode(client));
      transaction.increment('clients');
    }, auditLines);
  }

  /** The last use belongs to `touch` alone: an update made from an older reading must not turn it back. */
  override update(client: ApiClient, expectedVersion: number, auditLines?: AuditLines): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const present = await transaction.get<StoredClient>(CLIENTS + client.id);
      if (present?.version !== expectedVersion) return false;
      const { lastUsedAt = client.lastUsedAt } = present;
      await transaction.put(CLIENTS + client.id, { ...encode(client), lastUsedAt });
      transaction.increment('clients');
      return true;
    }, auditLines);
  }

  override delete(id: string, auditLines?: AuditLines): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const existed = await transaction.delete(CLIENTS + id);
      if (existed) transaction.increment('clients');
      return existed;
    }, auditLines);
  }

  override touch(id: string, usedAt: number): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const client = await transaction.get<StoredClient>(CLIENTS + id);
      if (client !== undefined) await transaction.put(CLIENTS + id, { ...client, lastUsedAt: usedAt });
    });
  }
}

function encode(client: ApiClient): StoredClient {
  return { ...client, allowedScopes: client.allowedScopes.toString() };
}

function decode(stored: StoredClient): ApiClient {
  return { ...stored, allowedScopes: ScopeSet.parse(stored.allowedScopes) };
}

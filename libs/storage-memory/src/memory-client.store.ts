import type { TransactionalRecords } from '@content-service/audit';
import { type ApiClient, ClientStore } from '@content-service/oauth-clients';
import { atomic } from './atomic.js';
import type { MemoryGenerations } from './memory-generations.js';
import { RecordedTransactions } from './recorded-transactions.js';

export class MemoryClientStore extends ClientStore {
  constructor(
    private readonly generations: Pick<MemoryGenerations, 'increment'>,
    private readonly clients = new Map<string, ApiClient>(),
    private readonly transactions = new RecordedTransactions(),
  ) {
    super();
  }

  override find(id: string): Promise<ApiClient | undefined> {
    return atomic(() => this.clients.get(id));
  }

  override list(): Promise<ApiClient[]> {
    return atomic(() => [...this.clients.values()].sort((a, b) => a.createdAt - b.createdAt));
  }

  override insert(client: ApiClient, records?: TransactionalRecords): Promise<void> {
    return this.transactions.run(records, () => {
      if (this.clients.has(client.id)) throw new Error(`A client with the id ${client.id} exists already.`);
      this.clients.set(client.id, client);
      this.generations.increment('clients');
    });
  }

  override update(
    client: ApiClient,
    expectedVersion: number,
    records?: TransactionalRecords,
  ): Promise<boolean> {
    return this.transactions.run(records, () => {
      const present = this.clients.get(client.id);
      if (present?.version !== expectedVersion) return false;
      this.clients.set(client.id, withLastUse(client, present.lastUsedAt));
      this.generations.increment('clients');
      return true;
    });
  }

  override delete(id: string, records?: TransactionalRecords): Promise<boolean> {
    return this.transactions.run(records, () => {
      const existed = this.clients.delete(id);
      if (existed) this.generations.increment('clients');
      return existed;
    });
  }

  override touch(id: string, usedAt: number): Promise<void> {
    return atomic(() => {
      const client = this.clients.get(id);
      if (client !== undefined) this.clients.set(id, withLastUse(client, usedAt));
    });
  }
}

/** The last use belongs to `touch` alone: an update made from an older reading must not turn it back. */
function withLastUse(client: ApiClient, lastUsedAt: number | undefined): ApiClient {
  return lastUsedAt === undefined ? client : { ...client, lastUsedAt };
}

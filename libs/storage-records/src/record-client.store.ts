import type { TransactionalRecords } from '@content-service/audit';
import { type ApiClient, ClientStore } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import { MemoryClientStore } from '@content-service/storage-memory';
import type { NeededIds } from './loaded-map.js';
import type { RecordCodec } from './record-transaction.js';
import type { Records } from './records.js';

export class RecordClientStore extends ClientStore {
  constructor(private readonly records: Records) {
    super();
  }

  override find(id: string): Promise<ApiClient | undefined> {
    return this.run([id], (store) => store.find(id));
  }

  override list(): Promise<ApiClient[]> {
    return this.run('all', (store) => store.list());
  }

  override insert(client: ApiClient, records?: TransactionalRecords): Promise<void> {
    return this.run([client.id], (store) => store.insert(client), records);
  }

  override update(
    client: ApiClient,
    expectedVersion: number,
    records?: TransactionalRecords,
  ): Promise<boolean> {
    return this.run([client.id], (store) => store.update(client, expectedVersion), records);
  }

  override delete(id: string, records?: TransactionalRecords): Promise<boolean> {
    return this.run([id], (store) => store.delete(id), records);
  }

  override touch(id: string, usedAt: number): Promise<void> {
    return this.run([id], (store) => store.touch(id, usedAt));
  }

  private run<T>(
    ids: NeededIds,
    operation: (store: MemoryClientStore) => Promise<T>,
    records?: TransactionalRecords,
  ): Promise<T> {
    return this.records.recordedTransaction(records, async (transaction) =>
      operation(new MemoryClientStore(transaction, await transaction.load('client/', ids, CODEC))),
    );
  }
}

const CODEC: RecordCodec<ApiClient> = {
  encode: (client) => ({ ...client, allowedScopes: client.allowedScopes.toString() }),
  decode: (stored) => {
    const client = stored as Omit<ApiClient, 'allowedScopes'> & { readonly allowedScopes: string };
    return { ...client, allowedScopes: ScopeSet.parse(client.allowedScopes) };
  },
};

import { type AuditEvent, AuditLog } from '@content-service/audit';
import type { ApiClient } from './client.js';
import { ClientStore } from './client.store.js';

/** Keeps clients in memory, and can be told to refuse. */
export class ClientShelf extends ClientStore {
  readonly clients = new Map<string, ApiClient>();
  readonly touched: (readonly [string, number])[] = [];
  reads = 0;
  refuseUpdates = false;

  override async find(id: string): Promise<ApiClient | undefined> {
    this.reads++;
    return this.clients.get(id);
  }
  override async list(): Promise<ApiClient[]> {
    return [...this.clients.values()];
  }
  override async insert(client: ApiClient): Promise<void> {
    this.clients.set(client.id, client);
  }
  override async update(client: ApiClient, expectedVersion: number): Promise<boolean> {
    if (this.refuseUpdates || this.clients.get(client.id)?.version !== expectedVersion) return false;
    this.clients.set(client.id, client);
    return true;
  }
  override async delete(id: string): Promise<boolean> {
    return this.clients.delete(id);
  }
  override async touch(id: string, usedAt: number): Promise<void> {
    this.touched.push([id, usedAt]);
  }
}

export class AuditShelf extends AuditLog {
  readonly events: AuditEvent[] = [];
  override append = async (events: readonly AuditEvent[]): Promise<void> => {
    this.events.push(...events);
  };
  override page = (): Promise<never> => Promise.reject(new Error('Not expected here.'));
  override prune = (): Promise<never> => Promise.reject(new Error('Not expected here.'));
}

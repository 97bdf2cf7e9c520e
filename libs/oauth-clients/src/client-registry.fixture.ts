import { type AuditEvent, AuditLog, type AuditLines } from '@content-service/audit';
import type { ScopeSet } from '@content-service/scopes';
import { ClientUsers, ClientStore } from './client.store.js';
import type { ApiClient } from './client.js';

/** Users by id with the scopes of their roles. */
export class InMemoryClientUsers extends ClientUsers {
  readonly scopesByUser = new Map<string, ScopeSet>();

  override findRoleScopes = async (userId: string): Promise<ScopeSet | undefined> =>
    this.scopesByUser.get(userId);
}

/** Keeps clients in memory; can be set to refuse updates. */
export class InMemoryClientStore extends ClientStore {
  readonly clients = new Map<string, ApiClient>();
  readonly touched: (readonly [string, number])[] = [];
  reads = 0;
  refuseUpdates = false;

  constructor(private readonly audit = new InMemoryAuditLog()) {
    super();
  }

  override async find(id: string): Promise<ApiClient | undefined> {
    this.reads++;
    return this.clients.get(id);
  }
  override async list(): Promise<ApiClient[]> {
    return [...this.clients.values()];
  }
  override async insert(client: ApiClient, auditLines?: AuditLines): Promise<void> {
    this.clients.set(client.id, client);
    this.audit.store(auditLines);
  }
  override async update(
    client: ApiClient,
    expectedVersion: number,
    auditLines?: AuditLines,
  ): Promise<boolean> {
    if (this.refuseUpdates || this.clients.get(client.id)?.version !== expectedVersion) return false;
    this.clients.set(client.id, client);
    this.audit.store(auditLines);
    return true;
  }
  override async delete(id: string, auditLines?: AuditLines): Promise<boolean> {
    this.audit.store(auditLines);
    return this.clients.delete(id);
  }
  override async touch(id: string, usedAt: number): Promise<void> {
    this.touched.push([id, usedAt]);
  }
}

export class InMemoryAuditLog extends AuditLog {
  readonly events: AuditEvent[] = [];
  override append = async (events: readonly AuditEvent[]): Promise<void> => {
    this.events.push(...events);
  };
  /** Part of a change that is made. */
  store({ audit = [] }: AuditLines = {}): void {
    this.events.push(...audit);
  }
  override page = (): Promise<never> => Promise.reject(new Error('Not expected here.'));
  override prune = (): Promise<never> => Promise.reject(new Error('Not expected here.'));
}

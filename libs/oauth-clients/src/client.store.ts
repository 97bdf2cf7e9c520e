import type { AuditLines } from '@content-service/audit';
import type { ApiClient } from './client.js';
import type { Uuid } from '@content-service/kernel';
import type { ScopeSet } from '@content-service/scopes';

/** Stores API clients. Changes by administrators take the audit lines that are stored with them. */
export abstract class ClientStore {
  abstract find(id: string): Promise<ApiClient | undefined>;

  /** All clients, the oldest first. */
  abstract list(): Promise<ApiClient[]>;

  abstract insert(client: ApiClient, auditLines?: AuditLines): Promise<void>;

  /** @returns false when the stored version is not `expectedVersion` (any more); then nothing changes */
  abstract update(client: ApiClient, expectedVersion: number, auditLines?: AuditLines): Promise<boolean>;

  /** @returns whether there was one */
  abstract delete(id: string, auditLines?: AuditLines): Promise<boolean>;

  /** Records a use (UNIX seconds) without changing the version. */
  abstract touch(id: string, usedAt: number): Promise<void>;
}

/** The users in whose name clients can create entries. */
export abstract class ClientUsers {
  /** The scopes that the role of the user grants, enabled or not; `undefined` when there is no such user. */
  abstract findRoleScopes(userId: Uuid): Promise<ScopeSet | undefined>;
}

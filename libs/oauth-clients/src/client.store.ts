import type { ApiClient } from './client.js';

/** Where API clients are kept. */
export abstract class ClientStore {
  abstract find(id: string): Promise<ApiClient | undefined>;

  /** All clients, the oldest first. */
  abstract list(): Promise<ApiClient[]>;

  abstract insert(client: ApiClient): Promise<void>;

  /** @returns false when the stored version is not `expectedVersion` (any more); then nothing changes */
  abstract update(client: ApiClient, expectedVersion: number): Promise<boolean>;

  /** @returns whether there was one */
  abstract delete(id: string): Promise<boolean>;

  /** Notes a use (UNIX seconds) without touching the version. */
  abstract touch(id: string, usedAt: number): Promise<void>;
}

import type { EventRecorder } from '@content-service/events';
import type { Clock, IdGenerator } from '@content-service/kernel';
import { PORT_NAMES, type PortName } from './ports.js';
import type { Storage } from './storage.js';

/** What the service gives the adapter of `STORAGE_ADAPTER`. */
export interface StorageAdapterOptions {
  /** DATABASE_URL, whose form the adapter decides; `undefined` when it is not set. */
  readonly url: string | undefined;
  /** The environment variables of the service with those of its file `.env`, for settings of the adapter's own. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The clock of the service. Leases are compared with the clock of the database instead. */
  readonly clock: Clock;
  readonly ids: IdGenerator;
  /** Creates the events that `EntryStore.apply` stores with the changes. */
  readonly recorder: EventRecorder;
  /** Limits on the use of a database, for adapters to which they apply. */
  readonly limits: {
    /** STATEMENT_TIMEOUT_MS; 0 for no limit. */
    readonly statementTimeoutMs: number;
    /** DATABASE_POOL_SIZE */
    readonly poolSize: number;
  };
}

/**
 * The export `createStorage` of an adapter's module. The storage is not open yet: the service calls `open`, then `migrate`
 * or `isMigrated`.
 */
export type CreateStorage = (options: StorageAdapterOptions) => Storage | Promise<Storage>;

/** What a storage has besides the stores. */
const OWN_MEMBERS: Readonly<Record<Exclude<keyof Storage, PortName>, 'object' | 'function' | 'string'>> = {
  open: 'function',
  migrate: 'function',
  isMigrated: 'function',
  schemaStatus: 'function',
  ping: 'function',
  generations: 'function',
  rebuildIndex: 'function',
  isIndexComplete: 'function',
  verifyIndex: 'function',
  readSnapshot: 'function',
  readBoundedStale: 'function',
  replicas: 'object',
  copyTo: 'function',
  schemaVersion: 'string',
  isEmpty: 'function',
  close: 'function',
};

/** The names of the stores and methods that a value lacks to be a `Storage`. */
export function findMissingMembers(value: unknown): string[] {
  const members = [...PORT_NAMES.map((name) => [name, 'object'] as const), ...Object.entries(OWN_MEMBERS)];
  return members.filter(([name, type]) => !hasMember(value, name, type)).map(([name]) => name);
}

function hasMember(value: unknown, name: string, type: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const member: unknown = Reflect.get(value, name);
  return typeof member === type && member !== null;
}

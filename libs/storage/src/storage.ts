import { NoRevisionStore } from '@content-service/entries';
import { DomainError, type ProgressMonitor } from '@content-service/kernel';
import type { Stores } from './ports.js';
import type { MigrateOptions, SchemaStatus } from './schema-status.js';

/** The areas whose changes by other processes a running process must notice. */
export type CacheScope = 'model' | 'settings' | 'clients' | 'revocations' | 'keys';

/** One number per area; every change of the area by any process raises it. */
export type Generations = Readonly<Record<CacheScope, number>>;

/** A difference between a document and what was derived from it. */
export interface Drift {
  readonly table: string;
  /** The id of the entry; of a count of entries, the resource type. */
  readonly id: string;
  readonly problem: 'missing' | 'superfluous' | 'different';
}

/** The most drifts that are named; more are counted. */
export const DRIFTS_MAXIMUM = 100;

/** The result of a comparison. */
export interface IndexDifferences {
  /** The number of all drifts. */
  readonly differences: number;
  /** The first of them, up to `DRIFTS_MAXIMUM`. */
  readonly drifts: readonly Drift[];
}

export const NO_DIFFERENCES: IndexDifferences = { differences: 0, drifts: [] };

/** The stores that a backup reads. */
export type StorageSnapshot = Pick<
  Stores,
  | 'entries'
  | 'entrySchedules'
  | 'entryRevisions'
  | 'bundles'
  | 'siteSettings'
  | 'roles'
  | 'accounts'
  | 'clients'
  | 'webhookEndpoints'
  | 'signingKeys'
  | 'jobSchedules'
>;

/** A read-only copy of a database, as this process knows it. */
export interface ReplicaState {
  /** Counted from 1, in the order of the configuration. */
  readonly number: number;
  /** Whether reads may use it: it answers and is not behind by more than it may be. */
  readonly isUsed: boolean;
  /** How far it is behind; `undefined` while that is not known. */
  readonly lagMs: number | undefined;
  /** Why it cannot be asked. */
  readonly fault: string | undefined;
}

/** The storage is no file. */
export class CopyUnsupported extends DomainError {
  constructor() {
    super(
      'copy_unsupported',
      'Only a SQLite database can be copied to a file. Use `content-service backup FILE`, or the tools of the database server.',
    );
  }
}

/** A class that has the stores as members for the compiler; `Storage` assigns them. */
const StoreMembers = Object as unknown as abstract new () => Stores;

/**
 * All stores of the service, one for each row of `PORTS`; the port that a storage adapter implements. See the README of this
 * library, and `describeStorage` in `@content-service/storage/conformance`, which every adapter must pass.
 */
export abstract class Storage extends StoreMembers {
  /** @param stores without `entryRevisions` there is a store that has none, for adapters that were written before there were revisions */
  constructor(stores: Omit<Stores, 'entryRevisions'> & Partial<Stores>) {
    super();
    Object.assign(this, { entryRevisions: new NoRevisionStore(), ...stores });
  }

  /** Connects. Must be called before every other method; an empty database needs `migrate` next. */
  abstract open(): Promise<void>;

  /**
   * Brings the schema up to date; does nothing when it is. Safe when several processes do it at once. Processes of the version
   * before work on, unless `contract` is given.
   *
   * @throws SchemaTooNew when newer versions have changed the schema
   */
  abstract migrate(options?: MigrateOptions): Promise<void>;

  /** Whether this version can work with the schema as it is. */
  abstract isMigrated(): Promise<boolean>;

  /** The steps of the schema, and whether this version can work with it. This default is for storages without steps. */
  async schemaStatus(): Promise<SchemaStatus> {
    const fault = (await this.isMigrated()) ? undefined : 'outdated';
    return { version: 0, expandedTo: 0, contractedTo: 0, fault, migrations: [] };
  }

  /** Resolves when the store answers, rejects with the reason when it does not. */
  abstract ping(): Promise<void>;

  /** The current numbers; every process polls them once a second to notice changes by other processes. */
  abstract generations(): Promise<Generations>;

  /** Rebuilds everything that is derived from documents. @returns how many entries were read */
  abstract rebuildIndex(monitor?: ProgressMonitor): Promise<number>;

  /**
   * Whether everything that queries read is derived from every document; if not, some of them are refused until
   * `rebuildIndex` has been called. This default is for storages that never leave it to a later time.
   */
  isIndexComplete(): Promise<boolean> {
    return Promise.resolve(true);
  }

  /**
   * Compares everything derived with the documents.
   *
   * @param monitor gives the checkpoint of an interrupted comparison, which continues there with what it has found
   */
  abstract verifyIndex(monitor?: ProgressMonitor): Promise<IndexDifferences>;

  /**
   * Reads several stores as of one moment, while others write. The content model cannot be changed meanwhile. This default,
   * for storages without the capability `snapshots`, reads what is stored at each call.
   *
   * @param read must not write through these stores, and not use them after its end
   */
  readSnapshot<T>(read: (snapshot: StorageSnapshot) => Promise<T>): Promise<T> {
    return read(this);
  }

  /**
   * Reads entries as they are or were a moment ago (bounded staleness). All reads of the task see one database, which has the
   * content model of the version at least; when a replica fails, the task runs again without it. This default, for storages
   * without replicas, reads what is stored.
   *
   * @param read uses `entries` and nothing else of the storage
   */
  readBoundedStale<T>(_modelVersion: number, read: () => Promise<T>): Promise<T> {
    return read();
  }

  /** The replicas that `readBoundedStale` chooses from. This default is for storages without any. */
  get replicas(): readonly ReplicaState[] {
    return [];
  }

  /**
   * Copies the whole database to a file as of one moment, while others write. An empty file is overwritten.
   *
   * @param monitor is told how many pages are done
   * @throws CopyUnsupported unless the database is a file
   */
  abstract copyTo(file: string, monitor?: ProgressMonitor): Promise<void>;

  /** The name of the newest migration of this version; empty without migrations. */
  abstract readonly schemaVersion: string;

  /**
   * Whether there is no content model, entry, setting, role, user, API client, webhook endpoint and signing key. Also
   * answers for a database without tables, or with those of another version.
   */
  async isEmpty(): Promise<boolean> {
    const { accounts } = await this.accounts.list({ limit: 1 });
    const numbers = [
      // There are no entries without a content model.
      (await this.bundles.load()).version,
      (await this.siteSettings.load()).version,
      (await this.roles.list()).length,
      accounts.length,
      (await this.clients.list()).length,
      (await this.webhookEndpoints.list()).length,
      (await this.signingKeys.list()).length,
    ];
    return numbers.every((number) => number === 0);
  }

  abstract close(): Promise<void>;
}

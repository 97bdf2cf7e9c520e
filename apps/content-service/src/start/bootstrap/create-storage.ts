import { EventRecorder } from '@content-service/events';
import { type Clock, SystemClock, UuidV7Generator } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { announceChanges } from '../../platform/change-channel/announce-changes.js';
import { ChangeChannel } from '../../platform/change-channel/change-channel.js';
import type { Config } from '../../platform/config/config.js';
import type { DatabaseObserver } from '../../platform/metrics/database-metrics.js';
import type { ReplicaOptions } from '../../platform/metrics/replica-metrics.js';
import { loadStorageAdapter } from './load-storage-adapter.js';

/** The part of the configuration that a storage needs. */
export type StorageConfig = Pick<
  Config,
  'databaseUrl' | 'databaseLimits' | 'databaseWaitMs' | 'embeddedDatabase' | 'events' | 'storageAdapter'
> &
  Partial<Pick<Config, 'databaseHosts' | 'redisUrl' | 'baseUrl'>>;

/** How a storage is used. */
export interface CreateStorageOptions {
  /** Default: those of the configuration. */
  readonly limits?: StorageConfig['databaseLimits'] | undefined;
  readonly observer?: DatabaseObserver | undefined;
  readonly clock?: Clock | undefined;
  /** Only for a process that answers requests. */
  readonly replicas?: ReplicaOptions | undefined;
}

/** Creates the storage of `storageAdapter` or `databaseUrl`; only its adapter is loaded. */
export async function createStorage(
  config: StorageConfig,
  options: CreateStorageOptions = {},
): Promise<Storage> {
  const storage = await loadStorage(config, options);
  const { redisUrl, baseUrl } = config;
  if (redisUrl !== undefined && baseUrl !== undefined)
    announceChanges(storage, new ChangeChannel({ redisUrl, baseUrl }));
  return storage;
}

async function loadStorage(
  config: StorageConfig,
  { limits = config.databaseLimits, observer, clock, replicas }: CreateStorageOptions,
): Promise<Storage> {
  const { databaseUrl, databaseHosts: hostOrder, events, storageAdapter } = config;
  const recorder = new EventRecorder({ ...events, clock });
  if (storageAdapter !== undefined) {
    const { module, url, environment } = storageAdapter;
    const ids = new UuidV7Generator();
    return loadStorageAdapter(module, {
      ...{ url, environment, recorder, limits, ids },
      clock: clock ?? new SystemClock(),
    });
  }
  if (databaseUrl === 'memory:') {
    const { MemoryRecordStore, RecordStorage } = await import('@content-service/storage-records');
    return new RecordStorage(new MemoryRecordStore(), recorder);
  }
  const { TypeOrmStorage } = await import('@content-service/storage-typeorm');
  return new TypeOrmStorage(databaseUrl, { limits, hostOrder, observer, recorder, replicas });
}

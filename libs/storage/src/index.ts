export { PORT_NAMES, type PortName, PORTS, type Stores } from './ports.js';
export {
  type CacheScope,
  CopyUnsupported,
  type Drift,
  DRIFTS_MAXIMUM,
  type Generations,
  type IndexDifferences,
  NO_DIFFERENCES,
  type ReplicaState,
  Storage,
  type StorageSnapshot,
} from './storage.js';
export { type CreateStorage, findMissingMembers, type StorageAdapterOptions } from './storage-adapter.js';
export { StorageModule } from './storage.module.js';
export {
  type MigrateOptions,
  type MigrationStatus,
  type SchemaStatus,
  SchemaTooNew,
  UpgradeRunning,
} from './schema-status.js';

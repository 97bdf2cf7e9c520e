export {
  type CacheScope,
  CopyUnsupported,
  type Drift,
  type Generations,
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

export { type CacheScope, type Drift, type Generations, Storage } from './storage.js';
export { type CreateStorage, findMissingMembers, type StorageAdapterOptions } from './storage-adapter.js';
export { StorageModule } from './storage.module.js';

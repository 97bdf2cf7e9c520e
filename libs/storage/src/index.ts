export { type CacheScope, type Drift, type Generations, Storage } from './storage.js';
export { StorageModule } from './storage.module.js';

export {
  type CacheScope,
  CopyUnsupported,
  type Drift,
  type Generations,
  Storage,
  type StorageSnapshot,
} from './storage.js';
export { StorageModule } from './storage.module.js';

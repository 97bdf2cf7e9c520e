export { type Area, type Drift, type Generations, Storage } from './storage.js';
export { StorageModule } from './storage.module.js';

import { findMissingMembers, type Storage, type StorageAdapterOptions } from '@content-service/storage';
import { type AdapterKind, createWithAdapter } from '../../platform/adapters/load-adapter.js';

const KIND: AdapterKind = {
  variable: 'STORAGE_ADAPTER',
  factory: 'createStorage',
  type: 'a Storage',
  noun: 'a storage',
  findMissingMembers,
};

/**
 * Creates the storage of the module of STORAGE_ADAPTER.
 *
 * @throws AdapterUnusable
 */
export function loadStorageAdapter(specifier: string, options: StorageAdapterOptions): Promise<Storage> {
  return createWithAdapter<Storage>(KIND, specifier, options);
}

import { register } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DomainError } from '@content-service/kernel';
import {
  type CreateStorage,
  findMissingMembers,
  type Storage,
  type StorageAdapterOptions,
} from '@content-service/storage';

/** The module of STORAGE_ADAPTER is no storage adapter. */
export class StorageAdapterUnusable extends DomainError {
  constructor(specifier: string, fault: string, cause?: unknown) {
    super('storage_adapter_unusable', `STORAGE_ADAPTER '${specifier}' ${fault}`, { cause });
  }
}

/**
 * Creates the storage of a module that is not part of this repository. Its imports of `@content-service/…` are those of the
 * service, wherever the module is, so that both have the same classes.
 *
 * @param specifier the name of a package installed beside the service, or a path that begins with `/`, `./` or `../` (from
 *   the working folder)
 * @throws StorageAdapterUnusable
 */
export async function loadStorageAdapter(
  specifier: string,
  options: StorageAdapterOptions,
): Promise<Storage> {
  shareServicePackages();
  const exports = await importModule(specifier);
  const create = exports['createStorage'];
  if (typeof create !== 'function') {
    const names = Object.keys(exports).join(', ') || 'nothing';
    throw new StorageAdapterUnusable(
      specifier,
      `must export a function createStorage(options) that returns a Storage; it exports ${names}.`,
    );
  }
  const storage = await (create as CreateStorage)(options);
  const missing = findMissingMembers(storage);
  if (missing.length === 0) return storage;
  throw new StorageAdapterUnusable(specifier, `returned a storage without ${missing.join(', ')}.`);
}

async function importModule(specifier: string): Promise<Readonly<Record<string, unknown>>> {
  const isPath = /^\.{0,2}\//.test(specifier);
  try {
    return (await import(isPath ? pathToFileURL(resolve(specifier)).href : specifier)) as Record<
      string,
      unknown
    >;
  } catch (error) {
    throw new StorageAdapterUnusable(
      specifier,
      `cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
      error,
    );
  }
}

let isShared = false;

function shareServicePackages(): void {
  if (isShared) return;
  isShared = true;
  register('./service-packages.hook.js', { parentURL: import.meta.url, data: import.meta.url });
}

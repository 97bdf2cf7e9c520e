import {
  DiskFileStore,
  type FileStore,
  type FileStoreAdapterOptions,
  findMissingFileStoreMethods,
  MemoryFileStore,
} from '@content-service/files';
import { type Clock, DomainError } from '@content-service/kernel';
import { type AdapterKind, createWithAdapter } from '../adapters/load-adapter.js';
import type { FileStoreOptions, S3Location } from '../config/file-environment.js';
import { UnconfiguredFileStore } from './unconfigured-file.store.js';

const KIND: AdapterKind = {
  variable: 'FILE_STORE_ADAPTER',
  factory: 'createFileStore',
  type: 'a FileStore',
  noun: 'a file store',
  findMissingMembers: findMissingFileStoreMethods,
};

/**
 * Creates the store of the adapter or of FILE_STORE; only that one is loaded. It does not connect.
 *
 * @param options `undefined`: a store that refuses everything
 * @throws AdapterUnusable
 */
export async function createFileStore(
  options: FileStoreOptions | undefined,
  clock: Clock,
): Promise<FileStore> {
  switch (options?.kind) {
    case undefined:
      return new UnconfiguredFileStore();
    case 'memory':
      return new MemoryFileStore(clock);
    case 'disk':
      return new DiskFileStore(options.folder, clock);
    case 's3':
      return createS3Store(options);
    case 'adapter': {
      const { module, url, environment } = options;
      const given: FileStoreAdapterOptions = { url, environment, clock };
      return createWithAdapter<FileStore>(KIND, module, given);
    }
  }
}

class S3Unavailable extends DomainError {
  constructor(cause: unknown) {
    super(
      's3_unavailable',
      'FILE_STORE is a bucket of S3, but the package @aws-sdk/client-s3 cannot be loaded. ' +
        'Install the optional dependencies (`npm install --include=optional`) or use another FILE_STORE.',
      { cause },
    );
  }
}

async function createS3Store(location: S3Location): Promise<FileStore> {
  try {
    const { S3FileStore } = await import('@content-service/file-store-s3');
    return new S3FileStore(location);
  } catch (error) {
    throw new S3Unavailable(error);
  }
}

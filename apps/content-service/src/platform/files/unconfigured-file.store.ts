import type { Readable } from 'node:stream';
import { FilesNotConfigured, FileStore, type ObjectStat, type StoredObject } from '@content-service/files';

/** The store of a deployment without a place for files. Everything but `close` throws FilesNotConfigured. */
export class UnconfiguredFileStore extends FileStore {
  override put(): Promise<void> {
    return refuse();
  }

  override open(): Promise<Readable | undefined> {
    return refuse();
  }

  override stat(): Promise<ObjectStat | undefined> {
    return refuse();
  }

  override remove(): Promise<void> {
    return refuse();
  }

  override list(): Promise<readonly StoredObject[]> {
    return refuse();
  }

  override temporaryFolder(): Promise<string> {
    return refuse();
  }

  override check(): Promise<void> {
    return refuse();
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }
}

function refuse(): Promise<never> {
  return Promise.reject(new FilesNotConfigured());
}

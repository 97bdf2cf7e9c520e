import type { Clock } from '@content-service/kernel';
import type { FileStore } from './file.store.js';

/** What the service gives the adapter of `FILE_STORE_ADAPTER`. */
export interface FileStoreAdapterOptions {
  /** FILE_STORE, whose form the adapter decides; `undefined` when it is not set. */
  readonly url: string | undefined;
  /** The clock of the service, for stores that note by themselves when an object was stored. */
  readonly clock: Clock;
  /** The environment variables of the service with those of its file `.env`, for settings of the adapter's own. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The export `createFileStore` of an adapter's module. It connects at the first call of a method, so that the service starts without the place. */
export type CreateFileStore = (options: FileStoreAdapterOptions) => FileStore | Promise<FileStore>;

const METHODS: readonly (keyof FileStore)[] = [
  ...(['put', 'open', 'stat', 'remove', 'list', 'temporaryFolder', 'check', 'close'] as const),
];

/** The names of the methods that a value lacks to be a `FileStore`. */
export function findMissingFileStoreMethods(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return METHODS;
  return METHODS.filter((name) => typeof Reflect.get(value, name) !== 'function');
}

import type { Storage } from '../storage.js';
import { afterAll, beforeAll } from './runner.js';

/** Creates an empty storage that is not open yet. */
export type StorageFactory = () => Promise<Storage> | Storage;

/**
 * One empty storage for all tests of the surrounding `describe`, because an SQL adapter takes a tenth of a second to
 * make one. So each test looks only at what it made itself.
 */
export function useSharedStorage(
  create: StorageFactory,
  prepare: (storage: Storage) => Promise<void> = () => Promise.resolve(),
): () => Storage {
  let storage: Storage | undefined;
  beforeAll(async () => {
    storage = await create();
    await storage.open();
    await storage.migrate();
    await prepare(storage);
  });
  afterAll(() => storage?.close());
  return () => {
    if (storage === undefined) throw new Error('A storage is open only while tests run.');
    return storage;
  };
}

/**
 * How often a race is run. What is checked first and written then has more than one winner in nearly every race of twenty
 * (measured on MariaDB: in 100 of 100), but a rare gap shows only after many.
 */
export const RACES = 100;

import { createStore, del, delMany, entries, get, set, type UseStore } from 'idb-keyval';
import { ADMIN_PATH } from '../http/build-url.js';

/** Changes of a form that were not saved. */
export interface UnsavedValues {
  readonly changes: Readonly<Record<string, unknown>>;
  /** The stored values of the changed members, on which the changes are based. */
  readonly base: Readonly<Record<string, unknown>>;
  /** When they were kept, in milliseconds since the epoch. */
  readonly keptAt: number;
}

/** What nobody has come back for in so many days is forgotten. */
const DAYS = 30;

/** Another service on the same origin has another base path, and may have the same users. */
const DATABASE = `content-service${ADMIN_PATH}`;

let opened: UseStore | undefined;

/** IndexedDB, which a private window may not have: then nothing is kept, and nothing is found. */
const store = (): UseStore => (opened ??= createStore(DATABASE, 'unsaved-values'));

/** @param key of a form and its user */
export async function readUnsaved(key: string): Promise<UnsavedValues | undefined> {
  try {
    await forgetOld();
    return await get<UnsavedValues>(key, store());
  } catch {
    return undefined;
  }
}

export async function keepUnsaved(key: string, values: UnsavedValues): Promise<void> {
  await set(key, values, store()).catch(() => undefined);
}

export async function forgetUnsaved(key: string): Promise<void> {
  await del(key, store()).catch(() => undefined);
}

async function forgetOld(): Promise<void> {
  const before = Date.now() - DAYS * 86_400_000;
  const all = await entries<string, UnsavedValues>(store());
  const old = all.filter(([, { keptAt }]) => keptAt < before).map(([key]) => key);
  if (old.length > 0) await delMany(old, store());
}

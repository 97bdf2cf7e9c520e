import { SqliteFileStore } from './sqlite-file.store.js';

/** @type {import('@content-service/files').CreateFileStore} */
export function createFileStore({ url, clock }) {
  const { path } = /^sqlite:(?<path>.+)$/.exec(url ?? '')?.groups ?? {};
  if (path === undefined) throw new Error(`FILE_STORE must be sqlite:FILE, got '${url ?? ''}'.`);
  return new SqliteFileStore(path, clock);
}

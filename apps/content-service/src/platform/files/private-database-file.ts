import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Returns the path of a SQLite database, `undefined` for other databases. */
export function findSqliteFile(databaseUrl: string): string | undefined {
  return /^sqlite:(?<path>.+)$/.exec(databaseUrl)?.groups?.['path'];
}

/** Creates the folder of a file with mode 0700; an existing folder keeps its mode. */
export function makePrivateFolder(file: string): void {
  makeFolder(resolve(dirname(file)));
}

/** Like `mkdirSync` with `recursive`, which never ends below folders that deny new ones by ENOENT, such as `/proc`. The mode is 0700. */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it at the same time.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

/**
 * Creates the file of a SQLite database with mode 0600; an existing file keeps its mode. SQLite gives the `-wal` and
 * `-shm` files beside it the same mode.
 */
export function makePrivateDatabaseFile(databaseUrl: string): void {
  const file = findSqliteFile(databaseUrl);
  if (file === undefined) return;
  makePrivateFolder(file);
  // The flag `a` succeeds when another process creates the file at the same time.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}

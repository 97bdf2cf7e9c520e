import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/** Returns the path of a SQLite database, `undefined` for other databases. */
export function findSqliteFile(databaseUrl: string): string | undefined {
  return /^sqlite:(?<path>.+)$/.exec(databaseUrl)?.groups?.['path'];
}

/** Creates the folder of a file with mode 0700; an existing folder keeps its mode. */
export function makePrivateFolder(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
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

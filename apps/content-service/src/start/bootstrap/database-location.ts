import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DomainError } from '@content-service/kernel';
import type { Config } from '../../platform/config/config.js';
import { findSqliteFile } from '../../platform/files/private-database-file.js';

type Location = Pick<Config, 'databaseUrl' | 'storageAdapter'>;

/** A command needs a database that exists: an empty one, made in the wrong folder, would look like a success. */
export class DatabaseMissing extends DomainError {
  constructor(location: Location) {
    const isFile = findSqliteFile(location.databaseUrl) !== undefined;
    const where = `${isFile ? 'at ' : 'of the service in '}${formatLocation(location)}`;
    const variable = location.storageAdapter === undefined ? 'DATABASE_URL' : 'STORAGE_ADAPTER';
    const hint = isFile ? 'in the folder and with the variables' : 'with the variables';
    super(
      'database_missing',
      `There is no database ${where} (${variable}). Run this command ${hint} of the service. ` +
        'Only `serve`, `demo`, `migrate`, `restore`, `import` and `import-jsonapi` create one.',
    );
  }
}

/**
 * @throws DatabaseMissing for a SQLite file that does not exist or is empty, and for `memory:`, which is always new
 */
export function assertDatabaseFile(location: Location): void {
  const file = findSqliteFile(location.databaseUrl);
  if (file === undefined) {
    if (location.databaseUrl === 'memory:') throw new DatabaseMissing(location);
    return;
  }
  // Errors other than a missing file are those of opening it.
  if (getSize(file) === 0) throw new DatabaseMissing(location);
}

/** @returns 0 for a file that does not exist, `undefined` when that cannot be told */
function getSize(file: string): number | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return undefined;
  }
}

/** User info, which is left out, then the hosts and the name of the database; what follows can be secret, too. */
const SERVER_URL =
  /^(?<scheme>\w+:\/\/)(?:[^/?#]*@)?(?<place>(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?(?:,[\w.-]+(?::\d+)?)*(?:\/[\w.%-]*)?)(?:[?#][^@]*)?$/i;

/**
 * The database for people, without secrets: the absolute path of a SQLite file, `postgres://db.example:5432/content`,
 * `memory:`, or `the storage adapter MODULE`.
 */
export function formatLocation({ databaseUrl, storageAdapter }: Location): string {
  if (storageAdapter !== undefined) return `the storage adapter ${storageAdapter.module}`;
  const file = findSqliteFile(databaseUrl);
  if (file !== undefined) return resolve(file);
  const { scheme, place } = SERVER_URL.exec(databaseUrl)?.groups ?? {};
  if (scheme !== undefined && place !== undefined) return scheme + place;
  const [start = ''] = databaseUrl.split('//', 1);
  return start === databaseUrl ? databaseUrl : `${start}//…`;
}

import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateSecret } from '@content-service/kernel';
import type { Config } from '../config/config.js';
import { makePrivateFolder, findSqliteFile } from './private-database-file.js';

/**
 * Returns the secret that seals private signing keys in the database.
 *
 * Without `KEY_SECRET`, a SQLite database has a generated one in `key.secret` beside it, readable by the owner alone,
 * so that a copy of the database file holds no usable key. A database in memory gets a new secret at each start.
 */
export function loadKeySecret({ keySecret: configured, databaseUrl }: Config): string {
  if (configured !== undefined) return configured;
  const path = findSqliteFile(databaseUrl);
  if (path === undefined) return generateSecret();
  makePrivateFolder(path);
  return readSecretFile(toKeyFile(path));
}

/** The secret in the file beside a SQLite database; `undefined` when there is none. */
export function findStoredKeySecret(databaseUrl: string): string | undefined {
  const path = findSqliteFile(databaseUrl);
  const file = path === undefined ? undefined : toKeyFile(path);
  return file !== undefined && existsSync(file) ? readSecretFile(file) : undefined;
}

function toKeyFile(databaseFile: string): string {
  return join(dirname(databaseFile), 'key.secret');
}

/** `link` is atomic, so processes that start at the same time all read the secret of one of them. */
function readSecretFile(file: string): string {
  if (!existsSync(file)) {
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, generateSecret(), { mode: 0o600 });
    try {
      linkSync(temporary, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(temporary);
    }
  }
  return readFileSync(file, 'utf8').trim();
}

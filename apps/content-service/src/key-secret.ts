import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newSecret } from '@content-service/kernel';
import type { Config } from './config.js';

/**
 * The secret that seals private signing keys in the database. Where the database is a file, it is made at the first
 * start and kept in `key.secret` beside it, readable by its owner alone; whoever copies the database file alone gets
 * no usable key. A database in memory forgets its keys anyway, so its secret is made anew.
 */
export function keySecret({ keySecret: configured, databaseUrl }: Config): string {
  if (configured !== undefined) return configured;
  const path = /^sqlite:(?<path>.+)$/.exec(databaseUrl)?.groups?.['path'];
  if (path === undefined) return newSecret();
  mkdirSync(dirname(path), { recursive: true });
  return secretIn(join(dirname(path), 'key.secret'));
}

/** A link is made whole or not at all, so of several processes that start at once all read the secret of one. */
function secretIn(file: string): string {
  if (!existsSync(file)) {
    const mine = `${file}.${process.pid}`;
    writeFileSync(mine, newSecret(), { mode: 0o600 });
    try {
      linkSync(mine, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(mine);
    }
  }
  return readFileSync(file, 'utf8').trim();
}

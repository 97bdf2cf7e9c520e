import type { Dialect } from './dialect.js';
import { mysql } from './mysql.js';
import { postgres } from './postgres.js';
import { sqlite } from './sqlite.js';

/** By the scheme of DATABASE_URL. A new engine is a file of this folder, its migrations, and a line here. */
const DIALECTS: Readonly<Record<string, Dialect>> = {
  sqlite,
  mysql,
  mariadb: mysql,
  postgres,
  postgresql: postgres,
};

/** @throws Error whose message names DATABASE_URL */
export function getDialect(url: string): Dialect {
  const scheme = url.split(':', 1)[0] ?? '';
  const dialect = Object.hasOwn(DIALECTS, scheme) ? DIALECTS[scheme] : undefined;
  if (dialect !== undefined) return dialect;
  const known = Object.keys(DIALECTS).join(', ');
  throw new Error(`DATABASE_URL begins with '${scheme}:'; known are ${known}.`);
}

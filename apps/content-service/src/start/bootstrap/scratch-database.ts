import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, parseConfig } from '../../platform/config/config.js';
import { DEFAULT_DATABASE_URL } from '../../platform/config/database-environment.js';
import type { Variables } from '../../platform/config/variable.js';
import { findStoredKeySecret } from '../../platform/files/load-key-secret.js';

/** Runs a task with the URL of a SQLite database in a temporary folder. */
export async function withScratchDatabase<T>(task: (databaseUrl: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'content-service-drill-'));
  try {
    return await task(`sqlite:${join(folder, 'content.sqlite')}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The variables that a drill uses. Those of serving, such as WORKERS, would not fit to the scratch database. */
const DRILL_VARIABLES = [
  ...['KEY_SECRET', 'KEY_SECRET_FILE', 'KEY_SECRET_PREVIOUS', 'KEY_SECRET_PREVIOUS_FILE'],
  ...['DATABASE_WAIT_SECONDS', 'DATABASE_POOL_SIZE', 'SQLITE_READERS'],
];

/**
 * The configuration of a drill with the variables of the service. Without KEY_SECRET it has that of the file beside the
 * database of the service.
 *
 * @param databaseUrl of the scratch database
 * @throws InvalidEnvironment
 */
export function parseDrillConfig(variables: Variables, databaseUrl: string): Config {
  const used = Object.fromEntries(DRILL_VARIABLES.map((name) => [name, variables[name]]));
  const isSet = (name: string): boolean => (variables[name] ?? '') !== '';
  const serviceUrl = isSet('DATABASE_URL') ? variables['DATABASE_URL'] : DEFAULT_DATABASE_URL;
  const isGiven = isSet('KEY_SECRET') || isSet('KEY_SECRET_FILE') || serviceUrl === undefined;
  const secret = isGiven ? {} : { KEY_SECRET: findStoredKeySecret(serviceUrl) };
  return parseConfig({ ...used, ...secret, DATABASE_URL: databaseUrl });
}

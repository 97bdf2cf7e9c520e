import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Storage } from '@content-service/storage';
import { createStorage } from '../bootstrap/create-storage.js';
import { closeAfterFailure } from '../bootstrap/close-after-failure.js';
import { assertShareable } from '../bootstrap/open-storage.js';
import { findSqliteFile } from '../../platform/files/private-database-file.js';
import { createEventSink } from '../../background/brokers/create-event-sink.js';
import type { Config } from '../../platform/config/config.js';
import { FILE_VARIABLES } from '../../platform/config/secret-files.js';
import { getVariableDescriptions } from '../../platform/config/environment.js';
import type { VariableFault } from '../../platform/config/variable.js';

/**
 * Finds what the start would refuse although each variable has a possible value: files and folders of this machine, and
 * adapters, which are loaded but not connected.
 */
export async function findDeploymentFaults(config: Config): Promise<readonly VariableFault[]> {
  const checks: readonly [string, (config: Config) => void | Promise<void>][] = [
    ['DATABASE_URL', checkSqliteFile],
    ['STORAGE_ADAPTER', checkStorageAdapter],
    ['EVENT_SINK_ADAPTER', checkEventSinkAdapter],
  ];
  const faults: VariableFault[] = [];
  for (const [variable, check] of checks) {
    try {
      await check(config);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      faults.push({ variable, sentence: reason.includes(variable) ? reason : `${variable}: ${reason}` });
    }
  }
  return faults;
}

/** Creates nothing that stays. @throws Error of the file system */
function checkSqliteFile({ databaseUrl }: Config): void {
  const file = findSqliteFile(databaseUrl);
  if (file === undefined) return;
  if (existsSync(file)) {
    if (!statSync(file).isFile())
      throw new Error(`The database of DATABASE_URL is not a file: ${resolve(file)}.`);
    accessSync(file, constants.R_OK | constants.W_OK);
  }
  let folder = dirname(resolve(file));
  while (!existsSync(folder)) folder = dirname(folder);
  // What may be written is known for certain only by writing: not by the mode in `/proc`, for example.
  try {
    rmdirSync(mkdtempSync(join(folder, '.content-service-')));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Error(`The database of DATABASE_URL cannot be made below ${folder}: ${code}.`, {
      cause: error,
    });
  }
}

async function checkStorageAdapter(config: Config): Promise<void> {
  if (config.storageAdapter === undefined) return;
  let storage: Storage | undefined;
  try {
    storage = await createStorage(config);
    assertShareable(storage, config);
  } finally {
    if (storage !== undefined) await closeAfterFailure(storage);
  }
}

async function checkEventSinkAdapter({ broker, events }: Config): Promise<void> {
  if (broker?.adapter === undefined) return;
  const sink = await createEventSink(broker, {
    retentionDays: events.retentionDays,
    onUnroutable: () => undefined,
  });
  await closeAfterFailure(sink);
}

/** Variables of Node.js, of libraries and of tools that read the same file. */
const FOREIGN =
  /^(NODE_|OTEL_|UV_|SSL_CERT_|PG[A-Z]|npm_|COMPOSE_|DOCKER_|LC_|LANG$|TZ$|(HTTPS?|NO)_PROXY$)/i;

/**
 * Finds names in a file of variables that nothing reads, such as `PROT=80`. Adapters may read variables of their own, so with
 * an adapter there are no such names.
 *
 * @param file `.env`; it may be missing
 */
export function findUnknownNames(file: string, { storageAdapter, broker }: Config): readonly VariableFault[] {
  if (storageAdapter !== undefined || broker?.adapter !== undefined || !existsSync(file)) return [];
  const known = new Set([
    ...getVariableDescriptions().keys(),
    ...FILE_VARIABLES.map((name) => `${name}_FILE`),
  ]);
  return Object.keys(parseEnv(readFileSync(file, 'utf8')))
    .filter((name) => !known.has(name) && !FOREIGN.test(name))
    .map((variable) => ({
      variable,
      sentence: `${variable} in ${file} is not a variable of the service (docs/configuration.md).`,
    }));
}

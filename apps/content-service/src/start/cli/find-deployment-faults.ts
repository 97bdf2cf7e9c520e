import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { formatCauses, SystemClock } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { createStorage } from '../bootstrap/create-storage.js';
import { closeAfterFailure } from '../bootstrap/close-after-failure.js';
import { assertShareable } from '../bootstrap/open-storage.js';
import { createFileStore } from '../../platform/files/create-file-store.js';
import { findSqliteFile } from '../../platform/files/private-database-file.js';
import { createEventSink } from '../../background/brokers/create-event-sink.js';
import type { Config } from '../../platform/config/config.js';
import { RETIRED_VARIABLES } from '../../platform/config/retired-variables.js';
import { FILE_VARIABLES } from '../../platform/config/secret-files.js';
import { getVariableDescriptions } from '../../platform/config/environment.js';
import type { VariableFault } from '../../platform/config/variable.js';

/**
 * Finds what the start would refuse although each variable has a possible value: files and folders of this machine,
 * adapters, which are loaded but not connected, and a place of files that files cannot be stored in.
 */
export async function findDeploymentFaults(config: Config): Promise<readonly VariableFault[]> {
  const checks: readonly [string, (config: Config) => void | Promise<void>][] = [
    ['DATABASE_URL', checkSqliteFile],
    ['STORAGE_ADAPTER', checkStorageAdapter],
    ['EVENT_SINK_ADAPTER', checkEventSinkAdapter],
    ['FILE_STORE', checkFileStore],
  ];
  const faults: VariableFault[] = [];
  for (const [variable, check] of checks) {
    // The default place is beside the database.
    if (variable === 'FILE_STORE' && faults.some((fault) => fault.variable === 'DATABASE_URL')) continue;
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

/** Connects, in contrast to the other checks: no start waits for the place of files, and so none reports it. */
async function checkFileStore({ fileStore }: Config): Promise<void> {
  if (fileStore === undefined) return;
  const store = await createFileStore(fileStore, new SystemClock());
  try {
    await store.check();
  } catch (error) {
    throw new Error(`The place of FILE_STORE cannot be used: ${formatCauses(error)}.`, { cause: error });
  } finally {
    await closeAfterFailure(store);
  }
}

/** Variables of Node.js, of libraries and of tools that read the same file. */
const FOREIGN =
  /^(NODE_|OTEL_|AWS_|UV_|SSL_CERT_|PG[A-Z]|npm_|COMPOSE_|DOCKER_|LC_|LANG$|TZ$|(HTTPS?|NO)_PROXY$)/i;

/**
 * Finds names in a file of variables that nothing reads, such as `PROT=80`. Adapters may read variables of their own, so with
 * an adapter there are no such names.
 *
 * @param file `.env`; it may be missing
 */
export function findUnknownNames(file: string, config: Config): readonly VariableFault[] {
  const { storageAdapter, broker, fileStore } = config;
  const hasAdapter =
    storageAdapter !== undefined || broker?.adapter !== undefined || fileStore?.kind === 'adapter';
  if (hasAdapter || !existsSync(file)) return [];
  const known = new Set([
    ...getVariableDescriptions().keys(),
    ...FILE_VARIABLES.map((name) => `${name}_FILE`),
    ...RETIRED_VARIABLES,
  ]);
  return Object.keys(parseEnv(readFileSync(file, 'utf8')))
    .filter((name) => !known.has(name) && !FOREIGN.test(name))
    .map((variable) => ({
      variable,
      sentence: `${variable} in ${file} is not a variable of the service (docs/configuration.md).`,
    }));
}

import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContentModel } from '@content-service/bundles';
import type { ProgressMonitor } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { findStoredKeySecret } from '../../platform/files/load-key-secret.js';
import { type Config, parseConfig } from '../../platform/config/config.js';
import { DEFAULT_DATABASE_URL } from '../../platform/config/database-environment.js';
import type { Variables } from '../../platform/config/variable.js';
import { toEntryRecord } from '../site-package/site-exporter.js';
import { BackupFile } from './backup-file.js';
import { restoreBackup, type RestoreReport } from './restore-backup.js';
import { KEYS_NOT_OPENED } from './restore-records.js';
import { loadModel } from './stored-records.js';

export interface DrillReport extends RestoreReport {
  readonly seconds: number;
  /** The number of entries whose hash was compared with that of the backup. */
  readonly compared: number;
}

/** The number of entries that are compared at most. */
const SAMPLE_SIZE = 1000;

const SECRET_DOES_NOT_FIT =
  'KEY_SECRET does not open the signing keys of the backup: a restore with it leaves them out, and disables webhooks, which get ' +
  'new secrets.';

/**
 * Restores a backup into a scratch database, and compares that with the backup: counts, derived rows, and a random sample
 * of entries.
 *
 * @param config `databaseUrl` is that of the scratch database, which `connect` connects
 * @throws BackupDamaged, DatabaseNotEmpty
 */
export async function drillRestore(
  path: string,
  config: Config,
  connect: (config: Config) => Promise<Storage>,
  monitor: ProgressMonitor,
): Promise<DrillReport> {
  const startedAt = performance.now();
  const backup = await BackupFile.open(path, monitor);
  const storage = await connect(config);
  try {
    const restored = await restoreBackup(storage, backup, config, monitor);
    const { differences } = await storage.verifyIndex();
    const sample = await drawSample(backup.lines('site'));
    const different = await findDifferent(sample, storage);
    const problems = [
      ...restored.problems,
      ...(differences === 0 ? [] : [`The index differs from the entries in ${differences} rows.`]),
      ...different.map((id) => `The entry ${id} differs from that of the backup.`),
    ];
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    // Nobody has to do anything after a drill, but that the secret does not fit is a finding.
    const notes = restored.notes.includes(KEYS_NOT_OPENED) ? [SECRET_DOES_NOT_FIT] : [];
    return { ...restored, problems, notes, compared: sample.size, seconds };
  } finally {
    await storage.close();
  }
}

/** The variables that a drill uses. Those of serving, such as WORKERS, would not fit to the scratch database. */
const DRILL_VARIABLES = [
  ...['KEY_SECRET', 'KEY_SECRET_FILE', 'KEY_SECRET_PREVIOUS', 'KEY_SECRET_PREVIOUS_FILE'],
  ...['DATABASE_WAIT_SECONDS', 'DATABASE_POOL_SIZE', 'DATABASE_QUEUE_MAX', 'DATABASE_ACQUIRE_TIMEOUT_MS'],
  ...['SQLITE_READERS', 'CLOCK_OFFSET_SECONDS', 'NODE_ENV'],
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

/** Runs a task with the URL of a SQLite database in a temporary folder. */
export async function withScratchDatabase<T>(task: (databaseUrl: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'content-service-drill-'));
  try {
    return await task(`sqlite:${join(folder, 'content.sqlite')}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Hashes of entries by id, each entry with the same chance (reservoir sampling, Vitter's algorithm R). */
async function drawSample(lines: AsyncIterable<string>): Promise<ReadonlyMap<string, string>> {
  const sample: string[] = [];
  let seen = 0;
  for await (const line of lines) {
    if (!isEntryLine(line)) continue;
    seen += 1;
    if (sample.length < SAMPLE_SIZE) sample.push(line);
    else {
      const place = Math.floor(Math.random() * seen);
      if (place < SAMPLE_SIZE) sample[place] = line;
    }
  }
  return new Map(sample.map((line) => [getId(line), computeHash(line)]));
}

/** The exporter writes `kind` first. */
function isEntryLine(line: string): boolean {
  return /^\{"kind":"(?:entry|user)"/.test(line);
}

function getId(line: string): string {
  const { id, resource } = JSON.parse(line) as { id?: string; resource?: { id: string } };
  return resource?.id ?? id ?? '';
}

/** The ids of the entries whose hash is another one, or that are missing. */
async function findDifferent(
  sample: ReadonlyMap<string, string>,
  storage: Storage,
): Promise<readonly string[]> {
  const model = (await loadModel(storage)).current();
  const stored = await storage.entries.getMany([...sample.keys()]);
  const hashes = new Map([...stored].map(([id, entry]) => [id, hashEntry(entry, model)]));
  return [...sample].filter(([id, hash]) => hashes.get(id) !== hash).map(([id]) => id);
}

function hashEntry(entry: Parameters<typeof toEntryRecord>[0], model: ContentModel): string | undefined {
  const type = model.find(entry.type);
  return type && computeHash(JSON.stringify(toEntryRecord(entry, type, model)));
}

function computeHash(line: string): string {
  return createHash('sha256').update(line).digest('hex');
}

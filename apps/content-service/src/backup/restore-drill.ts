import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContentModel } from '@content-service/bundles';
import type { ProgressMonitor } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import type { Config } from '../config/config.js';
import { toEntryRecord } from '../site-package/site-exporter.js';
import { BackupFile } from './backup-file.js';
import { connectForRestore, restoreBackup, type RestoreReport } from './restore-backup.js';
import { loadModel } from './stored-records.js';

export interface DrillReport extends RestoreReport {
  readonly seconds: number;
  /** The number of entries whose hash was compared with that of the backup. */
  readonly compared: number;
}

/** The number of entries that are compared at most. */
const SAMPLE_SIZE = 1000;

/**
 * Restores a backup into a scratch database, and compares that with the backup: counts, derived rows, and a random sample
 * of entries.
 *
 * @param config `databaseUrl` is that of the scratch database
 * @throws BackupDamaged, DatabaseNotEmpty
 */
export async function drillRestore(
  path: string,
  config: Config,
  monitor: ProgressMonitor,
): Promise<DrillReport> {
  const startedAt = performance.now();
  const backup = await BackupFile.open(path, monitor);
  const storage = await connectForRestore(config);
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
    return { ...restored, problems, compared: sample.size, seconds };
  } finally {
    await storage.close();
  }
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

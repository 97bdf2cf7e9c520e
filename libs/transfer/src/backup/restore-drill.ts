import { createHash } from 'node:crypto';
import type { ContentModel } from '@content-service/bundles';
import type { ProgressMonitor } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { toEntryLine } from '../site-package/site-exporter.js';
import { BackupFile } from './backup-file.js';
import { restoreBackup, type RestoreReport, type RestoreTarget } from './restore-backup.js';
import { KEYS_NOT_OPENED } from './restore-management.js';
import { loadModel } from './read-storage.js';
import { COMPARE, type RestoredFiles, restoreFiles } from './restore-files.js';

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
 * of entries. The bytes of all files are read and compared with their checksums, and stored nowhere.
 *
 * @param path of the backup
 * @param connect connects the scratch database, which is closed at the end
 * @throws BackupDamaged, DatabaseNotEmpty
 */
export async function drillRestore(
  path: string,
  connect: () => Promise<RestoreTarget>,
  monitor: ProgressMonitor,
): Promise<DrillReport> {
  const startedAt = performance.now();
  const backup = await BackupFile.open(path, monitor);
  const target = await connect();
  const { storage } = target;
  try {
    const files = backup.manifest.files && (await compareFiles(backup, monitor));
    const restored = await restoreBackup(target, backup, monitor, { withoutFiles: true });
    const { differences } = await storage.verifyIndex();
    const sample = await drawSample(backup.lines('site'));
    const different = await findDifferent(sample, storage);
    const problems = [
      ...(files?.problems ?? []),
      ...restored.problems,
      ...(differences === 0 ? [] : [`The index differs from the entries in ${differences} rows.`]),
      ...different.map((id) => `The entry ${id} differs from that of the backup.`),
    ];
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    // A drill leaves nothing to do, but a secret that does not fit is a finding.
    const notes = restored.notes.includes(KEYS_NOT_OPENED) ? [SECRET_DOES_NOT_FIT] : [];
    return {
      ...restored,
      ...(files && { files: files.counts }),
      problems,
      notes,
      compared: sample.size,
      seconds,
    };
  } finally {
    await storage.close();
  }
}

function compareFiles(backup: BackupFile, monitor: ProgressMonitor): Promise<RestoredFiles> {
  return restoreFiles(backup, COMPARE, (done) => {
    void monitor.report({ phase: 'files', done, total: backup.bytes });
  });
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

function hashEntry(entry: Parameters<typeof toEntryLine>[0], model: ContentModel): string | undefined {
  const type = model.find(entry.type);
  return type && computeHash(JSON.stringify(toEntryLine(entry, type, model)));
}

function computeHash(line: string): string {
  return createHash('sha256').update(line).digest('hex');
}

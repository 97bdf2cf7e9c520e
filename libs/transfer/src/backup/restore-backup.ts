import type { PasswordHasher } from '@content-service/accounts';
import { AuditTrail } from '@content-service/audit';
import { BundleEditor, type TextFormatter } from '@content-service/bundles';
import { EntryUsage, MonotonicPositionGenerator } from '@content-service/entries';
import {
  type Clock,
  DomainError,
  type JsonObject,
  type KeySecrets,
  type Progress,
  type ProgressMonitor,
  UuidV7Generator,
} from '@content-service/kernel';
import type { FileStore } from '@content-service/files';
import type { Storage } from '@content-service/storage';
import { type FileTotals, formatBytes } from '../file-bytes/stored-file.js';
import type { ImportReport } from '../site-package/import-report.js';
import { SiteImporter } from '../site-package/site-importer.js';
import type { BackupFile } from './backup-file.js';
import type { BackupCounts, BackupManifest } from './backup-format.js';
import { isRestoreUnfinished, runRestoreJob } from './restore-job.js';
import { ManagementRestorer } from './restore-management.js';
import { countStored, loadModel } from './read-storage.js';
import { type RestoredFiles, restoreFiles, storeBytes } from './restore-files.js';

/** The database that a backup is restored into, and the parts of the service that a restore needs. */
export interface RestoreTarget {
  /** Connected; it is migrated. */
  readonly storage: Storage;
  /** They open the signing keys and webhook secrets of the backup. */
  readonly secrets: KeySecrets;
  /** Hashes the password of users without one. */
  readonly hasher: PasswordHasher;
  /** Computes `processed` of formatted text. */
  readonly formatter: TextFormatter;
  readonly clock: Clock;
  /** The place of the bytes of files; `undefined` when the deployment has none. */
  readonly fileStore?: FileStore | undefined;
}

export interface RestoreOptions {
  /** Leaves the bytes of files out, and so needs no place for them. */
  readonly withoutFiles?: boolean | undefined;
}

export interface RestoreReport {
  /** The content of the database now. */
  readonly counts: BackupCounts;
  /** The files whose bytes are in the place of files now; absent for a backup without them. */
  readonly files?: FileTotals;
  /** Sentences about objects that could not be restored. */
  readonly problems: readonly string[];
  /** Sentences that tell the operator what to do. */
  readonly notes: readonly string[];
}

class DatabaseNotEmpty extends DomainError {
  constructor() {
    super(
      'database_not_empty',
      'The database of DATABASE_URL is not empty: a backup is restored into an empty database. Nothing was changed.',
    );
  }
}

/** The backup has bytes of files, and the deployment has no place for them. */
class NoPlaceForFiles extends DomainError {
  constructor({ count, bytes }: FileTotals) {
    super(
      'files_not_configured',
      `The backup has the bytes of ${count} files (${formatBytes(bytes)}), and this deployment has no place for them: set FILE_STORE, ` +
        'or leave them out with --without-files. Nothing was changed.',
    );
  }
}

/**
 * Restores a backup into an empty database, or continues a restore of it that was interrupted. The bytes of files come before
 * their entries.
 *
 * @param monitor is told the number of bytes of the backup
 * @throws BackupLineInvalid, NoPlaceForFiles, FileStoreUnavailable before anything is stored; DatabaseNotEmpty,
 *   OtherRestoreUnfinished, RestoreRunning, RestoreCancelled, FileStoreFull
 */
export async function restoreBackup(
  target: RestoreTarget,
  backup: BackupFile,
  monitor: ProgressMonitor,
  { withoutFiles = false }: RestoreOptions = {},
): Promise<RestoreReport> {
  const { manifest } = backup;
  const { storage, secrets, hasher, clock } = target;
  const management = new ManagementRestorer(storage, backup, secrets, hasher);
  await management.check();
  const files = withoutFiles ? undefined : await checkPlace(target, manifest);
  await prepareDatabase(storage, manifest.id);
  const trail = new AuditTrail(storage.audit, new UuidV7Generator(), clock);
  const { report } = await runRestoreJob(storage.jobs, manifest.id, clock, trail, async (onProgress) => {
    const follow = (progress: Progress): void => {
      onProgress(progress);
      void monitor.report(progress);
    };
    const restored = files && (await restoreInto(files, backup, follow));
    const notes = await management.restore();
    const imported = await importContent(target, backup, trail, follow);
    const missing = await management.restoreCopies();
    await management.restoreRevisions();
    const counts = await countStored(storage);
    const problems = [
      ...(restored?.problems ?? []),
      ...formatImportProblems(imported),
      ...missing,
      ...compareCounts(manifest.counts, counts),
    ];
    const stored = restored && { files: restored.counts };
    return {
      report: { counts, ...stored, problems, notes },
      result: { ...counts, ...toJobResult(restored) },
    };
  });
  return report;
}

/** @returns the place for the bytes of files; `undefined` when the backup has none. @throws NoPlaceForFiles, FileStoreUnavailable */
async function checkPlace(
  { fileStore }: RestoreTarget,
  { files }: BackupManifest,
): Promise<FileStore | undefined> {
  if (files === undefined) return undefined;
  if (fileStore === undefined) throw new NoPlaceForFiles(files);
  await fileStore.check();
  return fileStore;
}

function restoreInto(
  store: FileStore,
  backup: BackupFile,
  follow: (progress: Progress) => void,
): Promise<RestoredFiles> {
  return restoreFiles(backup, storeBytes(store), (done) => {
    follow({ phase: 'files', done, total: backup.bytes });
  });
}

function toJobResult(restored: RestoredFiles | undefined): JsonObject {
  return restored === undefined ? {} : { files: { ...restored.counts, problems: restored.problems.length } };
}

/** @throws DatabaseNotEmpty unless the database is empty or a restore of the backup was interrupted */
async function prepareDatabase(storage: Storage, backup: string): Promise<void> {
  if (await storage.isEmpty()) return storage.migrate();
  if (!(await storage.isMigrated()) || !(await isRestoreUnfinished(storage.jobs, backup)))
    throw new DatabaseNotEmpty();
}

async function importContent(
  { storage, formatter, clock }: RestoreTarget,
  backup: BackupFile,
  trail: AuditTrail,
  onProgress: (progress: Progress) => void,
): Promise<ImportReport> {
  const models = await loadModel(storage);
  const importer = new SiteImporter(
    storage.entries,
    storage.entrySchedules,
    models,
    new BundleEditor(models, new EntryUsage(storage.entries), trail),
    new MonotonicPositionGenerator(clock),
    formatter,
    clock,
    trail,
    storage,
  );
  let done = 0;
  const lines = backup.lines('site', (bytes) => {
    done = bytes;
  });
  const report = (): void => {
    onProgress({ phase: 'restore', done, total: backup.bytes });
  };
  return importer.import(lines, report, { allowMissing: true });
}

function formatImportProblems({ problems, warnings }: ImportReport): string[] {
  return [...problems, ...warnings].map(
    ({ line, message }) => `Line ${line} of the site package: ${message}`,
  );
}

function compareCounts(expected: BackupCounts, found: BackupCounts): string[] {
  const names = Object.keys(found) as (keyof BackupCounts)[];
  return names
    .filter((name) => expected[name] !== found[name])
    .map((name) => `The backup has ${expected[name]} ${name}, the database has ${found[name]}.`);
}

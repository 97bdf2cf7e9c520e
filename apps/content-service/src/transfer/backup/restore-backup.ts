import { AuditTrail } from '@content-service/audit';
import { BundleEditor } from '@content-service/bundles';
import { EntryUsage, MonotonicPositionGenerator } from '@content-service/entries';
import {
  type Clock,
  DomainError,
  type Progress,
  type ProgressMonitor,
  SystemClock,
  UuidV7Generator,
} from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { loadKeySecret } from '../../platform/files/load-key-secret.js';
import type { Config } from '../../platform/config/config.js';
import { SanitizingTextFormatter } from '../../platform/formatted-text/sanitizing-text-formatter.js';
import { Argon2PasswordHasher } from '../../platform/passwords/argon2-password-hasher.js';
import type { ImportReport } from '../site-package/import-report.js';
import { SiteImporter } from '../site-package/site-importer.js';
import type { BackupFile } from './backup-file.js';
import type { BackupCounts } from './backup-format.js';
import { isRestoreUnfinished, runRestoreJob } from './restore-job.js';
import { RecordRestorer } from './restore-records.js';
import { countStored, loadModel } from './stored-records.js';

export interface RestoreReport {
  /** What the database has now. */
  readonly counts: BackupCounts;
  /** What could not be restored, one sentence each. */
  readonly problems: readonly string[];
  /** What the operator has to do, one sentence each. */
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

/**
 * Restores a backup into an empty database, or continues a restore of it that was interrupted.
 *
 * @param storage connected; it is migrated
 * @param monitor is told the number of bytes of the backup
 * @throws BackupRecordInvalid before anything is stored; DatabaseNotEmpty, OtherRestoreUnfinished, RestoreRunning, RestoreCancelled
 */
export async function restoreBackup(
  storage: Storage,
  backup: BackupFile,
  config: Config,
  monitor: ProgressMonitor,
): Promise<RestoreReport> {
  const { manifest } = backup;
  const secrets = { keySecret: loadKeySecret(config), previousKeySecret: config.previousKeySecret };
  const records = new RecordRestorer(storage, backup, secrets, new Argon2PasswordHasher());
  await records.check();
  await prepareDatabase(storage, manifest.id);
  const clock = new SystemClock(config.clockOffsetSeconds);
  const trail = new AuditTrail(storage.audit, new UuidV7Generator(), clock);
  const { report } = await runRestoreJob(storage.jobs, manifest.id, clock, trail, async (onProgress) => {
    const notes = await records.restore();
    const imported = await importContent(storage, backup, clock, trail, (progress) => {
      onProgress(progress);
      void monitor.report(progress);
    });
    const counts = await countStored(storage);
    const problems = [...formatImportProblems(imported), ...compareCounts(manifest.counts, counts)];
    return { report: { counts, problems, notes }, result: { ...counts } };
  });
  return report;
}

/** @throws DatabaseNotEmpty unless the database is empty or a restore of the backup was interrupted */
async function prepareDatabase(storage: Storage, backup: string): Promise<void> {
  if (await storage.isEmpty()) return storage.migrate();
  if (!(await storage.isMigrated()) || !(await isRestoreUnfinished(storage.jobs, backup)))
    throw new DatabaseNotEmpty();
}

async function importContent(
  storage: Storage,
  backup: BackupFile,
  clock: Clock,
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
    new SanitizingTextFormatter(),
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

export { type FileTotals, formatBytes } from '../file-bytes/stored-file.js';
export { BackupFile } from './backup-file.js';
export type { BackupCounts, BackupManifest } from './backup-format.js';
export { type CreatedBackup, createBackup } from './create-backup.js';
export { hasEntries } from './read-storage.js';
export {
  restoreBackup,
  type RestoreOptions,
  type RestoreReport,
  type RestoreTarget,
} from './restore-backup.js';
export { drillRestore, type DrillReport } from './restore-drill.js';

import { type Command, Option } from 'commander';
import { FilesNotConfigured, type FileStore } from '@content-service/files';
import { DomainError, SystemClock, writeFileAtomically } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import {
  type BackupCounts,
  BackupFile,
  type CreatedBackup,
  createBackup,
  drillRestore,
  type DrillReport,
  type FileTotals,
  formatBytes,
  hasEntries,
  restoreBackup,
  type RestoreOptions,
  type RestoreReport,
} from '@content-service/transfer/backup';
import { formatLocation } from '../bootstrap/database-location.js';
import { openStorage } from '../bootstrap/open-storage.js';
import { openRestoreTarget } from '../bootstrap/restore-target.js';
import { parseDrillConfig, withScratchDatabase } from '../bootstrap/scratch-database.js';
import { createFileStore } from '../../platform/files/create-file-store.js';
import { findSqliteFile } from '../../platform/files/private-database-file.js';
import { type Config, parseConfig } from '../../platform/config/config.js';
import { readServiceVersion } from '../../platform/health/service-version.js';
import { command, type CommandResult, print } from './command.js';
import { withProgressBar } from './progress-bar.js';
import type { Terminal } from './terminal.js';

interface BackupCommandOptions {
  readonly withCredentials?: boolean;
  readonly withFiles?: boolean;
  readonly withoutFiles?: boolean;
  readonly withoutHistory?: boolean;
  readonly to?: string;
  readonly allowEmpty?: boolean;
}

export function backupCommand(terminal: Terminal): Command {
  return command(
    'backup',
    'write a backup: content with its files, settings, roles, users, API clients and webhooks',
  )
    .argument('[file]', 'a new file, such as site.tar.gz, which every engine can restore')
    .option(
      '--with-credentials',
      'include hashes of passwords and client secrets, and webhook secrets and signing keys, sealed by KEY_SECRET',
    )
    .addOption(
      new Option(
        '--with-files',
        'include the bytes of files, which is the default when FILE_STORE is a folder',
      ).conflicts('withoutFiles'),
    )
    .option('--without-files', 'leave the bytes of files out')
    .option('--without-history', 'leave the replaced and deleted states of entries out')
    .addOption(
      new Option('--to <path>', 'copy the SQLite database to a new file instead').conflicts([
        ...['withCredentials', 'withFiles', 'withoutFiles', 'withoutHistory'],
      ]),
    )
    .option('--allow-empty', 'also back up a database without entries, which may be the wrong one')
    .action(async (file: string | undefined, options: BackupCommandOptions, self: Command) => {
      if ((file === undefined) === (options.to === undefined)) throw new BackupTargetRequired();
      const config = parseConfig(terminal.variables());
      const result =
        file === undefined
          ? await copyDatabase(config, options, terminal)
          : await backUp(config, file, options, terminal);
      print(result, self, terminal);
    });
}

class BackupTargetRequired extends DomainError {
  constructor() {
    super(
      'backup_target_required',
      'Name a file for the backup, or with --to one for a copy of the SQLite database.',
    );
  }
}

class NothingToBackUp extends DomainError {
  constructor(config: Config) {
    super(
      'nothing_to_back_up',
      `${formatLocation(config)} has no entries, so nothing was written: is it the database of the service? ` +
        'With --allow-empty it is backed up all the same.',
    );
  }
}

/** @throws NothingToBackUp */
async function openForBackup(config: Config, { allowEmpty = false }: BackupCommandOptions): Promise<Storage> {
  const storage = await openStorage(config, { mustExist: true });
  try {
    if (!allowEmpty && !(await hasEntries(storage))) throw new NothingToBackUp(config);
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** The place of the bytes that a backup has; `undefined` when it has none. @throws FilesNotConfigured */
async function openFiles(
  { fileStore }: Config,
  { withFiles = false, withoutFiles = false }: BackupCommandOptions,
): Promise<FileStore | undefined> {
  if (withFiles && fileStore === undefined) throw new FilesNotConfigured();
  const isWanted = withFiles || (!withoutFiles && fileStore?.kind === 'disk');
  return isWanted ? createFileStore(fileStore, new SystemClock()) : undefined;
}

async function backUp(
  config: Config,
  file: string,
  options: BackupCommandOptions,
  terminal: Terminal,
): Promise<CommandResult> {
  const { withCredentials = false, withoutHistory } = options;
  const fileStore = await openFiles(config, options);
  const storage = await openForBackup(config, options);
  try {
    const backup = await withProgressBar('backup', terminal, (monitor) => {
      const engine = config.databaseUrl.split(':', 1).join('');
      const clock = new SystemClock();
      const serviceVersion = readServiceVersion();
      return createBackup(storage, {
        ...{ file, withCredentials, withoutHistory, fileStore, engine, serviceVersion, clock, monitor },
      });
    });
    const database = formatLocation(config);
    const { files, manifest } = backup;
    return {
      text: formatBackup(file, database, backup, fileStore !== undefined),
      json: { file, database, manifest, ...(files && { files }) },
      failed: (files?.problems.length ?? 0) > 0,
    };
  } finally {
    await storage.close();
    await fileStore?.close();
  }
}

function formatBackup(
  file: string,
  database: string,
  { manifest: { counts, credentials, revisions }, files }: CreatedBackup,
  hasFiles: boolean,
): string {
  const secrets = credentials
    ? 'With password hashes and sealed secrets: keep it as safe as the database, and KEY_SECRET elsewhere.'
    : 'Without credentials: users and API clients need new ones after a restore (see --with-credentials).';
  return [
    ...(files?.problems ?? []).map((problem) => `problem: ${problem}`),
    `${file}: ${formatCounts(counts)}${formatHistory(revisions)}${formatFiles(files)} of ${database}.`,
    ...(hasFiles
      ? []
      : ['Without the bytes of files: back up the place of FILE_STORE as well (see --with-files).']),
    secrets,
  ].join('\n');
}

function formatHistory(revisions: number | undefined): string {
  return revisions === undefined ? '' : `, ${revisions} revisions`;
}

function formatFiles(files: FileTotals | undefined): string {
  return files === undefined ? '' : `, ${files.count} files with ${formatBytes(files.bytes)}`;
}

async function copyDatabase(
  config: Config,
  options: BackupCommandOptions,
  terminal: Terminal,
): Promise<CommandResult> {
  const { to: path = '' } = options;
  const storage = await openForBackup(config, options);
  try {
    await withProgressBar('backup', terminal, (monitor) =>
      writeFileAtomically(path, (temporary) => storage.copyTo(temporary, monitor)),
    );
    const database = formatLocation(config);
    const text = `${path} is a copy of ${database}. ${noteFiles(config)}${noteKey(config)}`;
    return { text, json: { file: path, database } };
  } finally {
    await storage.close();
  }
}

function noteFiles({ fileStore }: Config): string {
  return fileStore?.kind === 'disk' ? `Copy the files in ${fileStore.folder} as well. ` : '';
}

/** Without the secret, the signing keys and webhook secrets of a copy cannot be opened. */
function noteKey({ keySecret, databaseUrl }: Config): string {
  const key =
    keySecret === undefined
      ? `the file key.secret beside ${findSqliteFile(databaseUrl) ?? ''}`
      : 'KEY_SECRET';
  return `Keep ${key} as well, at another place: it opens the sealed keys and secrets.`;
}

export function restoreCommand(terminal: Terminal): Command {
  return command('restore', 'restore a backup into an empty database; continues an interrupted restore')
    .argument('<file>', 'a file written by `content-service backup`')
    .option('--without-files', 'leave the bytes of files out, as for a place that has them')
    .action(async (file: string, options: RestoreOptions, self: Command) => {
      const config = parseConfig(terminal.variables());
      const backup = await withProgressBar('check', terminal, (monitor) => BackupFile.open(file, monitor));
      const target = await openRestoreTarget(config);
      try {
        const report = await withProgressBar('restore', terminal, (monitor) =>
          restoreBackup(target, backup, monitor, options),
        );
        print(
          toResult(report, `Restored: ${formatCounts(report.counts)}${formatFiles(report.files)}.`),
          self,
          terminal,
        );
      } finally {
        await target.storage.close();
        await target.fileStore?.close();
      }
    });
}

export function restoreDrillCommand(terminal: Terminal): Command {
  return command(
    'restore-drill',
    'restore a backup into a scratch database, compare both, and check the bytes of files',
  )
    .argument('<file>', 'a file written by `content-service backup`')
    .option(
      '--database-url <url>',
      'an empty database, which keeps the content; default: a temporary SQLite file',
    )
    .action(async (file: string, { databaseUrl: chosen }: { databaseUrl?: string }, self: Command) => {
      const variables = terminal.variables();
      const drill = (databaseUrl: string): Promise<DrillReport> => {
        const config = parseDrillConfig(variables, databaseUrl);
        return withProgressBar('restore-drill', terminal, (monitor) =>
          drillRestore(file, () => openRestoreTarget(config), monitor),
        );
      };
      const report = await (chosen === undefined ? withScratchDatabase(drill) : drill(chosen));
      const { counts, files, compared, seconds } = report;
      const verdict = `Restored in ${seconds} s: ${formatCounts(counts)}${formatFiles(files)}; ${compared} entries compared.`;
      print(toResult(report, verdict), self, terminal);
    });
}

function toResult(report: RestoreReport, verdict: string): CommandResult {
  const { problems, notes } = report;
  const lines = [...problems.map((problem) => `problem: ${problem}`), ...notes, verdict];
  const end = problems.length === 0 ? [] : [`${problems.length} problems.`];
  return { text: [...lines, ...end].join('\n'), json: report, failed: problems.length > 0 };
}

function formatCounts({ entries, bundles, users, roles, clients, webhooks }: BackupCounts): string {
  return (
    `${entries} entries, ${bundles} bundles, ${users} users, ${roles} roles, ` +
    `${clients} API clients, ${webhooks} webhooks`
  );
}

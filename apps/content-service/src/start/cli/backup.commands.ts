import { type Command, Option } from 'commander';
import { DomainError, SystemClock } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { BackupFile } from '../../transfer/backup/backup-file.js';
import type { BackupCounts, BackupManifest } from '../../transfer/backup/backup-format.js';
import { createBackup } from '../../transfer/backup/create-backup.js';
import { restoreBackup, type RestoreReport } from '../../transfer/backup/restore-backup.js';
import {
  drillRestore,
  type DrillReport,
  parseDrillConfig,
  withScratchDatabase,
} from '../../transfer/backup/restore-drill.js';
import { hasEntries } from '../../transfer/backup/stored-records.js';
import { writeFileAtomically } from '../../transfer/backup/write-file.js';
import { formatLocation } from '../bootstrap/database-location.js';
import { connectForRestore, openStorage } from '../bootstrap/open-storage.js';
import { findSqliteFile } from '../../platform/files/private-database-file.js';
import { type Config, parseConfig } from '../../platform/config/config.js';
import { command, type CommandResult, print } from './command.js';
import { withProgressBar } from './progress-bar.js';
import type { Terminal } from './terminal.js';

interface BackupCommandOptions {
  readonly withCredentials?: boolean;
  readonly to?: string;
  readonly allowEmpty?: boolean;
}

export function backupCommand(terminal: Terminal): Command {
  return command('backup', 'write a backup: content, settings, roles, users, API clients and webhooks')
    .argument('[file]', 'a new file, such as site.tar.gz, which every engine can restore')
    .option(
      '--with-credentials',
      'include hashes of passwords and client secrets, and webhook secrets and signing keys, sealed by KEY_SECRET',
    )
    .addOption(
      new Option('--to <path>', 'copy the SQLite database to a new file instead').conflicts(
        'withCredentials',
      ),
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

async function backUp(
  config: Config,
  file: string,
  options: BackupCommandOptions,
  terminal: Terminal,
): Promise<CommandResult> {
  const { withCredentials = false } = options;
  const storage = await openForBackup(config, options);
  try {
    const manifest = await withProgressBar('backup', terminal, (monitor) => {
      const engine = config.databaseUrl.split(':', 1).join('');
      const clock = new SystemClock(config.clockOffsetSeconds);
      return createBackup(storage, { file, withCredentials, engine, clock, monitor });
    });
    const database = formatLocation(config);
    return { text: formatBackup(file, database, manifest), json: { file, database, manifest } };
  } finally {
    await storage.close();
  }
}

function formatBackup(file: string, database: string, { counts, credentials }: BackupManifest): string {
  const secrets = credentials
    ? 'With password hashes and sealed secrets: keep it as safe as the database, and KEY_SECRET elsewhere.'
    : 'Without credentials: users and API clients need new ones after a restore (see --with-credentials).';
  return `${file}: ${formatCounts(counts)} of ${database}.\n${secrets}`;
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
    return { text: `${path} is a copy of ${database}. ${noteKey(config)}`, json: { file: path, database } };
  } finally {
    await storage.close();
  }
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
    .action(async (file: string, _: unknown, self: Command) => {
      const config = parseConfig(terminal.variables());
      const backup = await withProgressBar('check', terminal, (monitor) => BackupFile.open(file, monitor));
      const storage = await connectForRestore(config);
      try {
        const report = await withProgressBar('restore', terminal, (monitor) =>
          restoreBackup(storage, backup, config, monitor),
        );
        print(toResult(report, `Restored: ${formatCounts(report.counts)}.`), self, terminal);
      } finally {
        await storage.close();
      }
    });
}

export function restoreDrillCommand(terminal: Terminal): Command {
  return command('restore-drill', 'restore a backup into a scratch database and compare both')
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
          drillRestore(file, config, connectForRestore, monitor),
        );
      };
      const report = await (chosen === undefined ? withScratchDatabase(drill) : drill(chosen));
      const { counts, compared, seconds } = report;
      const verdict = `Restored in ${seconds} s: ${formatCounts(counts)}; ${compared} entries compared.`;
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

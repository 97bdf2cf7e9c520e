import { type Command, Option } from 'commander';
import type { MigrationStatus, SchemaStatus, Storage } from '@content-service/storage';
import { assertDatabaseFile, DatabaseMissing, formatLocation } from '../bootstrap/database-location.js';
import { connectStorage } from '../bootstrap/open-storage.js';
import { withScratchDatabase } from '../bootstrap/scratch-database.js';
import { findSqliteFile } from '../../platform/files/private-database-file.js';
import { type Config, parseConfig } from '../../platform/config/config.js';
import { command, type CommandResult, EXIT_SCHEMA, print } from './command.js';
import { replaceControlCharacters, type Terminal } from './terminal.js';

interface MigrateCommandOptions {
  readonly contract?: boolean;
  readonly check?: boolean;
  readonly plan?: boolean;
  readonly status?: boolean;
}

export function migrateCommand(terminal: Terminal): Command {
  return command('migrate', 'migrate the database schema; processes of the previous version keep working')
    .option(
      '--contract',
      'also remove what this version does not use any more, once no process of an earlier version is left',
    )
    .addOption(
      new Option(
        '--check',
        'change nothing; exit code 3 when this version cannot work with the schema',
      ).conflicts(['plan', 'status']),
    )
    .addOption(new Option('--plan', 'change nothing; print what would be done').conflicts('status'))
    .option('--status', 'change nothing; print every step')
    .action(async (options: MigrateCommandOptions, self: Command) => {
      const config = parseConfig(terminal.variables());
      const { check = false, plan = false, status = false } = options;
      const isReading = check || plan || status;
      print(
        isReading && isFileMissing(config, terminal)
          ? await withScratchDatabase((databaseUrl) =>
              connectAndRun(
                parseConfig({
                  ...terminal.variables(),
                  DATABASE_URL: databaseUrl,
                  DATABASE_URL_FILE: undefined,
                }),
                options,
                terminal,
              ),
            )
          : await connectAndRun(config, options, terminal),
        self,
        terminal,
      );
    });
}

/** Says that there is no SQLite file. What changes nothing does not create it either, and looks at a new one elsewhere. */
function isFileMissing(config: Config, terminal: Terminal): boolean {
  if (findSqliteFile(config.databaseUrl) === undefined) return false;
  try {
    assertDatabaseFile(config);
    return false;
  } catch (error) {
    if (!(error instanceof DatabaseMissing)) throw error;
    const where = formatLocation(config);
    writeNote(
      terminal,
      `There is no database at ${where} (DATABASE_URL). This is what \`migrate\` does in a new one.`,
    );
    return true;
  }
}

function writeNote({ errors }: Terminal, sentence: string): void {
  errors.write(replaceControlCharacters(`content-service: ${sentence}\n`));
}

async function connectAndRun(
  config: Config,
  options: MigrateCommandOptions,
  terminal: Terminal,
): Promise<CommandResult> {
  const storage = await connectStorage(config, {
    onUnreachable: ({ error, pauseMs }) => {
      writeNote(terminal, `${error.message} The next attempt is in ${pauseMs} ms.`);
    },
  });
  try {
    return await run(storage, options);
  } finally {
    await storage.close();
  }
}

async function run(storage: Storage, options: MigrateCommandOptions): Promise<CommandResult> {
  const { contract = false, check = false, plan = false, status: isListed = false } = options;
  const status = await storage.schemaStatus();
  const pending = listPending(status, contract);
  if (check || plan || isListed) {
    const shown = isListed ? status.migrations : pending;
    const text = [...shown.map(formatMigration), formatVerdict(status, pending)].join('\n');
    const isFailed = check && (status.fault !== undefined || pending.length > 0);
    return {
      text,
      json: { ...status, migrations: shown },
      ...(isFailed ? { failed: true, exitCode: EXIT_SCHEMA } : {}),
    };
  }
  await storage.migrate({ contract });
  const hasChanged = status.fault !== undefined || pending.length > 0;
  const left = listPending(await storage.schemaStatus(), true).length;
  const lines = [
    hasChanged ? 'The database is up to date now.' : 'The database was up to date.',
    ...(left === 0
      ? []
      : [
          `${left} contracting migrations are left: run \`migrate --contract\` once every process has this version.`,
        ]),
  ];
  return { text: lines.join('\n'), json: { migrated: hasChanged, contractsLeft: left } };
}

/** What `migrate` would run: the contracting ones only with `--contract`. */
function listPending({ migrations }: SchemaStatus, contract: boolean): readonly MigrationStatus[] {
  return migrations.filter(({ done, phase }) => !done && (phase === 'expand' || contract));
}

/** `pending   expand    Jobs1760000000020: create the background jobs (about 1200 rows)` */
function formatMigration({ name, phase, purpose, done, rows }: MigrationStatus): string {
  const estimate = rows === undefined ? '' : ` (about ${rows} rows)`;
  return `${(done ? 'done' : 'pending').padEnd(8)} ${phase.padEnd(9)} ${name}: ${purpose}${estimate}`;
}

function formatVerdict(
  { version, expandedTo, contractedTo, fault }: SchemaStatus,
  pending: readonly MigrationStatus[],
): string {
  const state = `Schema version ${expandedTo}, contracted to ${contractedTo}; this version of the service needs ${version}.`;
  const verdict =
    fault === 'too_new'
      ? 'It cannot work with the database: newer versions have changed it.'
      : fault === 'outdated' || pending.length > 0
        ? `${pending.length} migrations are pending. Run \`content-service migrate\`.`
        : 'No migration is pending.';
  return `${state}\n${verdict}`;
}

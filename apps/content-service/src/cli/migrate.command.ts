import { type Command, Option } from 'commander';
import type { MigrationStatus, SchemaStatus, Storage } from '@content-service/storage';
import { connectStorage } from '../bootstrap/open-storage.js';
import { parseConfig } from '../config/config.js';
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
      const { check = false, plan = false, status = false } = options;
      const storage = await connectStorage(parseConfig(terminal.variables()), {
        mustExist: check || plan || status,
        onUnreachable: ({ error, pauseMs }) => {
          terminal.errors.write(
            replaceControlCharacters(
              `content-service: ${error.message} The next attempt is in ${pauseMs} ms.\n`,
            ),
          );
        },
      });
      try {
        print(await run(storage, options), self, terminal);
      } finally {
        await storage.close();
      }
    });
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

import { Command } from 'commander';
import type { AuditFilter } from '@content-service/audit';
import { DomainError, parseDateTime } from '@content-service/kernel';
import { AuditExport } from '../../platform/audit/audit-export.js';
import { openServices } from './command.js';
import type { Terminal } from './terminal.js';
import { writeLines } from './write-lines.js';

interface Options {
  readonly action?: string;
  readonly actor?: string;
  readonly since?: string;
  readonly until?: string;
}

export function auditCommand(terminal: Terminal): Command {
  return new Command('audit').description('read the audit log').addCommand(exportAuditCommand(terminal));
}

function exportAuditCommand(terminal: Terminal): Command {
  return new Command('export')
    .description('write the audit log as NDJSON: one event a line, the newest first')
    .argument('[file]', 'default: standard output')
    .option('--action <name>', 'only events with this action, such as user.created')
    .option('--actor <id>', 'only events of this user or API client')
    .option('--since <time>', 'from this time on, such as 2024-01-31T12:00:00Z')
    .option('--until <time>', 'before this time')
    .action(async (file: string | undefined, options: Options) => {
      const filter = toFilter(options);
      const services = await openServices(terminal);
      try {
        const lines = services.get(AuditExport, { strict: false }).lines(filter);
        await writeLines(lines, file, 0o600, terminal);
      } finally {
        await services.close();
      }
    });
}

/** @throws InvalidTime */
function toFilter({ action, actor, since, until }: Options): AuditFilter {
  return { action, actor, since: parseTimeOption('since', since), until: parseTimeOption('until', until) };
}

function parseTimeOption(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = parseDateTime(text);
  if (seconds === undefined) throw new InvalidTime(name, text);
  return seconds;
}

class InvalidTime extends DomainError {
  constructor(name: string, text: string) {
    const given = text.slice(0, 100);
    super('invalid_time', `--${name} must be a time such as 2024-01-31T12:00:00Z, got '${given}'.`);
  }
}

import type { Command } from 'commander';
import { type Drift, Storage } from '@content-service/storage';
import { command, withServices } from './command.js';
import type { Terminal } from './terminal.js';

export function rebuildIndexCommand(terminal: Terminal): Command {
  return command('rebuild-index', 'make everything that is derived from entries anew').action(
    withServices(terminal, async (services) => {
      const entries = await services.get(Storage).rebuildIndex();
      return { text: `The index was made anew from ${entries} entries.`, json: { entries } };
    }),
  );
}

export function verifyCommand(terminal: Terminal): Command {
  return command('verify', 'compare the index with the entries it was derived from').action(
    withServices(terminal, async (services) => {
      const drifts = await services.get(Storage).verifyIndex();
      const failed = drifts.length > 0;
      const verdict = failed
        ? `${drifts.length} differences. Run \`content-service rebuild-index\`.`
        : 'The index agrees with the entries.';
      return { text: [...drifts.map(driftText), verdict].join('\n'), json: { drifts }, failed };
    }),
  );
}

function driftText({ table, id, problem }: Drift): string {
  return `${table}: ${problem} for ${id}`;
}

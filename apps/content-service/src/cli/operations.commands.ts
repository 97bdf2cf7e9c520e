import cluster from 'node:cluster';
import { Command } from 'commander';
import { KeyRing } from '@content-service/oauth-grants';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { type Drift, Storage } from '@content-service/storage';
import { parseConfig } from '../config/config.js';
import { serve } from '../serve.js';
import { serveWithWorkers } from '../workers/serve-with-workers.js';
import { command, withAppContext } from './command.js';
import { withProgressBar } from './progress-bar.js';
import type { Terminal } from './terminal.js';

export function serveCommand(terminal: Terminal): Command {
  return new Command('serve')
    .description('start the service; SIGTERM or SIGINT stops it, SIGHUP replaces its workers (WORKERS)')
    .option('--demo', 'load the demo content first')
    .action(async ({ demo = false }: { demo?: boolean }) => {
      const config = parseConfig(terminal.variables());
      if (config.workers > 1 && cluster.isPrimary) await serveWithWorkers(config);
      else await serve(config, { demo, output: terminal.output });
    });
}

export function rotateKeysCommand(terminal: Terminal): Command {
  return command(
    'rotate-keys',
    'rotate the signing key; tokens signed with the previous key stay valid until they expire',
  ).action(
    withAppContext(terminal, async (services) => {
      const keys = services.get(KeyRing);
      await keys.rotate(OPERATOR_CONTEXT);
      const { kid, algorithm } = keys.current();
      return {
        text: `Access tokens are signed with the key ${kid} (${algorithm}).`,
        json: { kid, algorithm },
      };
    }),
  );
}

export function rebuildIndexCommand(terminal: Terminal): Command {
  return command('rebuild-index', 'rebuild the index from the entries').action(
    withAppContext(terminal, async (services) => {
      const storage = services.get(Storage);
      const entries = await withProgressBar('rebuild-index', terminal, (monitor) =>
        storage.rebuildIndex(monitor),
      );
      return { text: `The index was rebuilt from ${entries} entries.`, json: { entries } };
    }),
  );
}

export function verifyCommand(terminal: Terminal): Command {
  return command('verify', 'compare the index with the entries').action(
    withAppContext(terminal, async (services) => {
      const storage = services.get(Storage);
      const drifts = await withProgressBar('verify', terminal, (monitor) => storage.verifyIndex(monitor));
      const failed = drifts.length > 0;
      const verdict = failed
        ? `${drifts.length} differences. Run \`content-service rebuild-index\`.`
        : 'The index agrees with the entries.';
      return { text: [...drifts.map(formatDrift), verdict].join('\n'), json: { drifts }, failed };
    }),
  );
}

function formatDrift({ table, id, problem }: Drift): string {
  return `${table}: ${problem} for ${id}`;
}

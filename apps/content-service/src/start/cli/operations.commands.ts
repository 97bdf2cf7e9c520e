import cluster from 'node:cluster';
import { Command } from 'commander';
import { KeyRing } from '@content-service/oauth-grants';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { type Drift, Storage } from '@content-service/storage';
import { parseConfig } from '../../platform/config/config.js';
import type { Variables } from '../../platform/config/variable.js';
import { serve } from '../serve.js';
import { serveWithWorkers } from '../workers/serve-with-workers.js';
import { command, CommandFailed, withAppContext } from './command.js';
import { withProgressBar } from './progress-bar.js';
import type { Terminal } from './terminal.js';

export function serveCommand(terminal: Terminal): Command {
  return new Command('serve')
    .description('start the service; SIGTERM or SIGINT stops it, SIGHUP replaces its workers (WORKERS)')
    .option('--demo', 'load the demo content first')
    .action(({ demo }: { demo?: boolean }) => start(terminal, {}, demo));
}

export function workCommand(terminal: Terminal): Command {
  return new Command('work')
    .description('start a service that only does background work (ROLES=worker)')
    .action(() => start(terminal, { ROLES: 'worker' }));
}

/** @param overriding variables that count instead of those of the terminal */
async function start(terminal: Terminal, overriding: Variables, demo = false): Promise<void> {
  const config = parseConfig({ ...terminal.variables(), ...overriding });
  if (config.workers === 1 || cluster.isWorker) return serve(config, { demo, output: terminal.output });
  const exitCode = await serveWithWorkers(config);
  if (exitCode !== 0) throw new CommandFailed(exitCode);
}

export function rotateKeysCommand(terminal: Terminal): Command {
  return command(
    'rotate-keys',
    'rotate the signing key; tokens signed with the previous key stay valid until they expire',
  )
    .option('--revoke', 'replace all signing keys; tokens signed with them are refused at once')
    .action(
      withAppContext(terminal, async (services, { revoke = false }: { readonly revoke?: boolean }) => {
        const keys = services.get(KeyRing);
        await (revoke ? keys.revoke(OPERATOR_CONTEXT) : keys.rotate(OPERATOR_CONTEXT));
        const { kid, algorithm } = keys.current();
        const end = revoke ? ' Tokens signed with other keys are refused.' : '';
        return {
          text: `Access tokens are signed with the key ${kid} (${algorithm}).${end}`,
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
      const { differences, drifts } = await withProgressBar('verify', terminal, (monitor) =>
        storage.verifyIndex(monitor),
      );
      const failed = differences > 0;
      const more = differences > drifts.length;
      const verdict = failed
        ? `${differences} differences${more ? `, of which ${drifts.length} are named` : ''}. Run \`content-service rebuild-index\`.`
        : 'The index agrees with the entries.';
      const text = [...drifts.map(formatDrift), verdict].join('\n');
      return { text, json: { drifts, ...(more ? { differences } : {}) }, failed };
    }),
  );
}

function formatDrift({ table, id, problem }: Drift): string {
  return `${table}: ${problem} for ${id}`;
}

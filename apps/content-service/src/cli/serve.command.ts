import { Command } from 'commander';
import { configFrom } from '../config.js';
import { serve } from '../main.js';
import type { Terminal } from './terminal.js';

export function serveCommand(terminal: Terminal): Command {
  return new Command('serve')
    .description('answer requests until told to stop')
    .option('--demo', 'load the demo content first')
    .action(async ({ demo = false }: { demo?: boolean }) => {
      await serve(configFrom(terminal.variables()), { demo, output: terminal.output });
    });
}

import type { Command } from 'commander';
import { configFrom } from '../config.js';
import { connectStorage } from '../open-storage.js';
import { command, print } from './command.js';
import type { Terminal } from './terminal.js';

export function migrateCommand(terminal: Terminal): Command {
  return command('migrate', 'bring the tables of the database up to date').action(
    async (_: unknown, self: Command) => {
      const storage = await connectStorage(configFrom(terminal.variables()));
      try {
        const wasMigrated = await storage.isMigrated();
        await storage.migrate();
        const text = wasMigrated ? 'The database was up to date.' : 'The database is up to date now.';
        print({ text, json: { migrated: !wasMigrated } }, self, terminal);
      } finally {
        await storage.close();
      }
    },
  );
}

import type { Command } from 'commander';
import { KeyRing } from '@content-service/oauth-grants';
import { OPERATOR } from '@content-service/scopes';
import { command, withServices } from './command.js';
import type { Terminal } from './terminal.js';

export function rotateKeysCommand(terminal: Terminal): Command {
  return command(
    'rotate-keys',
    'sign access tokens with the next key; those that are out stay good until they expire',
  ).action(
    withServices(terminal, async (services) => {
      const keys = services.get(KeyRing);
      await keys.rotate(OPERATOR);
      const { kid, algorithm } = keys.current();
      return {
        text: `Access tokens are signed with the key ${kid} (${algorithm}).`,
        json: { kid, algorithm },
      };
    }),
  );
}

import type { Command } from 'commander';
import { Config } from '../config.js';
import { DemoContent } from '../demo-content.js';
import { FirstStart } from '../first-start.js';
import { firstStartText } from '../first-start-text.js';
import { command, withServices } from './command.js';
import type { Terminal } from './terminal.js';

export function demoCommand(terminal: Terminal): Command {
  return command('demo', 'load the demo content and allow writing').action(
    withServices(terminal, async (services) => {
      const made = await services.get(FirstStart).run();
      const { report, text } = await services.get(DemoContent).load();
      const { administrator, client } = made;
      const shown = {
        ...(administrator && { admin_name: administrator.user.name, admin_password: administrator.password }),
        ...(client && { client_id: client.client.id, client_secret: client.secret }),
      };
      return {
        text: firstStartText(made, services.get(Config)) + text,
        json: Object.assign({}, report, shown),
      };
    }),
  );
}

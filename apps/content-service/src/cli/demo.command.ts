import type { Command } from 'commander';
import { Config } from '../config.js';
import { DemoContent } from '../demo-content.js';
import { firstOneJson, firstOneText } from '../first-one.js';
import { FirstStart } from '../first-start.js';
import { command, withServices } from './command.js';
import type { Terminal } from './terminal.js';

export function demoCommand(terminal: Terminal): Command {
  return command('demo', 'load the demo content and allow writing').action(
    withServices(terminal, async (services, { json = false }: { json?: boolean }) => {
      const { baseUrl } = services.get(Config);
      const shown = {};
      try {
        for await (const one of services.get(FirstStart).run()) {
          Object.assign(shown, firstOneJson(one));
          if (!json) terminal.output.write(firstOneText(one, baseUrl));
        }
        const { report, text } = await services.get(DemoContent).load();
        return { text, json: Object.assign({}, report, shown) };
      } catch (error) {
        // What was generated can be seen at no other moment.
        if (json) terminal.output.write(`${JSON.stringify(shown, null, 2)}\n`);
        throw error;
      }
    }),
  );
}

import { Command } from 'commander';
import { InvalidEnvironment, parseConfig } from '../config/config.js';
import { type EffectiveValue, getEffectiveValues } from '../config/effective-values.js';
import type { Variables } from '../config/variable.js';
import { command, type CommandResult, print } from './command.js';
import type { Terminal } from './terminal.js';

export function configCommand(terminal: Terminal): Command {
  return new Command('config').description('check the environment variables').addCommand(
    command('check', 'print every error of the environment variables, or the values that apply').action(
      (_: unknown, self: Command) => {
        print(checkVariables(terminal.variables()), self, terminal);
      },
    ),
  );
}

function checkVariables(variables: Variables): CommandResult {
  try {
    parseConfig(variables);
  } catch (error) {
    if (!(error instanceof InvalidEnvironment)) throw error;
    const { message, faults } = error;
    const errors = faults.map(({ variable, sentence }) => ({ variable, message: sentence }));
    return { text: message, json: { valid: false, errors }, failed: true };
  }
  const values = getEffectiveValues(variables);
  return { text: values.map(formatValue).join('\n'), json: { valid: true, variables: values } };
}

function formatValue({ name, value = '(unset)', source }: EffectiveValue): string {
  const suffix = { environment: '', file: '  (from a file)', default: '  (default)' }[source];
  return `${name} = ${value}${value === '(unset)' ? '' : suffix}`;
}

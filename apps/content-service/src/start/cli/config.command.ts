import { Command } from 'commander';
import { InvalidEnvironment, parseConfig } from '../../platform/config/config.js';
import { type EffectiveValue, getEffectiveValues } from '../../platform/config/effective-values.js';
import type { VariableFault, Variables } from '../../platform/config/variable.js';
import { command, type CommandResult, print } from './command.js';
import type { Terminal } from './terminal.js';

export function configCommand(terminal: Terminal): Command {
  return new Command('config').description('check the environment variables').addCommand(
    command(
      'check',
      'print every error of the environment variables and of .env, or the values that apply',
    ).action(async (_: unknown, self: Command) => {
      print(await check(terminal.variables(), terminal.variablesFile), self, terminal);
    }),
  );
}

/** @param file `.env`, unless there is none */
async function check(variables: Variables, file: string | undefined): Promise<CommandResult> {
  const faults = await findFaults(variables, file);
  if (faults.length > 0) {
    const errors = faults.map(({ variable, sentence }) => ({ variable, message: sentence }));
    const text = faults.map(({ sentence }) => sentence).join('\n');
    return { text, json: { valid: false, errors }, failed: true };
  }
  const values = getEffectiveValues(variables);
  return { text: values.map(formatValue).join('\n'), json: { valid: true, variables: values } };
}

async function findFaults(variables: Variables, file: string | undefined): Promise<readonly VariableFault[]> {
  try {
    const config = parseConfig(variables);
    // It loads the modules of the service, which takes a second.
    const { findDeploymentFaults, findUnknownNames } = await import('./find-deployment-faults.js');
    return [
      ...config.retiredVariables,
      ...(file === undefined ? [] : findUnknownNames(file, config)),
      ...(await findDeploymentFaults(config)),
    ];
  } catch (error) {
    if (error instanceof InvalidEnvironment) return error.faults;
    throw error;
  }
}

function formatValue({ name, value = '(unset)', source }: EffectiveValue): string {
  const suffix = { environment: '', file: '  (from a file)', default: '  (default)' }[source];
  return `${name} = ${value}${value === '(unset)' ? '' : suffix}`;
}

import { readFileSync } from 'node:fs';
import { decodeText, NotText } from '@content-service/kernel';
import { getVariableDescriptions } from './environment.js';
import type { VariableFault, Variables } from './variable.js';

/** Names of the variables that can be read from a file, whose path is in `NAME_FILE` (container secrets): all secrets. */
export const FILE_VARIABLES: readonly string[] = [...getVariableDescriptions()]
  .filter(([, { secret }]) => secret !== undefined)
  .map(([name]) => name);

/** Reads the values of `NAME_FILE` variables. One line end at the end of a file is removed. */
export function readSecretFiles(variables: Variables): {
  readonly values: Variables;
  readonly faults: readonly VariableFault[];
} {
  const faults: VariableFault[] = [];
  const read = (name: string): readonly (readonly [string, string])[] => {
    const file = variables[`${name}_FILE`];
    if (file === undefined || file === '') return [];
    const report = (sentence: string): void => {
      faults.push({ variable: name, sentence });
    };
    const direct = variables[name];
    if (direct !== undefined && direct !== '') report(`Set ${name} or ${name}_FILE, not both.`);
    try {
      const value = decodeText(readFileSync(file)).replace(/\r?\n$/, '');
      if (value === '') report(`The file of ${name}_FILE is empty: '${file}'.`);
      return [[name, value]];
    } catch (error) {
      if (error instanceof NotText) {
        report(`The file of ${name}_FILE cannot be read: '${file}'. ${error.message}`);
        return [];
      }
      const { code } = error as NodeJS.ErrnoException;
      report(`The file of ${name}_FILE cannot be read: '${file}' (${code ?? 'no code'}).`);
      return [];
    }
  };
  return { values: Object.fromEntries(FILE_VARIABLES.flatMap(read)), faults };
}

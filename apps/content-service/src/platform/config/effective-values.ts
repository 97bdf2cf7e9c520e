import { splitUrls } from './database-environment.js';
import { ENVIRONMENT_DEFAULTS, getVariableDescriptions } from './environment.js';
import { FILE_VARIABLES, readSecretFiles } from './secret-files.js';
import { VARIABLE_GROUPS, type VariableDescription, type Variables } from './variable.js';

/** The value of a variable as it applies. */
export interface EffectiveValue {
  readonly name: string;
  /** `undefined`: unset, and without a default. Secrets are masked: `(secret)`, `postgres://db.example:5432/…`. */
  readonly value: string | undefined;
  readonly source: 'environment' | 'file' | 'default';
}

/** Returns the values of all variables that are described, in the order of docs/configuration.md. */
export function getEffectiveValues(variables: Variables): readonly EffectiveValue[] {
  const { values } = readSecretFiles(variables);
  const defaults = new Map<string, string | undefined>(Object.entries(ENVIRONMENT_DEFAULTS));
  return getDescriptionsInOrder().map(([name, description]) => {
    const isFile = FILE_VARIABLES.includes(name) && values[name] !== undefined;
    const given = isFile ? values[name] : variables[name];
    if (given === undefined || given === '') {
      return { name, value: defaults.get(name), source: 'default' };
    }
    return { name, value: maskValue(given, description), source: isFile ? 'file' : 'environment' };
  });
}

/** By group; the classes of environment variables declare theirs in another order. */
function getDescriptionsInOrder(): readonly (readonly [string, VariableDescription])[] {
  const all = [...getVariableDescriptions()];
  return VARIABLE_GROUPS.flatMap((name) => all.filter(([, { group }]) => group === name));
}

function maskValue(value: string, { secret }: VariableDescription): string {
  if (secret === undefined) return value;
  // Paths of files are no secrets, unlike what a URL has before and behind its host.
  if (secret === 'url' && /^(sqlite|memory|disk):/.test(value)) return value;
  return secret === 'text' ? '(secret)' : splitUrls(value).map(maskUrl).join(',');
}

function maskUrl(url: string): string {
  if (!URL.canParse(url)) return '(secret)';
  const { protocol, host } = new URL(url);
  return host === '' ? '(secret)' : `${protocol}//${host}/…`;
}

import {
  ENVIRONMENT_DEFAULTS,
  FILE_VARIABLES,
  getVariableDescriptions,
  VARIABLE_GROUPS,
  type VariableDescription,
} from '@content-service/app';
import { DEFAULT_SITE_SETTINGS, SETTING_RULES } from '@content-service/site-settings';
import { formatTable } from './markdown-table.js';

const DEFAULTS = new Map<string, unknown>(Object.entries(ENVIRONMENT_DEFAULTS));

/** Name, description and default of each variable of a group; the default is `undefined` for variables without one. */
export interface DescribedVariable extends VariableDescription {
  readonly name: string;
  readonly initial: string | undefined;
}

/** The described variables by group, in the order of `VARIABLE_GROUPS`. */
export function getVariablesByGroup(): readonly (readonly [string, readonly DescribedVariable[]])[] {
  const variables = [...getVariableDescriptions()].map(([name, description]) => ({
    ...description,
    name,
    initial: DEFAULTS.get(name)?.toString(),
  }));
  return VARIABLE_GROUPS.map((group) => [group, variables.filter((variable) => variable.group === group)]);
}

/** docs/configuration.md: every environment variable and every site setting. */
export function formatConfigurationPage(): string {
  const groups = getVariablesByGroup().map(
    ([group, variables]) =>
      `### ${group}\n\n${formatTable(['variable', 'default', 'values', 'meaning'], variables.map(toRow))}`,
  );
  const settings = Object.entries(SETTING_RULES).map(([name, { expectation, meaning }]) => [
    `\`${name}\``,
    `\`${JSON.stringify(DEFAULT_SITE_SETTINGS[name as keyof typeof SETTING_RULES])}\``,
    expectation,
    meaning,
  ]);
  return `# Configuration

<!-- Made by \`npm run docs:reference\` from the descriptions in the code. -->

## Environment variables

They are read once, at the start, also from a file \`.env\` in the working folder ([.env.example](../.env.example) has all of them); variables of
the process win over this file. An empty variable counts as unset. \`content-service config check\` prints every error, or the values that
apply, without secrets; with an error, no command and no process starts.

${groups.join('\n\n')}

### Secrets from files

${FILE_VARIABLES.map((name) => `\`${name}\``).join(', ')} can be read from files: \`KEY_SECRET_FILE\` and so on name a file that holds the
value, such as a container secret. Set either the variable or its file, not both.

## Site settings

Administrators change them while the service runs, in the browser, at \`/manage/settings\` or with \`content-service settings\`. They are stored in
the database and apply to every process within two seconds.

${formatTable(['site setting', 'default', 'values', 'meaning'], settings)}
`;
}

function toRow({
  name,
  initial,
  unset,
  values = '',
  unit,
  meaning,
  examples = [],
  secret,
}: DescribedVariable): readonly string[] {
  const isRange = /^\d+ to \d+/.test(values);
  const notes = [
    meaning,
    ...(examples.length === 0 ? [] : [`Example: ${examples.map((example) => `\`${example}\``).join(', ')}.`]),
    ...(secret === undefined ? [] : ['[Secret](#secrets-from-files).']),
  ];
  return [
    `\`${name}\``,
    initial === undefined ? (unset ?? 'none') : `\`${initial}\``,
    isRange && unit !== undefined ? values.replace(/^(\d+ to \d+)/, `$1 ${unit}`) : values,
    notes.join(' '),
  ];
}

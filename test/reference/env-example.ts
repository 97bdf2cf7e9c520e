import { FILE_VARIABLES } from '@content-service/app';
import { type DescribedVariable, getVariablesByGroup } from './configuration-page.js';

const WIDTH = 116;

const HEAD =
  'Copy this file to .env and uncomment what differs. Every variable is optional unless it says otherwise; variables of the ' +
  'process win over this file. `content-service config check` prints every error. What administrators change while the service ' +
  'runs are the site settings (`content-service settings get`). Made by `npm run docs:reference`.';

/** `.env.example`: every environment variable as a comment, with its default or an example. */
export function formatEnvExample(): string {
  const groups = getVariablesByGroup().map(([group, variables]) =>
    [`# --- ${group} ---`, ...variables.map(formatVariable)].join('\n\n'),
  );
  const files =
    'Secrets can be read from files: KEY_SECRET_FILE and so on name a file that holds the value. Set either the variable or its ' +
    `file, not both. Such variables are ${FILE_VARIABLES.join(', ')}.`;
  return `${[wrap(HEAD), ...groups, `${wrap(files)}\n# KEY_SECRET_FILE=/run/secrets/key_secret`].join('\n\n')}\n`;
}

function formatVariable({
  name,
  initial,
  unset,
  values,
  unit,
  meaning,
  examples = [],
}: DescribedVariable): string {
  const range = [values, unit !== undefined && !values?.includes(unit) ? `(${unit})` : ''].join(' ').trim();
  const sentences = [
    meaning,
    ...(range === '' ? [] : [`Values: ${range}.`]),
    ...(unset === undefined ? [] : [`Default: ${unset}.`]),
  ];
  const lines = [...(initial === undefined ? [] : [initial]), ...examples];
  return [
    wrap(toPlainText(sentences.join(' '))),
    ...(lines.length === 0 ? [''] : lines).map((value) => `# ${name}=${value}`),
  ].join('\n');
}

/** Markdown without code marks and link targets. */
function toPlainText(markdown: string): string {
  return markdown.replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1').replaceAll('`', '');
}

/** Comment lines of at most 118 characters. */
function wrap(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map((line) => `# ${line}`).join('\n');
}

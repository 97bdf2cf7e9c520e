import { readFileSync } from 'node:fs';
import { getMetadataStorage } from 'class-validator';
import { FILE_VARIABLES } from './config.js';
import { Environment } from './environment.js';

const README = read('README.md');
const EXAMPLE = read('.env.example');

/** Variables with a rule. `NODE_ENV` has none: it belongs to Node.js, and the service only reads it. */
const VARIABLES = [
  ...new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(Environment, '', false, false)
      .map(({ propertyName }) => propertyName),
  ),
].sort();

const DEFAULTS = new Map(
  Object.entries(new Environment()).filter(
    (row): row is [string, string] => VARIABLES.includes(row[0]) && row[1] !== undefined,
  ),
);

describe('The table of variables in README.md', () => {
  const table = new Map(readVariableTable());

  it('has a row for every variable of the class Environment and no other', () => {
    expect([...table.keys()].sort()).toEqual(VARIABLES);
  });

  it('shows the defaults of the class Environment', () => {
    expect(pickDefaults(table)).toEqual(DEFAULTS);
  });

  it('is followed by the variables that can be read from files', () => {
    expect(getNames(/^(.*) can be read from files/m, README)).toEqual([...FILE_VARIABLES]);
  });
});

describe('.env.example', () => {
  const rows = [...EXAMPLE.matchAll(/^# (?<name>[A-Z_]+)=(?<value>.*)$/gm)].map(
    ({ groups = {} }): [string, string] => [groups['name'] ?? '', groups['value'] ?? ''],
  );

  it('has a line for every variable of the class Environment and no other', () => {
    const names = new Set(rows.map(([name]) => name).filter((name) => !name.endsWith('_FILE')));

    expect([...names].sort()).toEqual(VARIABLES);
  });

  it('shows the defaults of the class Environment in the first line of a variable', () => {
    expect(pickDefaults(new Map([...rows].reverse()))).toEqual(DEFAULTS);
  });

  it('names the variables that can be read from files', () => {
    const [paragraph = ''] = /^# Secrets can be read from files[^]*?\n(?!# )/m.exec(EXAMPLE) ?? [];
    const names = paragraph.split(/[^A-Z_]/).filter((word) => word.endsWith('_FILE'));

    expect(new Set(names)).toEqual(new Set(FILE_VARIABLES.map((name) => `${name}_FILE`)));
  });
});

describe('ormconfig.ts', () => {
  it('opens the database of the service when DATABASE_URL is unset', () => {
    expect(read('ormconfig.ts')).toContain(`?? '${DEFAULTS.get('DATABASE_URL') ?? ''}'`);
  });
});

function read(path: string): string {
  return readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
}

/** Name and default of each row; a row of two variables has its defaults parted by a comma. */
function readVariableTable(): readonly [string, string][] {
  const [section = ''] = README.slice(README.indexOf('## Configuration')).split('\n## ');
  const rows = section.split('\n').filter((line) => /^\| `[A-Z_]+`/.test(line));
  return rows.flatMap((row) => {
    const [, names = '', defaults = ''] = row.split('|');
    const values = defaults.trim().split(', ');
    return [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = ''], index): [string, string] => [
      name,
      (values[index] ?? '').replaceAll('`', ''),
    ]);
  });
}

function getNames(sentence: RegExp, text: string): readonly string[] {
  const [, names = ''] = sentence.exec(text) ?? [];
  return [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);
}

/** What a document gives for the variables that have a default in the code. */
function pickDefaults(documented: ReadonlyMap<string, string>): ReadonlyMap<string, string | undefined> {
  return new Map([...DEFAULTS.keys()].map((name) => [name, documented.get(name)]));
}

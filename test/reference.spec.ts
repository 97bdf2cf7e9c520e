import { readFileSync } from 'node:fs';
import { ENVIRONMENT_DEFAULTS, getVariableDescriptions } from '@content-service/app';
import { createReferenceFiles, ROOT } from './reference/reference-files.js';

const files = await createReferenceFiles();

describe.each([...files.keys()])('%s', (path) => {
  it('is what npm run docs:reference writes', () => {
    expect(readFileSync(ROOT + path, 'utf8')).toBe(files.get(path));
  });
});

describe('ormconfig.ts', () => {
  it('opens the database of the service when DATABASE_URL is unset', () => {
    expect(readFileSync(`${ROOT}ormconfig.ts`, 'utf8')).toContain(
      `?? '${ENVIRONMENT_DEFAULTS.DATABASE_URL}'`,
    );
  });
});

describe('The table of variables in README.md', () => {
  const [section = ''] =
    readFileSync(`${ROOT}README.md`, 'utf8').split('## Configuration')[1]?.split('\n## ') ?? [];
  const rows = section.split('\n').filter((line) => /^\| `[A-Z_]+`/.test(line));
  const variables = rows.flatMap((row) => {
    const [, names = '', defaults = ''] = row.split('|');
    const values = defaults.trim().replaceAll('`', '').split(', ');
    return [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = ''], index) => [name, values[index]] as const);
  });

  it('has variables of the service with their defaults', () => {
    const defaults = new Map<string, unknown>(Object.entries(ENVIRONMENT_DEFAULTS));

    expect(variables.length).toBeGreaterThan(5);
    expect(variables.filter(([name]) => !getVariableDescriptions().has(name))).toEqual([]);
    expect(
      variables.filter(([name, value]) => defaults.get(name) !== undefined && defaults.get(name) !== value),
    ).toEqual([]);
  });
});

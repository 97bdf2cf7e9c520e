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

describe('README.md', () => {
  const [, section = ''] =
    /\n## Run it in production\n([^]*?)\n## /.exec(readFileSync(`${ROOT}README.md`, 'utf8')) ?? [];
  const variables = [...section.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);

  it('names variables of the service', () => {
    expect(variables.length).toBeGreaterThan(5);
    expect(variables.filter((name) => !getVariableDescriptions().has(name))).toEqual([]);
  });
});

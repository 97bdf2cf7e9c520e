import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createDeclarationPattern, initialize, load } from './changed-constants.js';
import { runToEnd } from './content-service.js';
import { CHANGED_CONSTANTS, PATIENT_CONSTANTS } from './process-variables.js';

const BUNDLE = new URL('../../apps/content-service/dist/bundle/', import.meta.url);

async function change(source: string, url: string): Promise<string> {
  return (await load(url, {}, () => Promise.resolve({ format: 'module', source }))).source;
}

describe('constants that tests change in the processes of the service', () => {
  // The command builds the bundle where it is outdated.
  beforeAll(() => runToEnd('sqlite:', {}, '--help'), 600_000);

  it.each([...Object.keys(PATIENT_CONSTANTS), ...CHANGED_CONSTANTS])(
    '%s is in the bundle once, as a number that can be replaced',
    (name) => {
      const texts = readdirSync(BUNDLE)
        .filter((file) => file.endsWith('.js'))
        .map((file) => readFileSync(new URL(file, BUNDLE), 'utf8'));

      expect(texts.flatMap((text) => text.match(createDeclarationPattern(name)) ?? [])).toHaveLength(1);
    },
  );

  it('have other values in the modules and in the bundle of the service only', async () => {
    initialize({ JOB_LEASE_SECONDS: 6 });
    const inModule = fileURLToPath(new URL('../../libs/jobs/dist/index.js', import.meta.url));

    expect(await change('export const JOB_LEASE_SECONDS = 30;', `file://${inModule}`)).toBe(
      'export const JOB_LEASE_SECONDS = 6;',
    );
    expect(await change('JOB_LEASE_SECONDS$1 = 3e3;', `${BUNDLE.href}dist.js`)).toBe(
      'JOB_LEASE_SECONDS$1 = 6;',
    );
    expect(await change('const JOB_LEASE_SECONDS = 30;', 'file:///node_modules/jobs/index.js')).toContain(
      '= 30;',
    );
    expect(await change('const OLD_JOB_LEASE_SECONDS = 30;', `file://${inModule}`)).toContain('= 30;');
  });
});

import { runCommand, runToEnd } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { prepareSite } from './prepared-site.js';
import { SCHEMA_VERSION, versionAhead } from './versions.js';

interface Status {
  readonly version: number;
  readonly expandedTo: number;
  readonly fault?: string;
  readonly migrations: readonly { readonly name: string; readonly done: boolean; readonly rows?: number }[];
}

describe('content-service migrate', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.remove());

  const migrate = (ahead: 0 | 1 | 2, ...options: readonly string[]): ReturnType<typeof runToEnd> =>
    runToEnd(database.url, versionAhead(ahead), 'migrate', ...options);
  const readStatus = async (ahead: 0 | 1 | 2): Promise<Status> =>
    JSON.parse((await migrate(ahead, '--status', '--json')).output) as Status;

  it('plans every migration of an empty database and changes nothing', async () => {
    const plan = await migrate(0, '--plan');
    const check = await migrate(0, '--check');

    expect(plan.code).toBe(0);
    expect(plan.output).toMatch(/^pending +expand +Content\d+: create the tables of the content model/);
    expect(check.code).toBe(3);
    expect(check.output).toMatch(/ migrations are pending\. Run `content-service migrate`\.\n$/);
    expect(await readStatus(0)).toMatchObject({ version: SCHEMA_VERSION, expandedTo: 0, fault: 'outdated' });
  });

  it('is needed only once', async () => {
    await prepareSite(database.url);

    const check = await migrate(0, '--check');
    const status = await readStatus(0);

    expect(check).toMatchObject({ code: 0, errors: '' });
    expect(check.output).toMatch(/No migration is pending\.\n$/);
    expect(status).toMatchObject({ version: SCHEMA_VERSION, expandedTo: SCHEMA_VERSION });
    expect(status).not.toHaveProperty('fault');
    expect(status.migrations.filter(({ done }) => !done)).toEqual([]);
    expect(await runCommand(database.url, 'migrate')).toEqual({ migrated: false, contractsLeft: 0 });
  });

  it('shows the migrations of a newer version, which does not keep this one from its work', async () => {
    await migrate(1);

    const status = await migrate(0, '--status');

    expect(status.output).toMatch(/^done +unknown +EntryRevision1790000000002: of a newer version$/m);
    expect((await migrate(0, '--check')).code).toBe(0);
  });

  it('refuses a schema that a newer version has contracted with one line and exit code 3', async () => {
    await migrate(2, '--contract');

    for (const args of [['serve'], ['migrate'], ['settings', 'get']]) {
      const { code, output, errors } = await runToEnd(database.url, versionAhead(0), ...args);

      expect({ args, code, output }).toEqual({ args, code: 3, output: '' });
      expect(errors).toBe(
        'content-service: This version of the service cannot work with the database: a newer version has removed what this one uses ' +
          '(schema version 3), and this one has schema version 1. Start the version that the database was migrated by, or a later one.\n',
      );
    }
  });
});

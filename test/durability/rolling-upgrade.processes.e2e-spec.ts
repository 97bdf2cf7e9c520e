import { runToEnd, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { Load } from '../faults/load.js';
import { createAdministrator, prepareSite } from './prepared-site.js';
import { SCHEMA_VERSION, versionAhead } from './versions.js';

/** Requests have no time limit that this test could reach. */
const LIMIT_MS = 30_000;

/** The load creates thousands of entries, and a change of the model of a large type is a job. */
const WITHOUT_MODEL_JOBS = { MODEL_JOB_ENTRIES: '999999999' };

describe('a rolling upgrade on one database', () => {
  let database: TestDatabase;
  const running = new Set<Service>();
  beforeAll(async () => {
    database = await createTestDatabase();
    await prepareSite(database.url);
  });
  afterAll(async () => {
    for (const service of running) await service.stop();
    await database.remove();
  });

  const start = async (ahead: 0 | 1 | 2): Promise<Service> => {
    const service = await startService(database.url, { ...versionAhead(ahead), ...WITHOUT_MODEL_JOBS });
    running.add(service);
    return service;
  };
  const stop = async (service: Service): Promise<void> => {
    running.delete(service);
    expect(await service.stop()).toBe(0);
  };
  const migrate = (ahead: 0 | 1 | 2, ...options: readonly string[]): ReturnType<typeof runToEnd> =>
    runToEnd(database.url, versionAhead(ahead), 'migrate', ...options);
  const startLoad = async (service: Service): Promise<Load> =>
    new Load(await createAdministrator(service), LIMIT_MS);
  const isReady = async ({ url }: Service): Promise<boolean> => (await fetch(`${url}/health/ready`)).ok;

  it('keeps the previous version at work until the contraction, and loses nothing', async () => {
    const former = await start(0);
    const formerLoad = await startLoad(former);
    await formerLoad.untilWrites(20);

    const refused = await runToEnd(database.url, versionAhead(1), 'serve');
    expect(refused).toMatchObject({ code: 3, output: '' });
    expect(refused.errors.trimEnd().split('\n')).toEqual([
      expect.stringContaining(
        `its schema version is ${SCHEMA_VERSION}, and ${SCHEMA_VERSION + 1} with all of its migrations is needed.`,
      ),
    ]);
    expect((await migrate(1, '--check')).code).toBe(3);
    expect((await migrate(1, '--plan')).output).toMatch(
      /^pending +expand +EntryRevision1790000000002: add revisions to entries \(about \d+ rows\)\n/,
    );
    expect(await migrate(1)).toMatchObject({ code: 0, output: 'The database is up to date now.\n' });
    expect((await migrate(1, '--check')).code).toBe(0);

    // Both versions at once.
    const next = await start(1);
    const nextLoad = await startLoad(next);
    await Promise.all([formerLoad.untilWrites(40), nextLoad.untilWrites(40)]);
    expect(await isReady(former)).toBe(true);
    expect(await changeModel(former)).toEqual([
      409,
      'The content model cannot be changed during an upgrade: ' +
        `the database has schema version ${SCHEMA_VERSION + 1}, and this process has schema version ${SCHEMA_VERSION}. ` +
        'Replace this process by one of the version that the database was migrated by.',
    ]);
    expect((await migrate(0, '--check')).code).toBe(0);
    expect(await formerLoad.stop()).toMatchObject({ lost: 0, hanging: 0, refused: {} });
    await stop(former);

    // The version after the next cannot be reached from the first one.
    expect(await migrate(2)).toMatchObject({
      code: 0,
      output: expect.stringContaining('1 contracting migrations are left') as string,
    });
    const outdated = await runToEnd(database.url, versionAhead(0), 'serve');
    expect(outdated).toMatchObject({ code: 3, output: '' });
    expect(outdated.errors.trimEnd().split('\n')).toEqual([
      expect.stringMatching(
        /^content-service: This version of the service cannot work with the database: its schema version is 3,/,
      ),
    ]);
    expect(await migrate(0)).toMatchObject({ code: 3 });

    const last = await start(2);
    const lastLoad = await startLoad(last);
    await Promise.all([nextLoad.untilWrites(20), lastLoad.untilWrites(20)]);
    expect(await nextLoad.stop()).toMatchObject({ lost: 0, hanging: 0, refused: {} });
    expect(await isReady(next)).toBe(true);
    expect(await changeModel(next)).toEqual([409, expect.stringContaining('has schema version 3') as string]);
    expect(await changeModel(last)).toEqual([
      409,
      'The content model cannot be changed during an upgrade: ' +
        '1 contracting migrations are left, and processes of the previous version may be running. ' +
        'Run `content-service migrate --contract` once every process has this version.',
    ]);
    expect(await migrate(2, '--contract')).toMatchObject({
      code: 0,
      output: 'The database is up to date now.\n',
    });
    await eventually(async () => !(await isReady(next)));
    await lastLoad.untilWrites(20);
    expect(await changeModel(last)).toEqual([200]);

    expect(await lastLoad.stop()).toMatchObject({ lost: 0, hanging: 0, refused: {} });
    expect(await isReady(last)).toBe(true);
    expect((await runToEnd(database.url, versionAhead(1), 'serve')).errors).toMatch(
      /a newer version has removed what this one uses \(schema version 3\)/,
    );
  }, 600_000);
});

/** Changes the bundle and one of its fields. @returns the status, and of a refusal because of an upgrade its detail */
async function changeModel(service: Service): Promise<readonly unknown[]> {
  const api = await createAdministrator(service);
  const change = async (path: string): Promise<readonly unknown[]> => {
    const answer = await api.send('PATCH', `/manage/bundles/node/tally${path}`, {
      document: { label: 'Renamed' },
      headers: { 'Content-Type': 'application/json' },
    });
    const { code, detail } = (await answer.json()) as Readonly<Record<string, unknown>>;
    return code === 'upgrade_running' ? [answer.status, detail] : [answer.status];
  };
  const answers = [await change(''), await change('/fields/field_count')];
  expect(answers[1]).toEqual(answers[0]);
  return answers[0]!;
}

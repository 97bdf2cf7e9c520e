import type { ApiClient } from '../support/api-client.js';
import { type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { shiftClock } from '../support/process-variables.js';
import { createAdministrator, prepareSite } from './prepared-site.js';
import { BEHIND_ONE_ADDRESS } from './processes.js';

interface Job {
  readonly id: string;
  readonly parameters: { readonly records?: string };
}

interface Schedule {
  readonly lastJob: string | null;
  readonly lastOutcome: string | null;
}

const MINUTE = 60;

describe('schedules of jobs and several processes', () => {
  let database: TestDatabase;
  const running: Service[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    await prepareSite(database.url);
  }, 600_000);
  afterEach(async () => {
    await Promise.all(running.splice(0).map((service) => service.stop()));
  });
  afterAll(() => database.remove());

  const start = async (clockOffsetSeconds: number): Promise<Service> => {
    const service = await startService(database.url, {
      ...BEHIND_ONE_ADDRESS,
      ...shiftClock(clockOffsetSeconds),
    });
    running.push(service);
    return service;
  };
  const readBody = async <T>(api: ApiClient, path: string): Promise<T> =>
    (await (await api.send('GET', path)).json()) as T;
  const jobsOf = async (api: ApiClient, kind: string): Promise<readonly Job[]> =>
    (await readBody<{ items: Job[] }>(api, '/manage/jobs?kind=prune&limit=100')).items.filter(
      ({ parameters }) => parameters.records === kind,
    );
  const change = (api: ApiClient, name: string, changes: object): Promise<unknown> =>
    api.send('PATCH', `/manage/schedules/${name}`, {
      ...{ document: changes, headers: { 'Content-Type': 'application/json' } },
    });

  it('start the job of a time once, after the process that was told the time was killed', async () => {
    const first = await start(0);
    const api = await createAdministrator(first);
    const due = new Date(Date.now() + 2 * MINUTE * 1000);
    const cron = `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`;
    const pruned = ['events', 'deliveries', 'audit-log'];
    for (const kind of pruned)
      expect(await change(api, `prune-${kind}`, { cron })).toMatchObject({ status: 200 });
    await first.kill();

    // Their clocks are three minutes later, so that all find the time to be past.
    const others = await Promise.all([1, 2, 3].map(() => start(3 * MINUTE)));

    const reader = await createAdministrator(others[0]!);
    for (const kind of pruned) {
      const read = (): Promise<Schedule> => readBody(reader, `/manage/schedules/prune-${kind}`);
      await eventually(async () => (await read()).lastOutcome === 'succeeded');
      expect(await jobsOf(reader, kind)).toMatchObject([{ id: (await read()).lastJob }]);
    }
  }, 600_000);
});

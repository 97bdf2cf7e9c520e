import { Metrics } from '@content-service/app';
import { JobScheduler } from '@content-service/jobs';
import { eventually } from '../support/eventually.js';
import { ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { formatProblem } from '../support/problems.js';

const SCHEDULES = '/manage/schedules';
const HOUR = 3600;

interface Schedule {
  readonly name: string;
  readonly cron: string;
  readonly enabled: boolean;
  readonly nextDueAt: string | null;
  readonly lastJob: string | null;
  readonly lastOutcome: string | null;
}

describe('/manage/schedules', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.createClient();
  });
  afterAll(() => site.stop());

  const read = async (name: string): Promise<Schedule> =>
    (await manager.get(`${SCHEDULES}/${name}`)).body as Schedule;
  const startDue = (): Promise<void> => site.app.nest.get(JobScheduler).startDue();
  const auditOf = async (action: string): Promise<readonly unknown[]> =>
    (await manager.get(`/manage/audit-log?action=${action}`)).body.items as readonly unknown[];

  it('GET lists the schedules with their times', async () => {
    const { status, body } = await manager.get(SCHEDULES);

    expect(status).toBe(200);
    const items = body.items as readonly Schedule[];
    expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(['prune-expired', 'verify-index']));
    expect(items.find(({ name }) => name === 'prune-events')).toEqual({
      ...{
        name: 'prune-events',
        cron: '20 2 * * *',
        defaultCron: '20 2 * * *',
        enabled: true,
        kind: 'prune',
      },
      nextDueAt: expect.stringMatching(/T02:20:00\+00:00$/),
      ...{ lastDueAt: null, lastRunAt: null, lastJob: null, lastOutcome: null },
    });
    expect(items.find(({ name }) => name === 'verify-index')).toMatchObject({
      ...{ enabled: false, nextDueAt: null },
    });
  });

  it('PATCH changes the times, with an audit line', async () => {
    const before = await manager.get(`${SCHEDULES}/prune-jobs`);
    const headers = { 'If-Match': before.headers['etag']! };

    const changed = await manager.patch(
      `${SCHEDULES}/prune-jobs`,
      { cron: '5 4 * * MON', enabled: true },
      headers,
    );

    expect(changed.body).toMatchObject({ cron: '5 4 * * MON', defaultCron: '20 3 * * *', enabled: true });
    expect((changed.body as Schedule).nextDueAt).toMatch(/T04:05:00/);
    expect(await read('prune-jobs')).toEqual(changed.body);
    const outdated = await manager.patch(`${SCHEDULES}/prune-jobs`, { enabled: false }, headers);
    expect(formatProblem(outdated)).toBe('412 outdated');
    expect(await auditOf('schedule.changed')).toMatchObject([
      { subject: { kind: 'schedule', id: 'prune-jobs' }, details: { cron: '5 4 * * MON', enabled: true } },
    ]);
  });

  it.each([
    ['61 * * * *', 'Invalid value for minute'],
    ['* * * * * *', 'five fields'],
    ['0 0 31 2 *', 'a time that occurs'],
  ])('PATCH with the cron expression «%s» is 422 with its pointer', async (cron, reason) => {
    const before = await read('prune-jobs');

    const answer = await manager.patch(`${SCHEDULES}/prune-jobs`, { cron });

    expect(formatProblem(answer)).toBe('422 cron_invalid');
    expect(answer.text).toContain('"pointer":"/cron"');
    expect(answer.text).toContain(reason);
    expect(await read('prune-jobs')).toEqual(before);
  });

  it.each([
    [{ cron: 5 }, '422 invalid_member'],
    [{ enabled: 'yes' }, '422 invalid_member'],
    [{ cron: null }, '422 invalid_member'],
    [{ name: 'x' }, '422 invalid_member'],
  ])('PATCH with %j is %s', async (body, problem) => {
    expect(formatProblem(await manager.patch(`${SCHEDULES}/prune-jobs`, body))).toBe(problem);
  });

  it.each([
    ['get', '/x'],
    ['patch', '/x'],
    ['post', '/x/run'],
  ] as const)('%s /manage/schedules%s is 404', async (method, path) => {
    const answer = await manager.send(method, SCHEDULES + path, method === 'patch' ? {} : undefined);

    expect(formatProblem(answer)).toBe('404 schedule_unknown');
  });

  it('POST …/run starts the job at once, whose end becomes the outcome', async () => {
    const started = await manager.send('post', `${SCHEDULES}/verify-index/run`);

    const { id } = started.body as { id: string };
    expect([started.status, started.headers['location']]).toEqual([
      202,
      expect.stringMatching(new RegExp(`/manage/jobs/${id}$`)),
    ]);
    expect(await auditOf('schedule.run')).toMatchObject([{ details: { job: id } }]);
    await eventually(async () => {
      await startDue();
      return (await read('verify-index')).lastOutcome === 'succeeded';
    });
    expect(await read('verify-index')).toMatchObject({ lastJob: id, enabled: false, nextDueAt: null });
  });

  it('POST …/run is 409 while such a job is unfinished', async () => {
    const idle = await ManagedSite.start({ JOB_CONCURRENCY: '0' });
    try {
      const administrator = await idle.administrator();
      const run = () => administrator.send('post', `${SCHEDULES}/verify-index/run`);

      expect((await run()).status).toBe(202);
      expect(formatProblem(await run())).toBe('409 job_running');
    } finally {
      await idle.stop();
    }
  });

  it('a time that comes starts one job, which is counted', async () => {
    await startDue();
    site.app.clock.advance(HOUR);
    manager = await site.createClient();

    await Promise.all([startDue(), startDue(), startDue()]);

    await eventually(async () => {
      await startDue();
      return (await read('prune-expired')).lastOutcome === 'succeeded';
    });
    const { body } = await manager.get('/manage/jobs?kind=prune');
    const jobs = (body.items as readonly { parameters: object }[]).filter(
      ({ parameters }) => 'records' in parameters && parameters.records === 'expired',
    );
    expect(jobs).toMatchObject([{ state: 'succeeded', actor: { kind: 'service' } }]);
    expect(await auditOf('job.finished')).not.toContainEqual(
      expect.objectContaining({ details: expect.objectContaining({ kind: 'prune' }) }),
    );
    const { scheduleRuns, scheduleNextDue } = site.app.nest.get(Metrics);
    expect((await scheduleRuns.get()).values).toContainEqual(
      expect.objectContaining({ labels: { schedule: 'prune-expired', outcome: 'succeeded' }, value: 1 }),
    );
    const next = (await scheduleNextDue.get()).values;
    expect(next.find(({ labels }) => labels.schedule === 'prune-expired')?.value).toBeGreaterThan(
      site.app.clock.now(),
    );
    expect(next.find(({ labels }) => labels.schedule === 'verify-index')).toBeUndefined();
  });
});

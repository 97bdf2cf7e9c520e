import { AuditTrail } from '@content-service/audit';
import {
  type Job,
  type JobScheduleDefinition,
  JobScheduler,
  JobScheduleService,
  type NewJob,
} from '@content-service/jobs';
import { FakeClock, UuidV7Generator } from '@content-service/kernel';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import type { Storage } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { JOB_SCHEDULES } from './job-schedules.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const TICKS = 1000;

const createNewJob = (kind: string): NewJob => ({ kind, group: undefined, dedupKey: kind, parameters: {} });
const HOURLY = { name: 'hourly', cron: '17 * * * *', enabled: true, job: createNewJob('a') };
const WEEKLY = { name: 'weekly', cron: '0 5 * * SUN', enabled: false, job: createNewJob('b') };

/** A storage with the schedulers of several processes, which have one clock. */
class ScheduledSite {
  readonly clock = new FakeClock();
  /** `<name> <outcome>` */
  readonly outcomes: string[] = [];
  readonly errors: unknown[] = [];
  readonly nextDue = new Map<string, number | undefined>();
  private readonly ids = new UuidV7Generator();
  private woken = 0;

  private constructor(readonly storage: Storage) {}

  static async create(): Promise<ScheduledSite> {
    return new ScheduledSite(new RecordStorage(new MemoryRecordStore()));
  }

  createScheduler(...definitions: readonly JobScheduleDefinition[]): JobScheduler {
    const { jobs, jobSchedules } = this.storage;
    return new JobScheduler(definitions, jobSchedules, jobs, this.runner, this.ids, this.clock, {
      context: OPERATOR_CONTEXT,
      onOutcome: (name, outcome) => this.outcomes.push(`${name} ${outcome}`),
      onNextDue: (name, nextDue) => this.nextDue.set(name, nextDue),
      onError: (error) => this.errors.push(error),
    });
  }

  createService(...definitions: readonly JobScheduleDefinition[]): JobScheduleService {
    const { audit, jobSchedules } = this.storage;
    const trail = new AuditTrail(audit, this.ids, this.clock);
    return new JobScheduleService(definitions, jobSchedules, this.runner, this.ids, this.clock, trail);
  }

  get wakeUps(): number {
    return this.woken;
  }

  /** All jobs, the oldest first. */
  async jobs(): Promise<readonly Job[]> {
    const { jobs } = await this.storage.jobs.page({}, { limit: 2 * TICKS });
    return [...jobs].reverse();
  }

  async finishJobs(state: 'succeeded' | 'failed' | 'cancelled' = 'succeeded'): Promise<void> {
    for (const job of await this.jobs())
      if (job.endedAt === undefined)
        await this.storage.jobs.replace({ ...job, state, endedAt: this.clock.now(), version: 2 }, 1);
  }

  private readonly runner = {
    wake: (): void => {
      this.woken += 1;
    },
  };
}

describe('JobScheduler', () => {
  let site: ScheduledSite;
  beforeEach(async () => {
    site = await ScheduledSite.create();
  });

  it('starts a job at each time, not before', async () => {
    const scheduler = site.createScheduler(HOURLY, WEEKLY);
    await scheduler.startDue();
    const first = site.nextDue.get('hourly')!;
    expect([first % HOUR, site.nextDue.get('weekly')]).toEqual([17 * MINUTE, undefined]);

    site.clock.advance(first - site.clock.now() - 1);
    await scheduler.startDue();
    expect(await site.jobs()).toEqual([]);

    site.clock.advance(1);
    await scheduler.startDue();
    await scheduler.startDue();
    expect(await site.jobs()).toMatchObject([
      { kind: 'a', dedupKey: 'a', state: 'queued', context: OPERATOR_CONTEXT, createdAt: first },
    ]);
    expect([site.nextDue.get('hourly'), site.wakeUps]).toEqual([first + HOUR, 1]);
  });

  it(`starts each of ${TICKS} due runs once when the schedulers of three processes look at the same time`, async () => {
    const schedulers = [1, 2, 3].map(() => site.createScheduler(HOURLY));
    await Promise.all(schedulers.map((scheduler) => scheduler.startDue()));

    for (let tick = 1; tick <= TICKS; tick += 1) {
      site.clock.advance(HOUR);
      await Promise.all(schedulers.map((scheduler) => scheduler.startDue()));
      await site.finishJobs();
    }
    await Promise.all(schedulers.map((scheduler) => scheduler.startDue()));

    const jobs = await site.jobs();
    expect(jobs).toHaveLength(TICKS);
    expect(new Set(jobs.map(({ createdAt }) => createdAt)).size).toBe(TICKS);
    expect(site.outcomes).toEqual(Array.from({ length: TICKS }, () => 'hourly succeeded'));
    expect(site.errors).toEqual([]);
  });

  it('starts one run after a downtime of many times', async () => {
    const scheduler = site.createScheduler(HOURLY);
    await scheduler.startDue();

    site.clock.advance(50 * HOUR);
    await site.createScheduler(HOURLY).startDue();
    await scheduler.startDue();

    expect(await site.jobs()).toHaveLength(1);
    expect(site.nextDue.get('hourly')).toBeGreaterThan(site.clock.now());
  });

  it('leaves a run out while the job of the one before is unfinished', async () => {
    const scheduler = site.createScheduler(HOURLY);
    await scheduler.startDue();
    for (let run = 0; run < 3; run += 1) {
      site.clock.advance(HOUR);
      await scheduler.startDue();
    }

    expect(await site.jobs()).toHaveLength(1);
    expect(site.outcomes).toEqual(['hourly skipped', 'hourly skipped']);
  });

  it.each(['succeeded', 'failed', 'cancelled'] as const)(
    'stores that a run has %s, once',
    async (outcome) => {
      const schedulers = [site.createScheduler(HOURLY), site.createScheduler(HOURLY)];
      await schedulers[0]!.startDue();
      site.clock.advance(HOUR);
      await schedulers[0]!.startDue();
      await schedulers[1]!.startDue();
      expect(site.outcomes).toEqual([]);

      await site.finishJobs(outcome);
      await Promise.all(schedulers.map((scheduler) => scheduler.startDue()));

      expect(site.outcomes).toEqual([`hourly ${outcome}`]);
      expect(await site.createService(HOURLY).get('hourly')).toMatchObject({ lastOutcome: outcome });
    },
  );

  it('goes on with the other schedules after an error of one', async () => {
    const scheduler = site.createScheduler({ ...WEEKLY, enabled: true, cron: 'never' }, HOURLY);

    await scheduler.startDue();

    expect(site.errors).toMatchObject([{ code: 'cron_invalid' }]);
    expect(site.nextDue.get('hourly')).toBeDefined();
  });

  it('waits for the next time of a schedule that a new version enables', async () => {
    await site.createScheduler(WEEKLY).startDue();
    const scheduler = site.createScheduler({ ...WEEKLY, enabled: true });
    site.clock.advance(1000 * HOUR);

    await scheduler.startDue();

    expect(await site.jobs()).toEqual([]);
    site.clock.advance(7 * 24 * HOUR);
    await scheduler.startDue();
    expect(await site.jobs()).toHaveLength(1);
  });
});

describe('JobScheduleService', () => {
  let site: ScheduledSite;
  beforeEach(async () => {
    site = await ScheduledSite.create();
  });

  it('changes the times from now on, and stores what differs from the definition', async () => {
    const service = site.createService(HOURLY, WEEKLY);
    const scheduler = site.createScheduler(HOURLY, WEEKLY);

    const weekly = await service.change('weekly', { enabled: true, cron: '*/10 * * * *' }, OPERATOR_CONTEXT);
    const hourly = await service.change('hourly', { enabled: false }, OPERATOR_CONTEXT);

    expect(weekly).toMatchObject({ enabled: true, cron: '*/10 * * * *', version: 2 });
    expect(weekly.nextDue! - site.clock.now()).toBeLessThanOrEqual(10 * MINUTE);
    expect(hourly).toMatchObject({ enabled: false, nextDue: undefined });
    const changed = await site.storage.jobSchedules.list();
    expect(changed.map(({ name, cron, enabled }) => [name, cron, enabled])).toEqual([
      ['hourly', undefined, false],
      ['weekly', '*/10 * * * *', true],
    ]);
    site.clock.advance(HOUR);
    await scheduler.startDue();
    expect(await site.jobs()).toMatchObject([{ kind: 'b' }]);
    await service.change('hourly', { enabled: true }, OPERATOR_CONTEXT);
    const [stored] = await site.storage.jobSchedules.list();
    expect(stored?.version).toBe(3);
    expect(stored?.enabled).toBeUndefined();
  });

  it('does not let a time that was taken come again', async () => {
    const service = site.createService(HOURLY);
    const scheduler = site.createScheduler(HOURLY);
    await scheduler.startDue();
    const due = site.nextDue.get('hourly')!;
    site.clock.advance(due - site.clock.now());
    await scheduler.startDue();

    // The clock of another process is behind.
    site.clock.advance(-MINUTE);
    const changed = await service.change('hourly', { cron: '* * * * *' }, OPERATOR_CONTEXT);

    expect(changed.nextDue).toBe(due + MINUTE);
  });

  it('refuses a wrong expression, also of a disabled schedule, and another version', async () => {
    const service = site.createService(WEEKLY);

    await expect(service.change('weekly', { cron: '61 * * * *' }, OPERATOR_CONTEXT)).rejects.toMatchObject({
      ...{ code: 'cron_invalid', source: { pointer: '/cron' } },
    });
    await expect(service.change('weekly', { enabled: true }, OPERATOR_CONTEXT, 7)).rejects.toMatchObject({
      code: 'outdated',
    });
    await expect(service.change('daily', {}, OPERATOR_CONTEXT)).rejects.toMatchObject({
      code: 'schedule_unknown',
    });
  });

  it('runs a disabled schedule at once, but not while its job is unfinished', async () => {
    const service = site.createService(WEEKLY);

    const job = await service.run('weekly', OPERATOR_CONTEXT);

    expect(await service.get('weekly')).toMatchObject({
      ...{ lastRun: site.clock.now(), lastJob: job.id, enabled: false },
    });
    await expect(service.run('weekly', OPERATOR_CONTEXT)).rejects.toMatchObject({
      ...{ code: 'job_running', meta: { job: job.id } },
    });
    const { events } = await site.storage.audit.page({ action: 'schedule.run' }, { limit: 9 });
    expect(events).toMatchObject([{ subject: { id: 'weekly' }, details: { job: job.id } }]);
    expect(site.wakeUps).toBe(1);
  });
});

describe('the schedules of the service', () => {
  it('have names, times that occur, and jobs of their own', async () => {
    const site = await ScheduledSite.create();

    await site.createScheduler(...JOB_SCHEDULES.map((one) => ({ ...one, enabled: true }))).startDue();

    expect(site.errors).toEqual([]);
    expect(new Set(site.nextDue.values()).size).toBe(JOB_SCHEDULES.length);
    expect(new Set(JOB_SCHEDULES.map(({ job }) => job.dedupKey)).size).toBe(JOB_SCHEDULES.length);
  });
});

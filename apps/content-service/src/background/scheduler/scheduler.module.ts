import { Logger, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AuditModule, AuditTrail, SERVICE_CONTEXT } from '@content-service/audit';
import { BundlesModule, ContentModelService } from '@content-service/bundles';
import {
  EntriesModule,
  EntryAudit,
  EntryEditor,
  EntryRevisionStore,
  EntryScheduler,
  EntryScheduleStore,
  EntryStore,
  type WriteContext,
} from '@content-service/entries';
import {
  JobRunner,
  JobScheduler,
  JobScheduleService,
  JobScheduleStore,
  JobStore,
  RUN_OUTCOMES,
} from '@content-service/jobs';
import { Clock, IdGenerator, provide } from '@content-service/kernel';
import { SiteSettingsModule, SiteSettingsService, toHistoryOptions } from '@content-service/site-settings';
import { BackgroundWork } from '../lifecycle/background-work.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { Failure } from '../../platform/log/outage-log.js';
import { JOB_SCHEDULES } from './job-schedules.js';
import { PeriodicTask } from './periodic-task.js';

/** How often entries are looked for that are to be published or unpublished. */
const ENTRY_POLL_MS = 1000;

/** Polling interval of the schedules of jobs, whose times are whole minutes. */
const JOB_POLL_MS = 5000;

/** Performs schedules from the start of a service to its end. */
export class SchedulerLifecycle implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly tasks: readonly PeriodicTask[];

  constructor(
    entries: EntryScheduler,
    private readonly jobs: JobScheduler,
    private readonly background: BackgroundWork,
  ) {
    this.tasks = [
      new PeriodicTask(() => entries.performDue(), ENTRY_POLL_MS, logFault),
      new PeriodicTask(() => jobs.startDue(), JOB_POLL_MS, logFault),
    ];
  }

  /** The metrics have the next times from the beginning. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.background.isEnabled) return;
    await this.jobs.startDue().catch(logFault);
    for (const task of this.tasks) task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.tasks.map((task) => task.stop()));
  }
}

const logger = new Logger('Scheduler');

function logFault(error: unknown): void {
  logger.warn(new Failure('Schedules could not be read', error));
}

function createEntryScheduler(
  schedules: EntryScheduleStore,
  entries: EntryStore,
  revisions: EntryRevisionStore,
  editor: EntryEditor,
  clock: Clock,
  models: ContentModelService,
  settings: SiteSettingsService,
  trail: AuditTrail,
  { scheduledActions }: Metrics,
): EntryScheduler {
  const createContext = (): WriteContext => ({
    model: () => models.current(),
    reloadModel: () => models.refresh(),
    audit: new EntryAudit(trail, SERVICE_CONTEXT, 'schedule'),
    origin: { cause: 'schedule', actor: SERVICE_CONTEXT.actor },
    history: toHistoryOptions(settings.current()),
  });
  return new EntryScheduler(schedules, entries, revisions, editor, clock, {
    createContext,
    onOutcome: (action, outcome) => {
      scheduledActions.inc({ action, outcome });
    },
    onError: (error, { action, entryId }) => {
      logger.warn(new Failure(`The entry ${entryId} could not be ${action}ed`, error));
    },
  });
}

function createJobScheduler(
  schedules: JobScheduleStore,
  jobs: JobStore,
  runner: JobRunner,
  ids: IdGenerator,
  clock: Clock,
  { scheduleRuns, scheduleNextDue }: Metrics,
): JobScheduler {
  // Known series start at 0, so that a rate over the first event is right (Prometheus, «Instrumentation»).
  for (const { name: schedule } of JOB_SCHEDULES)
    for (const outcome of [...RUN_OUTCOMES, 'skipped']) scheduleRuns.inc({ schedule, outcome }, 0);
  return new JobScheduler(JOB_SCHEDULES, schedules, jobs, runner, ids, clock, {
    context: SERVICE_CONTEXT,
    onOutcome: (schedule, outcome) => {
      scheduleRuns.inc({ schedule, outcome });
    },
    onNextDue: (schedule, nextDue) => {
      if (nextDue === undefined) scheduleNextDue.remove({ schedule });
      else scheduleNextDue.set({ schedule }, nextDue);
    },
    onError: (error, name) => {
      logger.warn(new Failure(`The schedule ${name} could not be performed`, error));
    },
  });
}

/** Publishes and unpublishes entries and starts jobs at their times, in this process as in others. */
@Module({
  imports: [AuditModule, BundlesModule, EntriesModule, JobsModule, SiteSettingsModule],
  providers: [
    {
      provide: EntryScheduler,
      inject: [
        ...[EntryScheduleStore, EntryStore, EntryRevisionStore, EntryEditor, Clock],
        ...[ContentModelService, SiteSettingsService, AuditTrail, Metrics],
      ],
      useFactory: createEntryScheduler,
    },
    {
      provide: JobScheduler,
      inject: [JobScheduleStore, JobStore, JobRunner, IdGenerator, Clock, Metrics],
      useFactory: createJobScheduler,
    },
    {
      provide: JobScheduleService,
      inject: [JobScheduleStore, JobRunner, IdGenerator, Clock, AuditTrail],
      useFactory: (
        store: JobScheduleStore,
        runner: JobRunner,
        ids: IdGenerator,
        clock: Clock,
        trail: AuditTrail,
      ) => new JobScheduleService(JOB_SCHEDULES, store, runner, ids, clock, trail),
    },
    provide(SchedulerLifecycle, [EntryScheduler, JobScheduler, BackgroundWork]),
  ],
  exports: [EntryScheduler, JobScheduleService],
})
export class SchedulerModule {}

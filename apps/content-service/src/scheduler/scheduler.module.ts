import { Logger, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AuditModule, AuditTrail } from '@content-service/audit';
import { BundlesModule, ContentModelService } from '@content-service/bundles';
import {
  EntriesModule,
  EntryAudit,
  EntryEditor,
  EntryScheduler,
  EntryScheduleStore,
  EntryStore,
  type WriteContext,
} from '@content-service/entries';
import { Clock } from '@content-service/kernel';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { hasHttpServer } from '../http/has-http-server.js';
import { Metrics } from '../metrics/metrics.js';
import { PeriodicTask } from './periodic-task.js';

/** How often schedules are looked for that are due. */
const POLL_MS = 1000;

/** Performs schedules from the start of a service to its end. Commands leave that to the services. */
export class SchedulerLifecycle implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: PeriodicTask;

  constructor(
    scheduler: EntryScheduler,
    private readonly host: HttpAdapterHost,
  ) {
    this.task = new PeriodicTask(
      () => scheduler.performDue(),
      POLL_MS,
      (error) => {
        logger.warn(`Schedules could not be read: ${String(error)}`);
      },
    );
  }

  onApplicationBootstrap(): void {
    if (hasHttpServer(this.host)) this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
  }
}

const logger = new Logger('Scheduler');

function createScheduler(
  schedules: EntryScheduleStore,
  entries: EntryStore,
  editor: EntryEditor,
  clock: Clock,
  models: ContentModelService,
  trail: AuditTrail,
  { scheduledActions }: Metrics,
): EntryScheduler {
  const createContext = (): WriteContext => ({
    model: () => models.current(),
    reloadModel: () => models.refresh(),
    audit: new EntryAudit(trail, OPERATOR_CONTEXT, 'schedule'),
    origin: { cause: 'schedule', actor: OPERATOR_CONTEXT.actor },
  });
  return new EntryScheduler(schedules, entries, editor, clock, {
    createContext,
    onOutcome: (action, outcome) => {
      scheduledActions.inc({ action, outcome });
    },
    onError: (error, { action, entryId }) => {
      logger.warn(`The entry ${entryId} could not be ${action}ed: ${String(error)}`);
    },
  });
}

/** Publishes and unpublishes entries at their times, in this process as in others. */
@Module({
  imports: [AuditModule, BundlesModule, EntriesModule],
  providers: [
    {
      provide: EntryScheduler,
      inject: [
        ...[EntryScheduleStore, EntryStore, EntryEditor, Clock],
        ...[ContentModelService, AuditTrail, Metrics],
      ],
      useFactory: createScheduler,
    },
    {
      provide: SchedulerLifecycle,
      inject: [EntryScheduler, HttpAdapterHost],
      useFactory: (scheduler: EntryScheduler, host: HttpAdapterHost) =>
        new SchedulerLifecycle(scheduler, host),
    },
  ],
})
export class SchedulerModule {}

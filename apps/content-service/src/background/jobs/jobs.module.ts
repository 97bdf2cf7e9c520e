import { Logger, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AccountService, AccountsModule } from '@content-service/accounts';
import { AuditModule, AuditTrail } from '@content-service/audit';
import { BundlesModule, ContentModelService } from '@content-service/bundles';
import { BrokerReplays, EventConsumerService, EventConsumerStore, EventLog } from '@content-service/events';
import { FileStore, FileSweepJob } from '@content-service/files';
import { type Job, type JobHandler, JobRunner, JobService, JobStore } from '@content-service/jobs';
import { Clock, IdGenerator, provide } from '@content-service/kernel';
import { ClientStore } from '@content-service/oauth-clients';
import { BROKER_CONSUMER } from '@content-service/sink';
import { SiteSettingsModule, SiteSettingsService } from '@content-service/site-settings';
import { Storage } from '@content-service/storage';
import {
  BulkActionJob,
  BulkActionRules,
  MenuEditor,
  IndexCompletion,
  ModelChangeJob,
  ModelChangeService,
  PruneJob,
  RebuildIndexJob,
  RequestedJobs,
  type Retention,
  VerifyIndexJob,
} from '@content-service/site-jobs';
import {
  ImportRules,
  SiteImporter,
  SiteImportJob,
  SitePackageModule,
} from '@content-service/transfer/site-package';
import { DeleteDeliveriesJob, WebhookReplayer, WebhookReplayJob } from '@content-service/webhooks';
import {
  EntriesModule,
  EntryEditor,
  EntryStore,
  MonotonicPositionGenerator,
  EntryUsage,
  EraseUserJob,
  isStoreFault,
  PendingUnlinks,
  UnlinkEntriesJob,
} from '@content-service/entries';
import { BackgroundWork } from '../lifecycle/background-work.js';
import { BrokerAccess } from '../brokers/broker-access.js';
import { EventsModule } from '../events/events.module.js';
import { BrokerAccessModule } from '../brokers/broker-access.module.js';
import { Config } from '../../platform/config/config.js';
import { BulkActionsModule } from './bulk-actions.module.js';
import { BrokerReplayJob } from '../brokers/broker-replay.job.js';
import { PurgeCacheJob } from '../edge-cache/purge-cache.job.js';
import { FileMetrics } from '../../platform/files/file-metrics.js';
import { FilesModule } from '../../platform/files/files.module.js';
import { Failure } from '../../platform/log/outage-log.js';
import { type Fetch, FETCH } from '../../platform/tracing/traced-fetch.js';

/** Injection token of the job handlers. */
export const JOB_HANDLERS = Symbol('JOB_HANDLERS');

/** Half of the time limit of a graceful shutdown: a job that needs longer is continued when its lease has expired. */
const STOP_LIMIT_MS = 5000;

/** Runs jobs from the start of a service to its end. */
class JobLifecycle implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly runner: JobRunner,
    private readonly unlinks: PendingUnlinks,
    private readonly index: IndexCompletion,
    private readonly background: BackgroundWork,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.background.isEnabled) return;
    await this.unlinks.queueLeft();
    await this.index.queue();
    this.runner.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.runner.stop(STOP_LIMIT_MS);
  }
}

function logError(error: unknown, job?: Job): void {
  const subject = job === undefined ? 'A job' : `The job ${job.id} (${job.kind})`;
  new Logger('Jobs').error(new Failure(`${subject} ended with an error`, error));
}

function getRetention({ auditRetentionDays, audit, events, webhooks }: Config): Retention {
  return {
    auditDays: auditRetentionDays,
    auditTokenDays: audit.tokenRetentionDays,
    eventDays: events.retentionDays,
    webhookDays: webhooks.historyDays,
  };
}

/** Background jobs: their handlers, the runner of this process, and the use cases that queue them. */
@Module({
  imports: [
    AccountsModule,
    AuditModule,
    BrokerAccessModule,
    BulkActionsModule,
    BundlesModule,
    EntriesModule,
    EventsModule,
    FilesModule,
    SitePackageModule,
    SiteSettingsModule,
  ],
  providers: [
    {
      provide: WebhookReplayer,
      inject: [Storage, IdGenerator, Clock],
      useFactory: (
        { events, webhookEndpoints, webhookDeliveries }: Storage,
        ids: IdGenerator,
        clock: Clock,
      ) => new WebhookReplayer(events, webhookEndpoints, webhookDeliveries, ids, clock),
    },
    provide(MenuEditor, [
      SiteSettingsService,
      EntryStore,
      BulkActionRules,
      JobService,
      MonotonicPositionGenerator,
    ]),
    {
      provide: ImportRules,
      inject: [SiteSettingsService, AccountService, ClientStore],
      useFactory: (settings: SiteSettingsService, accounts: AccountService, clients: ClientStore) =>
        new ImportRules(settings, { accounts, clients }),
    },
    provide(FileSweepJob, [
      FileStore,
      EntryStore,
      EntryEditor,
      ContentModelService,
      SiteSettingsService,
      AuditTrail,
      Clock,
      FileMetrics,
    ]),
    {
      provide: JOB_HANDLERS,
      inject: [
        ...[Storage, Clock, Config, ContentModelService],
        ...[
          AuditTrail,
          WebhookReplayer,
          BulkActionJob,
          FileSweepJob,
          SiteImporter,
          ImportRules,
          FileStore,
          BrokerAccess,
          FETCH,
        ],
      ],
      useFactory: (
        storage: Storage,
        clock: Clock,
        config: Config,
        models: ContentModelService,
        trail: AuditTrail,
        replay: WebhookReplayer,
        bulkActions: BulkActionJob,
        sweep: FileSweepJob,
        importer: SiteImporter,
        imports: ImportRules,
        fileStore: FileStore,
        broker: BrokerAccess,
        request: Fetch,
      ): readonly JobHandler[] => [
        new UnlinkEntriesJob(storage.entries),
        new EraseUserJob(storage.entryRevisions),
        sweep,
        new ModelChangeJob(models, storage.entries, trail),
        new RebuildIndexJob(storage),
        new VerifyIndexJob(storage),
        new PruneJob(storage, clock, getRetention(config)),
        new DeleteDeliveriesJob(storage.webhookDeliveries),
        new WebhookReplayJob(replay),
        bulkActions,
        new SiteImportJob(importer, storage.spools, imports, fileStore, clock),
        ...(config.broker === undefined ? [] : [new BrokerReplayJob(storage.events, broker)]),
        ...(config.edgeCache.purge === undefined ? [] : [new PurgeCacheJob(config.edgeCache.purge, request)]),
      ],
    },
    {
      provide: JobRunner,
      inject: [Storage, Clock, AuditTrail, JOB_HANDLERS, Config],
      useFactory: (
        storage: Storage,
        clock: Clock,
        trail: AuditTrail,
        handlers: readonly JobHandler[],
        { jobConcurrency: concurrency }: Config,
      ) => {
        const options = { concurrency, isTransient: isStoreFault, onError: logError };
        return new JobRunner(storage.jobs, clock, trail, handlers, options);
      },
    },
    provide(JobService, [JobStore, JobRunner, IdGenerator, Clock, AuditTrail]),
    provide(RequestedJobs, [JobService, EventConsumerStore]),
    {
      provide: BrokerReplays,
      inject: [EventLog, EventConsumerService, JobService, AuditTrail, Config],
      useFactory: (
        log: EventLog,
        consumers: EventConsumerService,
        jobs: JobService,
        trail: AuditTrail,
        { broker, events }: Config,
      ) =>
        new BrokerReplays(log, consumers, jobs, trail, {
          consumer: BROKER_CONSUMER,
          hasEvents: events.enabled,
          publishesManagement: broker?.publishesManagement ?? true,
        }),
    },
    {
      provide: PendingUnlinks,
      inject: [EntryStore, JobService],
      useFactory: (entries: EntryStore, jobs: JobService) => new PendingUnlinks(entries, jobs, logError),
    },
    {
      provide: IndexCompletion,
      inject: [Storage, JobService],
      useFactory: (storage: Storage, jobs: JobService) => new IndexCompletion(storage, jobs, logError),
    },
    {
      provide: ModelChangeService,
      inject: [Storage, EntryUsage, JobService, IdGenerator, Clock, Config],
      useFactory: (
        storage: Storage,
        usage: EntryUsage,
        jobs: JobService,
        ids: IdGenerator,
        clock: Clock,
        { modelJobEntries, modelJobAfterMs }: Config,
      ) => new ModelChangeService(storage, usage, jobs, ids, clock, modelJobEntries, modelJobAfterMs),
    },
    provide(JobLifecycle, [JobRunner, PendingUnlinks, IndexCompletion, BackgroundWork]),
  ],
  exports: [
    JOB_HANDLERS,
    BrokerReplays,
    BulkActionsModule,
    MenuEditor,
    JobRunner,
    JobService,
    PendingUnlinks,
    ModelChangeService,
    RequestedJobs,
    WebhookReplayer,
  ],
})
export class JobsModule {}

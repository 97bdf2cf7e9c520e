import { FileStore, FileUploads } from '@content-service/files';
import { IdGenerator, provide } from '@content-service/kernel';
import { Module } from '@nestjs/common';
import { AuditModule } from '@content-service/audit';
import { BundlesModule } from '@content-service/bundles';
import { EntriesModule, EntryStore, MenuReader, PathResolver } from '@content-service/entries';
import { CursorCodec } from '@content-service/jsonapi';
import { OAuthOptions } from '@content-service/oauth-grants';
import { AccessModule } from '../access/access.module.js';
import { ContentApi } from '../content-api/content-api.js';
import { DraftUrlController } from './draft-url.controller.js';
import { EventStreamController } from '../events/event-stream.controller.js';
import { EventStreamIds } from '../events/event-stream-ids.js';
import { EventStreamAdmission } from '../events/event-stream-admission.js';
import { EventTail } from '../events/event-tail.js';
import { Config } from '../../platform/config/config.js';
import { FilesModule } from '../../platform/files/files.module.js';
import { ContentInspector } from '../../platform/images/content-inspector.js';
import { LoadModule } from '../../platform/load/load.module.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { ContentReads } from './content-reads.js';
import { EntriesController } from './entries.controller.js';
import { EntryPointController } from './entry-point.controller.js';
import { IdempotentCreation } from './idempotent-creation.js';
import { MenuItemsController } from './menu-items.controller.js';
import { OperationsController } from './operations.controller.js';
import {
  CONTENT_METHODS,
  createFallbackController,
  getMethodsBehindGuard,
  ROUTER_METHODS,
  UNKNOWN_PATH,
} from '../protocol/allowed-methods.js';
import { AllowedMethodsGuard } from '../access/access-guards.js';
import { QueryPlans } from './query-plans.js';
import { RelationshipsController } from './relationships.controller.js';
import { RequestContextFactory } from './read-request.pipes.js';
import { SubrequestsController } from '../subrequests/subrequests.controller.js';
import { TranslatePathController } from './translate-path.controller.js';
import { UploadMetrics } from './upload-metrics.js';
import { UploadRequestParser } from './upload-request.pipes.js';
import { UploadsController } from './uploads.controller.js';
import { WriteContextFactory } from './write-context.factory.js';
import { WriteRequestParser } from './write-request.pipes.js';

const shared = {
  imports: [AccessModule, AuditModule, BundlesModule, EntriesModule],
  providers: [RequestContextFactory],
};

/** Endpoints of the reference implementation outside the prefix. */
@Module({
  ...shared,
  providers: [
    ...shared.providers,
    {
      provide: PathResolver,
      inject: [EntryStore, Config],
      useFactory: (store: EntryStore, { baseUrl }: Config) => new PathResolver(store, baseUrl),
    },
  ],
  controllers: [
    TranslatePathController,
    SubrequestsController,
    DraftUrlController,
    createFallbackController({ table: ROUTER_METHODS, decorators: [ContentApi()] }),
  ],
})
export class RouterPathsModule {}

/** Endpoints below the prefix, which `AppModule` sets. */
@Module({
  ...shared,
  imports: [...shared.imports, FilesModule, LoadModule],
  // Routes match in this order.
  controllers: [
    EntryPointController,
    OperationsController,
    EventStreamController,
    MenuItemsController,
    EntriesController,
    RelationshipsController,
    UploadsController,
    createFallbackController({
      table: CONTENT_METHODS,
      unknownPath: UNKNOWN_PATH,
      findMethods: getMethodsBehindGuard,
      decorators: [ContentApi(AllowedMethodsGuard)],
    }),
  ],
  providers: [
    ...shared.providers,
    ContentReads,
    WriteContextFactory,
    WriteRequestParser,
    EventTail,
    EventStreamAdmission,
    IdempotentCreation,
    UploadRequestParser,
    QueryPlans,
    provide(MenuReader, [EntryStore]),
    {
      provide: CursorCodec,
      inject: [OAuthOptions],
      useFactory: ({ keySecret, previousKeySecret }: OAuthOptions) =>
        new CursorCodec(keySecret, previousKeySecret),
    },
    provide(EventStreamIds, [CursorCodec]),
    provide(UploadMetrics, [Metrics]),
    {
      provide: FileUploads,
      inject: [FileStore, IdGenerator, Config],
      useFactory: (store: FileStore, ids: IdGenerator, { uploadLimitBytes }: Config) =>
        new FileUploads(store, new ContentInspector(), ids, uploadLimitBytes),
    },
  ],
  exports: [QueryPlans, WriteContextFactory],
})
export class JsonApiModule {}

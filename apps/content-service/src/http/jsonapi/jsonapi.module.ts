import { provide } from '@content-service/kernel';
import { Module } from '@nestjs/common';
import { AuditModule } from '@content-service/audit';
import { BundlesModule } from '@content-service/bundles';
import { EntriesModule } from '@content-service/entries';
import { CursorCodec } from '@content-service/jsonapi';
import { OAuthOptions } from '@content-service/oauth-grants';
import { AccessModule } from '../access/access.module.js';
import { ContentApi } from '../content-api/content-api.js';
import { EventStreamController } from '../events/event-stream.controller.js';
import { EventStreamIds } from '../events/event-stream-ids.js';
import { EventStreams } from '../events/event-streams.js';
import { EventTail } from '../events/event-tail.js';
import { LoadModule } from '../../platform/load/load.module.js';
import { ContentReads } from './content-reads.js';
import { EntriesController } from './entries.controller.js';
import { EntryPointController } from './entry-point.controller.js';
import { IdempotentCreation } from './idempotent-creation.js';
import { OperationsController } from './operations.controller.js';
import {
  CONTENT_METHODS,
  createFallbackController,
  getContentMethods,
  UNKNOWN_PATH,
} from '../protocol/allowed-methods.js';
import { AllowedMethodsGuard } from '../access/access-guards.js';
import { QueryPlans } from './query-plans.js';
import { RelationshipsController } from './relationships.controller.js';
import { RequestContextFactory } from './read-request.pipes.js';
import { TranslatePathController } from './translate-path.controller.js';
import { WriteRequestParser } from './write-request.pipes.js';

const shared = {
  imports: [AccessModule, AuditModule, BundlesModule, EntriesModule],
  providers: [RequestContextFactory],
};

/** Endpoints of the reference implementation outside the prefix. */
@Module({ ...shared, controllers: [TranslatePathController] })
export class RouterPathsModule {}

/** Endpoints below the prefix, which `AppModule` sets. */
@Module({
  ...shared,
  imports: [...shared.imports, LoadModule],
  // Routes match in this order.
  controllers: [
    EntryPointController,
    OperationsController,
    EventStreamController,
    EntriesController,
    RelationshipsController,
    createFallbackController({
      table: CONTENT_METHODS,
      unknownPath: UNKNOWN_PATH,
      findMethods: getContentMethods,
      decorators: [ContentApi(AllowedMethodsGuard)],
    }),
  ],
  providers: [
    ...shared.providers,
    ContentReads,
    WriteRequestParser,
    EventTail,
    EventStreams,
    IdempotentCreation,
    QueryPlans,
    {
      provide: CursorCodec,
      inject: [OAuthOptions],
      useFactory: ({ keySecret, previousKeySecret }: OAuthOptions) =>
        new CursorCodec(keySecret, previousKeySecret),
    },
    provide(EventStreamIds, [CursorCodec]),
  ],
  exports: [QueryPlans],
})
export class JsonApiModule {}

import { Module } from '@nestjs/common';
import { BundlesModule } from '@content-service/bundles';
import { EntriesModule } from '@content-service/entries';
import { CursorSeal } from '@content-service/jsonapi';
import { OAuthOptions } from '@content-service/oauth-grants';
import { AccessModule } from '../access/access.module.js';
import { EntriesController } from './entries.controller.js';
import { EntryPointController } from './entry-point.controller.js';
import { IdempotentCreation } from './idempotent-creation.js';
import { OperationsController } from './operations.controller.js';
import { OtherMethodsController } from './other-methods.controller.js';
import { RelationshipsController } from './relationships.controller.js';
import { RequestSurroundings } from './request-surroundings.js';
import { TranslatePathController } from './translate-path.controller.js';
import { WriteRequests } from './write-requests.js';

const shared = { imports: [AccessModule, BundlesModule, EntriesModule], providers: [RequestSurroundings] };

/** What clients of the reference ask for outside the prefix. */
@Module({ ...shared, controllers: [TranslatePathController] })
export class RouterPathsModule {}

/** Everything below the prefix; the application says which prefix that is. */
@Module({
  ...shared,
  // Routes match in this order.
  controllers: [
    EntryPointController,
    OperationsController,
    EntriesController,
    RelationshipsController,
    OtherMethodsController,
  ],
  providers: [
    ...shared.providers,
    WriteRequests,
    IdempotentCreation,
    {
      provide: CursorSeal,
      inject: [OAuthOptions],
      useFactory: ({ keySecret }: OAuthOptions) => new CursorSeal(keySecret),
    },
  ],
})
export class JsonApiModule {}

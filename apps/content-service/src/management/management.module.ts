import { Module, UseFilters, UseGuards } from '@nestjs/common';
import { AuditModule } from '@content-service/audit';
import { BundlesModule } from '@content-service/bundles';
import { EntriesModule } from '@content-service/entries';
import { AuditExportModule } from '../audit/audit-export.module.js';
import { AccessModule } from '../access/access.module.js';
import { BrokersModule } from '../brokers/brokers.module.js';
import { BrowserModule } from '../browser/browser.module.js';
import { ApiClientsController } from './api-clients.controller.js';
import { AuditLogController } from './audit-log.controller.js';
import { BulkActionsController } from './bulk-actions.controller.js';
import { BundleSerializer } from './bundle.dto.js';
import { BundlesController } from './bundles.controller.js';
import { ContentActivityController } from './content-activity.controller.js';
import { ContentModelController } from './content-model.controller.js';
import { ImportsController } from './imports.controller.js';
import { FieldsController } from './fields.controller.js';
import { EntrySchedulesController } from './entry-schedules.controller.js';
import { EventConsumersController } from './event-consumers.controller.js';
import { EventsController } from './events.controller.js';
import { EventsModule } from '../events/events.module.js';
import { JobsController } from './jobs.controller.js';
import { ListViewsController } from './list-views.controller.js';
import { LoadModule } from '../load/load.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { KeysController } from './keys.controller.js';
import { createFallbackController, MANAGEMENT_METHODS, SESSION_METHODS } from '../http/allowed-methods.js';
import { ManagementRateLimitGuard } from '../rate-limits/rate-limit.guard.js';
import { BearerGuard, getPrincipal } from '../access/access-guards.js';
import { ProblemFilter } from './problem.filter.js';
import { TokenRequired } from '@content-service/entries';
import type { Request } from 'express';
import { RolesController } from './roles.controller.js';
import { SchedulesController } from './schedules.controller.js';
import { SchedulerModule } from '../scheduler/scheduler.module.js';
import { ScopesController } from './scopes.controller.js';
import { SessionController } from '../browser/session.controller.js';
import { ImportUploads } from '../site-package/import-uploads.js';
import { SettingsController } from './settings.controller.js';
import { UserAccessController } from './user-access.controller.js';
import { UsersController } from './users.controller.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';

const fallbackDecorators = [UseGuards(BearerGuard, ManagementRateLimitGuard), UseFilters(ProblemFilter)];

/** The management API. Absent in headless deployments. */
@Module({
  imports: [
    AccessModule,
    BrowserModule,
    AuditModule,
    AuditExportModule,
    BundlesModule,
    EntriesModule,
    JobsModule,
    SchedulerModule,
    LoadModule,
    EventsModule,
    WebhooksModule,
    BrokersModule,
  ],
  // Routes match in this order.
  controllers: [
    SettingsController,
    ApiClientsController,
    ScopesController,
    ContentModelController,
    ContentActivityController,
    BundlesController,
    FieldsController,
    AuditLogController,
    KeysController,
    EventsController,
    EventConsumersController,
    JobsController,
    BulkActionsController,
    ImportsController,
    ListViewsController,
    SchedulesController,
    EntrySchedulesController,
    WebhooksController,
    WebhookDeliveriesController,
    UsersController,
    UserAccessController,
    RolesController,
    SessionController,
    createFallbackController({ table: SESSION_METHODS, decorators: fallbackDecorators }),
    createFallbackController({
      table: MANAGEMENT_METHODS,
      unknownPath: 'manage{/*path}',
      beforeRefusal: assertToken,
      decorators: fallbackDecorators,
    }),
  ],
  providers: [BundleSerializer, ImportUploads],
})
export class ManagementModule {}

/** Gives 401 precedence over 404 and 405. @throws TokenRequired */
function assertToken(request: Request): void {
  if (getPrincipal(request).kind === 'anonymous') throw new TokenRequired();
}

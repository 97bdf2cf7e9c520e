import { Module, UseFilters, UseGuards } from '@nestjs/common';
import { AuditModule } from '@content-service/audit';
import { BundlesModule } from '@content-service/bundles';
import { EntriesModule } from '@content-service/entries';
import { TokenRequired } from '@content-service/entries';
import type { Request } from 'express';
import { AuditExportModule } from '../../platform/audit/audit-export.module.js';
import { AccessModule } from '../access/access.module.js';
import { BrowserModule } from '../browser/browser.module.js';
import { SiteAppearance } from '../browser/site-appearance.js';
import { ApiClientsController } from './api-clients/api-clients.controller.js';
import { AuditLogController } from './audit-log/audit-log.controller.js';
import { BulkActionsController } from './bulk-actions/bulk-actions.controller.js';
import { BundleSerializer } from './content-model/bundle.dto.js';
import { BundlesController } from './content-model/bundles.controller.js';
import { ContentActivityController } from './content-activity/content-activity.controller.js';
import { ContentModelController } from './content-model/content-model.controller.js';
import { ImportsController } from './imports/imports.controller.js';
import { FieldsController } from './content-model/fields.controller.js';
import { EntrySchedulesController } from './entry-schedules/entry-schedules.controller.js';
import { EntryCopiesController } from './history/entry-copies.controller.js';
import { RevisionSerializer } from './history/revision.serializer.js';
import { EntryRevisionsController } from './history/entry-revisions.controller.js';
import { TrashController } from './history/trash.controller.js';
import { EntryPresenceController } from './presence/entry-presence.controller.js';
import { PreviewsController } from './previews/previews.controller.js';
import { EventConsumersController } from './events/event-consumers.controller.js';
import { EventsController } from './events/events.controller.js';
import { JobsController } from './jobs/jobs.controller.js';
import { ListViewsController } from './list-views/list-views.controller.js';
import { JsonApiModule } from '../jsonapi/jsonapi.module.js';
import { QueryPlanController } from './query-plan/query-plan.controller.js';
import { LoadModule } from '../../platform/load/load.module.js';
import { KeysController } from './keys/keys.controller.js';
import {
  createFallbackController,
  MANAGEMENT_METHODS,
  SESSION_METHODS,
} from '../protocol/allowed-methods.js';
import { ManagementRateLimitGuard } from '../access/rate-limit.guard.js';
import { BearerGuard, getPrincipal } from '../access/access-guards.js';
import { ProblemFilter } from './protocol/problem.filter.js';
import { RolesController } from './roles/roles.controller.js';
import { SchedulesController } from './jobs/schedules.controller.js';
import { ScopesController } from './roles/scopes.controller.js';
import { SessionController } from './session/session.controller.js';
import { ImportUploads } from './imports/import-uploads.js';
import { MenusController } from './settings/menus.controller.js';
import { SettingsController } from './settings/settings.controller.js';
import { PasswordLinkController } from './users/password-link.controller.js';
import { UserAccessController } from './users/user-access.controller.js';
import { UsersController } from './users/users.controller.js';
import { WebhookDeliveriesController } from './webhooks/webhook-deliveries.controller.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

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
    JsonApiModule,
    LoadModule,
  ],
  // Routes match in this order.
  controllers: [
    MenusController,
    SettingsController,
    ApiClientsController,
    ScopesController,
    ContentModelController,
    ContentActivityController,
    BundlesController,
    FieldsController,
    AuditLogController,
    KeysController,
    QueryPlanController,
    EventsController,
    EventConsumersController,
    JobsController,
    BulkActionsController,
    ImportsController,
    ListViewsController,
    SchedulesController,
    EntrySchedulesController,
    EntryCopiesController,
    EntryRevisionsController,
    TrashController,
    EntryPresenceController,
    PreviewsController,
    WebhooksController,
    WebhookDeliveriesController,
    UsersController,
    UserAccessController,
    PasswordLinkController,
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
  providers: [SiteAppearance, RevisionSerializer, BundleSerializer, ImportUploads],
})
export class ManagementModule {}

/** Gives 401 precedence over 404 and 405. @throws TokenRequired */
function assertToken(request: Request): void {
  if (getPrincipal(request).kind === 'anonymous') throw new TokenRequired();
}

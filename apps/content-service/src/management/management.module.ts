import { Module } from '@nestjs/common';
import { AuditModule } from '@content-service/audit';
import { BundlesModule } from '@content-service/bundles';
import { EntriesModule } from '@content-service/entries';
import { AccessModule } from '../access/access.module.js';
import { BrowserModule } from '../browser/browser.module.js';
import { ContentEditorsModule } from '../content-editors.module.js';
import { ActorNames } from './actor-names.js';
import { ApiClientsController } from './api-clients.controller.js';
import { AuditLogController } from './audit-log.controller.js';
import { BundleResources } from './bundle-resources.js';
import { BundlesController } from './bundles.controller.js';
import { ContentModelController } from './content-model.controller.js';
import { FieldsController } from './fields.controller.js';
import { KeysController } from './keys.controller.js';
import { OtherMethodsController } from './other-methods.controller.js';
import { RolesController } from './roles.controller.js';
import { ScopesController } from './scopes.controller.js';
import { SessionController } from './session.controller.js';
import { SettingsController } from './settings.controller.js';
import { UsersController } from './users.controller.js';

/** The management API. Headless deployments leave it out, and its paths are unknown ones. */
@Module({
  imports: [AccessModule, BrowserModule, AuditModule, BundlesModule, EntriesModule, ContentEditorsModule],
  // Routes match in this order.
  controllers: [
    SettingsController,
    ApiClientsController,
    ScopesController,
    ContentModelController,
    BundlesController,
    FieldsController,
    AuditLogController,
    KeysController,
    UsersController,
    RolesController,
    SessionController,
    OtherMethodsController,
  ],
  providers: [ActorNames, BundleResources],
})
export class ManagementModule {}

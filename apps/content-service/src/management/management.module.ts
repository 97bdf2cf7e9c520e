import { Module } from '@nestjs/common';
import { AuditModule, AuditTrail } from '@content-service/audit';
import { BundleEditor, BundlesModule, ContentModelService, FieldEditor } from '@content-service/bundles';
import { EntriesModule, EntryUse } from '@content-service/entries';
import { AccessModule } from '../access/access.module.js';
import { BrowserModule } from '../browser/browser.module.js';
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
  imports: [AccessModule, BrowserModule, AuditModule, BundlesModule, EntriesModule],
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
  providers: [
    ActorNames,
    BundleResources,
    // Here, because the libraries of bundles and entries may not know each other both ways.
    {
      provide: BundleEditor,
      inject: [ContentModelService, EntryUse, AuditTrail],
      useFactory: (...parts: ConstructorParameters<typeof BundleEditor>) => new BundleEditor(...parts),
    },
    {
      provide: FieldEditor,
      inject: [ContentModelService, EntryUse, AuditTrail],
      useFactory: (...parts: ConstructorParameters<typeof FieldEditor>) => new FieldEditor(...parts),
    },
  ],
})
export class ManagementModule {}

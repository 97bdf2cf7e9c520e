import { type DynamicModule, Module } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { AccountsModule } from '@content-service/accounts';
import { BundlesModule } from '@content-service/bundles';
import type { Clock } from '@content-service/kernel';
import { OAuthClientsModule } from '@content-service/oauth-clients';
import { SiteSettingsModule } from '@content-service/site-settings';
import { type Storage, StorageModule } from '@content-service/storage';
import { SitePackageModule } from '@content-service/transfer/site-package';
import { AuditExportModule } from '../platform/audit/audit-export.module.js';
import { AdminModule } from '../http/admin/admin.module.js';
import { BackgroundModule } from '../background/background.module.js';
import type { Config } from '../platform/config/config.js';
import { DemoContent } from './first-run/demo-content.js';
import { SiteBootstrap } from './first-run/site-bootstrap.js';
import { FilesModule } from '../platform/files/files.module.js';
import { FilesHttpModule } from '../http/files/files-http.module.js';
import { JsonApiModule, RouterPathsModule } from '../http/jsonapi/jsonapi.module.js';
import { LoadModule } from '../platform/load/load.module.js';
import { StateMetricsModule } from './telemetry/state-metrics.module.js';
import { ManagementModule } from '../http/management/management.module.js';
import { OAuthModule } from '../http/oauth/oauth.module.js';
import { PagesModule } from '../http/oauth/pages.module.js';
import { OpenApiModule } from '../http/openapi/openapi.module.js';
import { HealthModule } from '../http/health/health.module.js';
import { PlatformModule, type Telemetry } from '../platform/platform.module.js';

@Module({})
export class AppModule {
  /** @param storage opened, with its schema up to date */
  static forConfig(
    config: Config,
    storage: Storage,
    clock: Clock,
    telemetry: Telemetry,
    roles = config.roles,
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        // First: Nest matches routes in the order of registration, and content has the most requests.
        ...(roles.api ? getContentModules(config) : []),
        PlatformModule.forConfig(config, clock, telemetry),
        StorageModule.of(storage),
        AccountsModule,
        BundlesModule,
        OAuthClientsModule,
        SiteSettingsModule,
        AuditExportModule,
        SitePackageModule,
        HealthModule,
        BackgroundModule,
        FilesModule,
        LoadModule,
        StateMetricsModule,
        ...(roles.api ? getFurtherModules(config) : []),
      ],
      providers: [SiteBootstrap, DemoContent],
    };
  }
}

type Modules = NonNullable<DynamicModule['imports']>;

/** The routes of the content API. */
function getContentModules({ jsonApiPrefix: path }: Config): Modules {
  return [
    RouterModule.register([{ path, module: JsonApiModule }]),
    JsonApiModule,
    RouterPathsModule,
    FilesHttpModule,
  ];
}

/** The other routes; a headless deployment has no authorization server and no administration. */
function getFurtherModules({ jsonApiPrefix }: Config): Modules {
  const isHeadless = jsonApiPrefix === '/jsonapi';
  return [OpenApiModule, ...(isHeadless ? [] : [OAuthModule, PagesModule, ManagementModule, AdminModule])];
}

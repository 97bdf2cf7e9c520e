import { type DynamicModule, Module } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { AccountsModule } from '@content-service/accounts';
import { BundlesModule } from '@content-service/bundles';
import type { Clock } from '@content-service/kernel';
import { OAuthClientsModule } from '@content-service/oauth-clients';
import { SiteSettingsModule } from '@content-service/site-settings';
import { type Storage, StorageModule } from '@content-service/storage';
import { AdminModule } from './admin/admin.module.js';
import type { Config } from './config.js';
import { DemoContent } from './demo-content.js';
import { FirstStart } from './first-start.js';
import { JsonApiModule, RouterPathsModule } from './jsonapi/jsonapi.module.js';
import { ManagementModule } from './management/management.module.js';
import { OAuthModule } from './oauth/oauth.module.js';
import { PagesModule } from './oauth/pages.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { PlatformModule } from './platform.module.js';
import { SitePackageModule } from './site-package/site-package.module.js';

@Module({})
export class AppModule {
  /** @param storage opened, with its schema up to date */
  static with(config: Config, storage: Storage, clock: Clock): DynamicModule {
    return {
      module: AppModule,
      imports: [
        // First, since a route is looked for in this order and content is asked for most.
        RouterModule.register([{ path: config.jsonApiPrefix, module: JsonApiModule }]),
        JsonApiModule,
        RouterPathsModule,
        PlatformModule.of(config, clock),
        StorageModule.of(storage),
        AccountsModule,
        BundlesModule,
        OAuthClientsModule,
        SiteSettingsModule,
        SitePackageModule,
        OperationsModule,
        OpenApiModule,
        ...(config.jsonApiPrefix === '/api' ? [OAuthModule, PagesModule, ManagementModule, AdminModule] : []),
      ],
      providers: [FirstStart, DemoContent],
    };
  }
}

/** The one place that knows which storages exist. Only the one that is used is loaded. */
export async function storageOf({ databaseUrl }: Config): Promise<Storage> {
  if (databaseUrl === 'memory:') {
    const { MemoryStorage } = await import('@content-service/storage-memory');
    return new MemoryStorage();
  }
  const { TypeOrmStorage } = await import('@content-service/storage-typeorm');
  return new TypeOrmStorage(databaseUrl);
}

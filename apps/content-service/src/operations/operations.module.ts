import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { BundlesModule, ContentModelService } from '@content-service/bundles';
import { Clock } from '@content-service/kernel';
import { ClientRegistry } from '@content-service/oauth-clients';
import { KeyRing, Revocations } from '@content-service/oauth-grants';
import { SiteSettingsService } from '@content-service/site-settings';
import { Storage } from '@content-service/storage';
import { AccessModule } from '../access/access.module.js';
import { Config } from '../config.js';
import { GenerationWatcher } from './generation-watcher.js';
import { HealthController } from './health.controller.js';
import { Pruning } from './pruning.js';

@Module({
  imports: [AccessModule, BundlesModule, TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
  providers: [
    {
      provide: GenerationWatcher,
      inject: [Storage, ContentModelService, SiteSettingsService, ClientRegistry, Revocations, KeyRing],
      useFactory: (
        storage: Storage,
        model: ContentModelService,
        settings: SiteSettingsService,
        clients: ClientRegistry,
        revocations: Revocations,
        keys: KeyRing,
      ) =>
        new GenerationWatcher(storage, {
          model: () => model.refresh(),
          settings: () => settings.refresh(),
          clients: () => {
            clients.forget();
          },
          revocations: () => revocations.refresh(),
          keys: () => keys.load(),
        }),
    },
    {
      provide: Pruning,
      inject: [Storage, Clock, Config],
      useFactory: (storage: Storage, clock: Clock, { auditRetentionDays }: Config) =>
        new Pruning(storage, clock, auditRetentionDays),
    },
  ],
})
export class OperationsModule {}

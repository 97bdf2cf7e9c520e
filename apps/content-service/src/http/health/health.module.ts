import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { BundlesModule, ContentModelService } from '@content-service/bundles';
import { ClientRegistry } from '@content-service/oauth-clients';
import { KeyRing, RevocationService } from '@content-service/oauth-grants';
import { SiteSettingsService } from '@content-service/site-settings';
import { Storage } from '@content-service/storage';
import { AccessModule } from '../access/access.module.js';
import { ChangeChannel } from '../../platform/change-channel/change-channel.js';
import { Config } from '../../platform/config/config.js';
import { GenerationWatcher } from '../../platform/change-channel/generation-watcher.js';
import { HealthController } from './health.controller.js';
import { LoadModule } from '../../platform/load/load.module.js';
import { OutageLog } from '../../platform/log/outage-log.js';
import { Readiness } from '../../platform/health/readiness.js';

@Module({
  imports: [AccessModule, BundlesModule, LoadModule, TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
  providers: [
    Readiness,
    {
      provide: GenerationWatcher,
      inject: [
        Storage,
        ContentModelService,
        SiteSettingsService,
        ClientRegistry,
        RevocationService,
        KeyRing,
        Config,
        OutageLog,
      ],
      useFactory: (
        storage: Storage,
        model: ContentModelService,
        settings: SiteSettingsService,
        clients: ClientRegistry,
        revocations: RevocationService,
        keys: KeyRing,
        config: Config,
        outage: OutageLog,
      ) =>
        new GenerationWatcher(
          storage,
          {
            model: () => model.refresh(),
            settings: () => settings.refresh(),
            clients: () => {
              clients.clearCache();
            },
            revocations: () => revocations.refresh(),
            keys: () => keys.load(),
          },
          { intervalMs: config.changePollMs, channel: new ChangeChannel(config), outage },
        ),
    },
  ],
  exports: [GenerationWatcher, Readiness],
})
export class HealthModule {}

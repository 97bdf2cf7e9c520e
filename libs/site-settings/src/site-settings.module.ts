import { Module } from '@nestjs/common';
import { AuditModule, AuditTrail } from '@content-service/audit';
import { SiteSettingsService } from './site-settings.service.js';
import { SiteSettingsStore } from './site-settings.store.js';

/** Needs `SiteSettingsStore` and the dependencies of `AuditModule` from global modules. */
@Module({
  imports: [AuditModule],
  providers: [
    {
      provide: SiteSettingsService,
      inject: [SiteSettingsStore, AuditTrail],
      // Loaded before the first request, which must not see the defaults instead of the stored settings.
      useFactory: async (store: SiteSettingsStore, trail: AuditTrail) => {
        const settings = new SiteSettingsService(store, trail);
        await settings.refresh();
        return settings;
      },
    },
  ],
  exports: [SiteSettingsService],
})
export class SiteSettingsModule {}

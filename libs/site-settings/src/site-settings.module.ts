import { Module } from '@nestjs/common';
import { AuditModule, AuditTrail } from '@content-service/audit';
import { SiteSettingsService } from './site-settings.service.js';
import { SiteSettingsStore } from './site-settings.store.js';

/** Needs `SiteSettingsStore` and what the audit log needs from modules that are global. */
@Module({
  imports: [AuditModule],
  providers: [
    {
      provide: SiteSettingsService,
      inject: [SiteSettingsStore, AuditTrail],
      // Nothing may answer by default values that the site does not have.
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

import { Module } from '@nestjs/common';
import { SiteSettingsModule } from '@content-service/site-settings';
import { SiteAppearance } from '../browser/site-appearance.js';
import { PageSender } from '../oauth/pages/page-sender.js';
import { ADMIN_METHODS, createFallbackController } from '../protocol/allowed-methods.js';
import { AdminController } from './admin.controller.js';
import { RootController } from './root.controller.js';

/** Serves the built browser administration (`apps/admin`). Absent in headless deployments. */
@Module({
  imports: [SiteSettingsModule],
  controllers: [RootController, AdminController, createFallbackController({ table: ADMIN_METHODS })],
  providers: [PageSender, SiteAppearance],
})
export class AdminModule {}

import { Module } from '@nestjs/common';
import { BundlesModule } from '@content-service/bundles';
import { SiteSettingsModule } from '@content-service/site-settings';
import { DocsController } from './docs.controller.js';
import { OpenApiController } from './openapi.controller.js';
import { PublishedDescription } from './published-description.js';

@Module({
  imports: [BundlesModule, SiteSettingsModule],
  controllers: [OpenApiController, DocsController],
  providers: [PublishedDescription],
})
export class OpenApiModule {}

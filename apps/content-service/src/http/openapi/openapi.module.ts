import { Module } from '@nestjs/common';
import { BundlesModule } from '@content-service/bundles';
import { AccessModule } from '../access/access.module.js';
import { GuideController } from '../guide/guide.controller.js';
import { DocsController } from './docs.controller.js';
import { OpenApiController } from './openapi.controller.js';
import { OpenApiDocumentCache } from './openapi-document-cache.js';

/** The OpenAPI description and the page that shows it. */
@Module({
  imports: [AccessModule, BundlesModule],
  // The guide is below the path of files of the page.
  controllers: [OpenApiController, GuideController, DocsController],
  providers: [OpenApiDocumentCache],
})
export class OpenApiModule {}

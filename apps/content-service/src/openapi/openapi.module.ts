import { Module } from '@nestjs/common';
import { BundlesModule } from '@content-service/bundles';
import { AccessModule } from '../access/access.module.js';
import { DocsController } from './docs.controller.js';
import { OpenApiController } from './openapi.controller.js';
import { OpenApiDocumentCache } from './openapi-document-cache.js';

/** The OpenAPI description and the page that shows it. */
@Module({
  imports: [AccessModule, BundlesModule],
  controllers: [OpenApiController, DocsController],
  providers: [OpenApiDocumentCache],
})
export class OpenApiModule {}

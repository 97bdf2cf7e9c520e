import { Module } from '@nestjs/common';
import { BundlesModule } from '@content-service/bundles';
import { EntriesModule } from '@content-service/entries';
import { ContentEditorsModule } from '../content-editors.module.js';
import { SiteExporter } from './site-exporter.js';
import { SiteImporter } from './site-importer.js';

@Module({
  imports: [BundlesModule, EntriesModule, ContentEditorsModule],
  providers: [SiteImporter, SiteExporter],
  exports: [SiteImporter, SiteExporter],
})
export class SitePackageModule {}

import { Module } from '@nestjs/common';
import { AuditModule } from '@content-service/audit';
import { BundlesModule } from '@content-service/bundles';
import { EntriesModule } from '@content-service/entries';
import { ContentModelEditingModule } from './content-model-editing.module.js';
import { SiteExporter } from './site-exporter.js';
import { SiteImporter } from './site-importer.js';

@Module({
  imports: [AuditModule, BundlesModule, EntriesModule, ContentModelEditingModule],
  providers: [SiteImporter, SiteExporter],
  exports: [SiteImporter, SiteExporter],
})
export class SitePackageModule {}

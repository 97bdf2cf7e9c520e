import { Module } from '@nestjs/common';
import { AuditModule, AuditTrail } from '@content-service/audit';
import { BundleEditor, BundlesModule, ContentModelService, TextFormatter } from '@content-service/bundles';
import {
  ContentModelEditingModule,
  EntriesModule,
  EntryScheduleStore,
  EntryStore,
  MonotonicPositionGenerator,
} from '@content-service/entries';
import { Clock, provide } from '@content-service/kernel';
import { SiteSettingsModule, SiteSettingsService } from '@content-service/site-settings';
import { Storage } from '@content-service/storage';
import { SiteExporter } from './site-exporter.js';
import { SiteImporter } from './site-importer.js';

/** Needs `Storage` with its stores, `Clock` and `TextFormatter` from global modules. */
@Module({
  imports: [AuditModule, BundlesModule, EntriesModule, ContentModelEditingModule, SiteSettingsModule],
  providers: [
    provide(SiteImporter, [
      EntryStore,
      EntryScheduleStore,
      ContentModelService,
      BundleEditor,
      MonotonicPositionGenerator,
      TextFormatter,
      Clock,
      AuditTrail,
      Storage,
      SiteSettingsService,
    ]),
    provide(SiteExporter, [EntryStore, EntryScheduleStore, ContentModelService, SiteSettingsService]),
  ],
  exports: [SiteImporter, SiteExporter],
})
export class SitePackageModule {}

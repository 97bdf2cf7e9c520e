import { Module } from '@nestjs/common';
import { AuditModule, AuditTrail } from '@content-service/audit';
import { BundleEditor, BundlesModule, ContentModelService, TextFormatter } from '@content-service/bundles';
import {
  ContentModelEditingModule,
  EntriesModule,
  EntryEditor,
  EntryRevisionStore,
  EntryScheduleStore,
  EntryStore,
  MonotonicPositionGenerator,
} from '@content-service/entries';
import { Clock, provide } from '@content-service/kernel';
import { SiteSettingsModule, SiteSettingsService } from '@content-service/site-settings';
import { Storage } from '@content-service/storage';
import { ImportedCopies } from './imported-copies.js';
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
      ImportedCopies,
    ]),
    provide(ImportedCopies, [EntryEditor, EntryRevisionStore, ContentModelService]),
    provide(SiteExporter, [
      EntryStore,
      EntryScheduleStore,
      ContentModelService,
      EntryRevisionStore,
      SiteSettingsService,
    ]),
  ],
  exports: [SiteImporter, SiteExporter],
})
export class SitePackageModule {}

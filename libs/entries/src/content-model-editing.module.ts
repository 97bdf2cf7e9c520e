import { Module } from '@nestjs/common';
import { AuditModule, AuditTrail } from '@content-service/audit';
import { BundleEditor, BundlesModule, ContentModelService, FieldEditor } from '@content-service/bundles';
import { provide } from '@content-service/kernel';
import { EntriesModule } from './entries.module.js';
import { EntryUsage } from './entry-usage.js';

/** The editors of the content model. They need `EntryUsage`, and `bundles` must not import `entries`. */
@Module({
  imports: [AuditModule, BundlesModule, EntriesModule],
  providers: [
    provide(BundleEditor, [ContentModelService, EntryUsage, AuditTrail]),
    provide(FieldEditor, [ContentModelService, EntryUsage, AuditTrail]),
  ],
  exports: [BundleEditor, FieldEditor],
})
export class ContentModelEditingModule {}

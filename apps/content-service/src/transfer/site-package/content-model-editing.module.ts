import { provide } from '@content-service/kernel';
import { Module } from '@nestjs/common';
import { AuditModule, AuditTrail } from '@content-service/audit';
import { BundleEditor, BundlesModule, ContentModelService, FieldEditor } from '@content-service/bundles';
import { EntriesModule, EntryUsage } from '@content-service/entries';

/** The editors of the content model. The application wires them, since `bundles` must not import `entries`. */
@Module({
  imports: [AuditModule, BundlesModule, EntriesModule],
  providers: [
    provide(BundleEditor, [ContentModelService, EntryUsage, AuditTrail]),
    provide(FieldEditor, [ContentModelService, EntryUsage, AuditTrail]),
  ],
  exports: [BundleEditor, FieldEditor],
})
export class ContentModelEditingModule {}

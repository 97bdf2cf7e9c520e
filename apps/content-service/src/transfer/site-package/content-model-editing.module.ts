import { Module } from '@nestjs/common';
import { AuditModule, AuditTrail } from '@content-service/audit';
import { BundleEditor, BundlesModule, ContentModelService, FieldEditor } from '@content-service/bundles';
import { EntriesModule, EntryUsage } from '@content-service/entries';

/** The editors of the content model. The application wires them, since `bundles` must not import `entries`. */
@Module({
  imports: [AuditModule, BundlesModule, EntriesModule],
  providers: [
    {
      provide: BundleEditor,
      inject: [ContentModelService, EntryUsage, AuditTrail],
      useFactory: (...parts: ConstructorParameters<typeof BundleEditor>) => new BundleEditor(...parts),
    },
    {
      provide: FieldEditor,
      inject: [ContentModelService, EntryUsage, AuditTrail],
      useFactory: (...parts: ConstructorParameters<typeof FieldEditor>) => new FieldEditor(...parts),
    },
  ],
  exports: [BundleEditor, FieldEditor],
})
export class ContentModelEditingModule {}

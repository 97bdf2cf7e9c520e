import { Module } from '@nestjs/common';
import { AuditModule, AuditTrail } from '@content-service/audit';
import { BundleEditor, BundlesModule, ContentModelService, FieldEditor } from '@content-service/bundles';
import { EntriesModule, EntryUse } from '@content-service/entries';

/** The editors of the content model; here, because the libraries of bundles and entries may not know each other both ways. */
@Module({
  imports: [AuditModule, BundlesModule, EntriesModule],
  providers: [
    {
      provide: BundleEditor,
      inject: [ContentModelService, EntryUse, AuditTrail],
      useFactory: (...parts: ConstructorParameters<typeof BundleEditor>) => new BundleEditor(...parts),
    },
    {
      provide: FieldEditor,
      inject: [ContentModelService, EntryUse, AuditTrail],
      useFactory: (...parts: ConstructorParameters<typeof FieldEditor>) => new FieldEditor(...parts),
    },
  ],
  exports: [BundleEditor, FieldEditor],
})
export class ContentEditorsModule {}

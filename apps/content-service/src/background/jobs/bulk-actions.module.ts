import { Module } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { AccountService, AccountsModule } from '@content-service/accounts';
import { AuditModule, AuditTrail } from '@content-service/audit';
import { BundlesModule, ContentModelService, TextFormatter } from '@content-service/bundles';
import { EntriesModule, EntryEditor, EntryStore, PendingUnlinks, Trash } from '@content-service/entries';
import { SpoolStore } from '@content-service/jobs';
import { Clock, provide } from '@content-service/kernel';
import { ClientStore } from '@content-service/oauth-clients';
import {
  BulkActionJob,
  BulkActionRules,
  BulkEdits,
  BulkUndo,
  ChangedIds,
  FormerValuesLog,
} from '@content-service/site-jobs';
import { SiteSettingsModule, SiteSettingsService } from '@content-service/site-settings';

/** The job that performs bulk actions, and what requests of them are checked by. */
@Module({
  imports: [AccountsModule, AuditModule, BundlesModule, EntriesModule, SiteSettingsModule],
  providers: [
    {
      provide: BulkActionRules,
      inject: [ContentModelService, SiteSettingsService, AccountService, ClientStore],
      useFactory: (
        models: ContentModelService,
        settings: SiteSettingsService,
        accounts: AccountService,
        clients: ClientStore,
      ) => new BulkActionRules(models, settings, { accounts, clients }),
    },
    provide(ChangedIds, [SpoolStore, Clock]),
    provide(FormerValuesLog, [SpoolStore, Clock]),
    provide(BulkEdits, [
      EntryStore,
      EntryEditor,
      ContentModelService,
      SiteSettingsService,
      FormerValuesLog,
      TextFormatter,
      Clock,
    ]),
    provide(BulkUndo, [
      EntryStore,
      EntryEditor,
      Trash,
      BulkActionRules,
      ContentModelService,
      ChangedIds,
      BulkEdits,
    ]),
    {
      provide: BulkActionJob,
      inject: [
        ...[EntryStore, EntryEditor, BulkActionRules, ContentModelService],
        ...[SiteSettingsService, AuditTrail, ChangedIds, BulkUndo, BulkEdits, ModuleRef],
      ],
      useFactory: (
        entries: EntryStore,
        editor: EntryEditor,
        rules: BulkActionRules,
        models: ContentModelService,
        settings: SiteSettingsService,
        trail: AuditTrail,
        changedIds: ChangedIds,
        undo: BulkUndo,
        edits: BulkEdits,
        modules: ModuleRef,
      ) =>
        new BulkActionJob(entries, editor, rules, models, settings, trail, changedIds, undo, edits, () =>
          modules.get(PendingUnlinks, { strict: false }),
        ),
    },
  ],
  exports: [BulkActionJob, BulkActionRules, BulkEdits, ChangedIds],
})
export class BulkActionsModule {}

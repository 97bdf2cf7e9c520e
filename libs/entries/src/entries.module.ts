import { Module } from '@nestjs/common';
import { TextFormatter } from '@content-service/bundles';
import { SpoolStore } from '@content-service/jobs';
import { Clock, IdGenerator, provide } from '@content-service/kernel';
import { MonotonicPositionGenerator } from './entry.js';
import { EntryEditor } from './entry-editor.js';
import { EntryPresence } from './entry-presence.js';
import { EntryReader } from './entry-reader.js';
import { EntryStore } from './entry.store.js';
import { EntryUsage } from './entry-usage.js';
import { EntryRevisionStore } from './history/entry-revision.js';
import { Trash } from './history/trash.js';
import { PreviewSigner } from './previews/preview-signer.js';

/**
 * Needs `EntryStore`, `EntryRevisionStore`, `SpoolStore`, `PreviewSigner`, `Clock`, `IdGenerator` and `TextFormatter` from global
 * modules.
 */
@Module({
  providers: [
    provide(EntryReader, [EntryStore, EntryRevisionStore, PreviewSigner]),
    provide(EntryUsage, [EntryStore]),
    provide(EntryPresence, [EntryStore, SpoolStore, Clock]),
    provide(Trash, [EntryStore, EntryRevisionStore, MonotonicPositionGenerator, Clock, TextFormatter]),
    provide(MonotonicPositionGenerator, [Clock]),
    provide(EntryEditor, [
      EntryStore,
      EntryRevisionStore,
      IdGenerator,
      MonotonicPositionGenerator,
      Clock,
      TextFormatter,
    ]),
  ],
  exports: [EntryReader, EntryEditor, EntryPresence, EntryUsage, MonotonicPositionGenerator, Trash],
})
export class EntriesModule {}

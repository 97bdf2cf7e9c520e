import { Module } from '@nestjs/common';
import { TextFormatter } from '@content-service/bundles';
import { Clock, IdGenerator } from '@content-service/kernel';
import { CreationStamp } from './creation-stamp.js';
import { EntryEditor } from './entry-editor.js';
import { EntryReader } from './entry-reader.js';
import { EntryStore } from './entry.store.js';
import { EntryUse } from './entry-use.js';

/** Needs `EntryStore`, `Clock`, `IdGenerator` and `TextFormatter` from modules that are global. */
@Module({
  providers: [
    { provide: EntryReader, inject: [EntryStore], useFactory: (store: EntryStore) => new EntryReader(store) },
    { provide: EntryUse, inject: [EntryStore], useFactory: (store: EntryStore) => new EntryUse(store) },
    { provide: CreationStamp, inject: [Clock], useFactory: (clock: Clock) => new CreationStamp(clock) },
    {
      provide: EntryEditor,
      inject: [EntryStore, IdGenerator, CreationStamp, Clock, TextFormatter],
      useFactory: (
        store: EntryStore,
        ids: IdGenerator,
        stamp: CreationStamp,
        clock: Clock,
        formatter: TextFormatter,
      ) => new EntryEditor(store, ids, stamp, clock, formatter),
    },
  ],
  exports: [EntryReader, EntryEditor, EntryUse, CreationStamp],
})
export class EntriesModule {}

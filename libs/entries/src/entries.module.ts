import { Module } from '@nestjs/common';
import { TextFormatter } from '@content-service/bundles';
import { Clock, IdGenerator } from '@content-service/kernel';
import { MonotonicPositionGenerator } from './entry.js';
import { EntryEditor } from './entry-editor.js';
import { EntryReader } from './entry-reader.js';
import { EntryStore } from './entry.store.js';
import { EntryUsage } from './entry-usage.js';

/** Needs `EntryStore`, `Clock`, `IdGenerator` and `TextFormatter` from global modules. */
@Module({
  providers: [
    { provide: EntryReader, inject: [EntryStore], useFactory: (store: EntryStore) => new EntryReader(store) },
    { provide: EntryUsage, inject: [EntryStore], useFactory: (store: EntryStore) => new EntryUsage(store) },
    {
      provide: MonotonicPositionGenerator,
      inject: [Clock],
      useFactory: (clock: Clock) => new MonotonicPositionGenerator(clock),
    },
    {
      provide: EntryEditor,
      inject: [EntryStore, IdGenerator, MonotonicPositionGenerator, Clock, TextFormatter],
      useFactory: (
        store: EntryStore,
        ids: IdGenerator,
        positions: MonotonicPositionGenerator,
        clock: Clock,
        formatter: TextFormatter,
      ) => new EntryEditor(store, ids, positions, clock, formatter),
    },
  ],
  exports: [EntryReader, EntryEditor, EntryUsage, MonotonicPositionGenerator],
})
export class EntriesModule {}

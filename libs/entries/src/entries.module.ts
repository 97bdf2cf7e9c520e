import { Module } from '@nestjs/common';
import { TextFormatter } from '@content-service/bundles';
import { Clock, IdGenerator, provide } from '@content-service/kernel';
import { MonotonicPositionGenerator } from './entry.js';
import { EntryEditor } from './entry-editor.js';
import { EntryReader } from './entry-reader.js';
import { EntryStore } from './entry.store.js';
import { EntryUsage } from './entry-usage.js';

/** Needs `EntryStore`, `Clock`, `IdGenerator` and `TextFormatter` from global modules. */
@Module({
  providers: [
    provide(EntryReader, [EntryStore]),
    provide(EntryUsage, [EntryStore]),
    provide(MonotonicPositionGenerator, [Clock]),
    provide(EntryEditor, [EntryStore, IdGenerator, MonotonicPositionGenerator, Clock, TextFormatter]),
  ],
  exports: [EntryReader, EntryEditor, EntryUsage, MonotonicPositionGenerator],
})
export class EntriesModule {}

import { type DomainError, Problems } from '@content-service/kernel';
import type { EntryChange } from '@content-service/entries';

/** Something to say about one line, counted from 1. */
export interface LineNote {
  readonly line: number;
  readonly message: string;
}

/** What an import did. Lines with problems were left out, all others are stored. */
export class ImportReport {
  lines = 0;
  bundles = 0;
  inserted = 0;
  updated = 0;
  /** Entries that were there already, just so. */
  unchanged = 0;
  readonly problems: LineNote[] = [];
  readonly warnings: LineNote[] = [];

  addError(line: number, error: DomainError): void {
    const problems = error instanceof Problems ? error.problems : [error];
    this.problems.push(...problems.map(({ message }) => ({ line, message })));
  }

  addWarning(line: number, message: string): void {
    this.warnings.push({ line, message });
  }

  /** @param change what became of an entry; `undefined` when nothing had to */
  count(change: EntryChange['kind'] | undefined): void {
    if (change === 'insert') this.inserted += 1;
    else if (change === 'update') this.updated += 1;
    else this.unchanged += 1;
  }
}

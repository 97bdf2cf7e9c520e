import { type DomainError, AggregateDomainError } from '@content-service/kernel';
import type { EntryChange } from '@content-service/entries';

/** A message about one line; lines are counted from 1. */
export interface LineNote {
  readonly line: number;
  readonly message: string;
}

/** Result of an import. Lines with problems were skipped, all others are stored. */
export class ImportReport {
  lines = 0;
  bundles = 0;
  inserted = 0;
  updated = 0;
  /** Entries that were already stored with equal content. */
  unchanged = 0;
  readonly problems: LineNote[] = [];
  readonly warnings: LineNote[] = [];

  addError(line: number, error: DomainError): void {
    const problems = error instanceof AggregateDomainError ? error.problems : [error];
    this.problems.push(...problems.map(({ message }) => ({ line, message })));
    if (error instanceof AggregateDomainError && error.omitted > 0)
      this.problems.push({ line, message: `${error.omitted} more problems of this line are not listed.` });
  }

  addWarning(line: number, message: string): void {
    this.warnings.push({ line, message });
  }

  /** @param change kind of the write; `undefined` when none was necessary */
  count(change: EntryChange['kind'] | undefined): void {
    if (change === 'insert') this.inserted += 1;
    else if (change === 'update') this.updated += 1;
    else this.unchanged += 1;
  }
}

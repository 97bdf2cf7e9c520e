import { type DomainError, AggregateDomainError, type Uuid } from '@content-service/kernel';
import type { EntryChange } from '@content-service/entries';

/** A message about one line; lines are counted from 1. */
export interface LineNote {
  readonly line: number;
  /** The id of the entry, where the line has one. */
  readonly entry?: Uuid | undefined;
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

  addError(line: number, error: DomainError, entry?: Uuid): void {
    const problems = error instanceof AggregateDomainError ? error.problems : [error];
    this.problems.push(...problems.map(({ message }) => ({ line, entry, message })));
    if (error instanceof AggregateDomainError && error.omitted > 0)
      this.problems.push({
        ...{ line, entry },
        message: `${error.omitted} more problems of this line are not listed.`,
      });
  }

  addWarning(line: number, message: string, entry: Uuid): void {
    this.warnings.push({ line, entry, message });
  }

  /** Orders problems and warnings by line: a line is read before the entries of earlier lines are stored. */
  sort(): void {
    const byLine = (a: LineNote, b: LineNote): number => a.line - b.line;
    this.problems.sort(byLine);
    this.warnings.sort(byLine);
  }

  /** @param change kind of the write; `undefined` when none was necessary */
  count(change: EntryChange['kind'] | undefined): void {
    if (change === 'insert') this.inserted += 1;
    else if (change === 'update') this.updated += 1;
    else this.unchanged += 1;
  }
}

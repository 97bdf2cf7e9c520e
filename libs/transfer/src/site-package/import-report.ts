import { type DomainError, AggregateDomainError, type JsonObject, type Uuid } from '@content-service/kernel';
import type { EntryChange } from '@content-service/entries';

/** A message about one line; lines are counted from 1. */
export interface LineNote {
  readonly line: number;
  /** The id of the entry, where the line has one. */
  readonly entry?: Uuid | undefined;
  readonly message: string;
}

const COUNTS = ['lines', 'bundles', 'inserted', 'updated', 'unchanged', 'files', 'fileBytes'] as const;

/** The numbers of a report. */
export function pickCounts(report: ImportReport): Readonly<Record<(typeof COUNTS)[number], number>> {
  const { lines, bundles, inserted, updated, unchanged, files, fileBytes } = report;
  return { lines, bundles, inserted, updated, unchanged, files, fileBytes };
}

/** Result of an import. Lines with problems were skipped, all others are stored. */
export class ImportReport {
  lines = 0;
  bundles = 0;
  inserted = 0;
  updated = 0;
  /** Entries that were already stored with equal content. */
  unchanged = 0;
  /** Files of the package whose bytes are stored now, and the sum of these bytes. */
  files = 0;
  fileBytes = 0;
  readonly problems: LineNote[] = [];
  readonly warnings: LineNote[] = [];
  readonly #notesMaximum: number;
  /** Numbers of notes, of which the first are kept. */
  #noteCounts = { problems: 0, warnings: 0 };

  /** @param notesMaximum how many problems and how many warnings are kept; the others are counted */
  constructor(notesMaximum = Infinity) {
    this.#notesMaximum = notesMaximum;
  }

  get notesMaximum(): number {
    return this.#notesMaximum;
  }

  /** All notes, the counted ones included. */
  get noteCounts(): { readonly problems: number; readonly warnings: number } {
    return this.#noteCounts;
  }

  addError(line: number, error: DomainError, entry?: Uuid): void {
    const problems = error instanceof AggregateDomainError ? error.problems : [error];
    this.addNotes(
      'problems',
      problems.map(({ message }) => ({ line, entry, message })),
    );
    if (error instanceof AggregateDomainError && error.omitted > 0)
      this.addNotes('problems', [
        { line, entry, message: `${error.omitted} more problems of this line are not listed.` },
      ]);
  }

  addWarning(line: number, message: string, entry: Uuid): void {
    this.addNotes('warnings', [{ line, entry, message }]);
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

  /** Adds the numbers and notes of a part of the package. */
  add(part: ImportReport): void {
    for (const name of COUNTS) this[name] += part[name];
    this.addNotes('problems', part.problems);
    this.addNotes('warnings', part.warnings);
  }

  toJson(): JsonObject {
    const { problems, warnings } = this;
    const counts = pickCounts(this);
    const notes = { problems, warnings, noteCounts: this.noteCounts };
    return JSON.parse(JSON.stringify({ ...counts, ...notes })) as JsonObject;
  }

  /** Sets what `toJson` returned. */
  restore(stored: JsonObject): void {
    const { problems, warnings, noteCounts, ...counts } = stored as unknown as ImportReport;
    Object.assign(this, counts);
    this.problems.push(...problems);
    this.warnings.push(...warnings);
    this.#noteCounts = { ...noteCounts };
  }

  private addNotes(kind: 'problems' | 'warnings', notes: readonly LineNote[]): void {
    this.#noteCounts[kind] += notes.length;
    const room = this.#notesMaximum - this[kind].length;
    for (const note of notes.slice(0, Math.max(0, room))) this[kind].push(note);
  }
}

import type { AuditContext, AuditTrail } from '@content-service/audit';
import type { BundleEditor, ContentModelService, TextFormatter } from '@content-service/bundles';
import {
  type EntryScheduleStore,
  type EntryStore,
  isStoreFault,
  type MonotonicPositionGenerator,
} from '@content-service/entries';
import { type FileStore, FilesNotConfigured } from '@content-service/files';
import { type Clock, DomainError } from '@content-service/kernel';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { addMenu, type SiteSettingsService } from '@content-service/site-settings';
import { type Storage, UpgradeRunning } from '@content-service/storage';
import { assertEntityType, resolveDefinition } from './bundle-from-line.js';
import { EntryBatches } from './entry-batches.js';
import { type LineContext, LineRefused } from './entry-from-line.js';
import { DeferredReferences } from './deferred-references.js';
import type { ImportedCopies } from './imported-copies.js';
import type { ImportReport } from './import-report.js';
import { createBatch, type ImportJournal, ImportState, NoJournal, type RefusedLine } from './import-state.js';
import { PackagedBytes } from './packaged-bytes.js';
import {
  type BundleLine,
  type NumberedLine,
  parseSiteLine,
  type SiteLine,
  UnreadableLine,
  type WorkingCopyLine,
} from './site-line.js';

/** Batch size: few statements per entry, bounded memory and transactions. */
const BATCH = 500;

/** A batch also ends with the line by which its lines have this many characters together. */
const BATCH_CHARACTERS = 4_000_000;

/** The input is not a site package. */
class InvalidSitePackage extends DomainError {
  constructor(reason: string) {
    super('no_site_package', `This is not a site package: ${reason}`);
  }
}

/** The permissions of the actor of an import. */
export interface ImportAuthorization {
  /** Called before each batch, since permissions can change. @throws to end the import */
  refresh(): Promise<void>;
  /** @returns why a line is refused */
  check(line: SiteLine): DomainError | undefined;
  /** @returns the line without values that the actor cannot set */
  restrict(line: SiteLine): SiteLine;
}

interface ImportOptions {
  /** Allows entries without required values, as stored entries are that lost a target. */
  readonly allowMissing?: boolean;
  /** Leaves out a value that is refused with a warning, instead of its whole line. */
  readonly leaveOutRefused?: boolean;
  /** The default is the operator, who may import everything. */
  readonly context?: AuditContext;
  readonly authorization?: ImportAuthorization;
  /** Makes an import continuable. */
  readonly journal?: ImportJournal;
  /** The state to continue from; the first line is the one behind those of its report. */
  readonly state?: ImportState;
  /** Entries of one transaction. */
  readonly batchSize?: number;
  /** The place for the bytes of files; without it lines with bytes are refused. */
  readonly fileStore?: FileStore | undefined;
}

/** The parts of an import while it runs. */
interface RunningImport extends Required<Pick<ImportOptions, 'context' | 'journal' | 'state' | 'batchSize'>> {
  readonly entries: EntryBatches;
  readonly bytes: PackagedBytes;
  readonly authorization: ImportAuthorization | undefined;
  readonly onProgress: (lines: number) => void;
}

/** Imports site packages: creates bundles and entries, and updates existing ones. */
export class SiteImporter {
  /**
   * @param settings without them menus are neither added nor checked, as in the restore of a backup, which has them all
   * @param copies without it lines of working copies are refused; the package in a backup has none
   */
  constructor(
    private readonly store: EntryStore,
    private readonly schedules: EntryScheduleStore,
    private readonly models: ContentModelService,
    private readonly editor: BundleEditor,
    private readonly stamp: MonotonicPositionGenerator,
    private readonly formatter: TextFormatter,
    private readonly clock: Clock,
    private readonly trail: AuditTrail,
    private readonly storage: Storage,
    private readonly settings?: SiteSettingsService,
    private readonly copies?: ImportedCopies,
  ) {}

  /**
   * Imports every valid line and reports the others. Importing is idempotent, so an import that was interrupted or
   * had faulty lines can be repeated.
   *
   * @param lines one JSON object each; empty lines are skipped
   * @param onProgress called repeatedly while lines are read; an error ends the import
   * @throws InvalidSitePackage when the first line is not a header, UpgradeRunning when the content model has to be changed
   *   while the service is being upgraded
   */
  async import(
    lines: AsyncIterable<string> | Iterable<string>,
    onProgress: (lines: number) => void = () => undefined,
    options: ImportOptions = {},
  ): Promise<ImportReport> {
    const { allowMissing = false, leaveOutRefused = false } = options;
    const { context = OPERATOR_CONTEXT, journal = new NoJournal() } = options;
    const { state = new ImportState(), batchSize = BATCH, authorization, fileStore } = options;
    const { store, schedules, models, formatter, clock, stamp } = this;
    const { settings } = this;
    const line = {
      ...{ formatter, clock, stamp, allowMissing, leaveOutRefused },
      /** Lines of the package add some. */
      get menus(): LineContext['menus'] {
        return settings?.current().menus.map(({ name }) => name);
      },
    };
    const entries = new EntryBatches(store, schedules, models, journal, context.actor, line);
    const bytes = new PackagedBytes(fileStore, store);
    const running = { context, journal, state, batchSize, authorization, entries, bytes, onProgress };
    try {
      await this.readLines(lines, running);
    } finally {
      await bytes.discard();
      // Nothing is written after the end, also when the input or `onProgress` ended it.
      await entries.settle();
    }
    await this.resolveReferences(state, journal, context);
    await this.recordImport(running);
    state.report.sort();
    return state.report;
  }

  private async readLines(
    lines: AsyncIterable<string> | Iterable<string>,
    running: RunningImport,
  ): Promise<void> {
    const { state, entries, batchSize, authorization, onProgress } = running;
    let waiting = new Map<string, NumberedLine>();
    let characters = 0;
    let refused: RefusedLine[] = [];
    let number = state.report.lines;
    await authorization?.refresh();
    const flush = async (end: number): Promise<void> => {
      const batch = { lines: [...waiting.values()], refused, end };
      if (waiting.size > 0 || refused.length > 0) await entries.write(batch, state);
      waiting = new Map();
      characters = 0;
      refused = [];
      onProgress(end);
      await authorization?.refresh();
    };

    let isFirst = number === 0;
    for await (const text of lines) {
      number += 1;
      if (text.trim() === '') continue;
      const read = this.read(text, number, isFirst, authorization);
      isFirst = false;
      const line = 'error' in read ? read : await moveBytes(read, number, running);
      if (line === undefined) continue;
      if ('error' in line) {
        refused.push(line);
        if (refused.length >= batchSize) await flush(number);
      } else if ('number' in line) {
        const { id } = line.line;
        const isFull = waiting.size >= batchSize || characters >= BATCH_CHARACTERS;
        if (isFull || waiting.has(id)) await flush(number - 1);
        waiting.set(id, line);
        characters += text.length;
      } else {
        await flush(number - 1);
        await entries.settle();
        if (line.kind === 'workingCopy') await this.saveCopy(line, number, running);
        else await this.applyDefinition(line, number, running);
      }
    }
    if (isFirst) throw new InvalidSitePackage('the input is empty.');
    await flush(number);
    await entries.settle();
    state.report.lines = number;
  }

  /** One event for the whole import: one for each entry would make the audit log unusable. */
  private async recordImport({ state, journal, context }: RunningImport): Promise<void> {
    if (state.recorded) return;
    const { bundles, inserted, updated, noteCounts } = state.report;
    const details = { bundles, inserted, updated, problems: noteCounts.problems };
    const event = this.trail.createEvent('site.imported', context, undefined, details);
    state.recorded = true;
    const job = journal.lease(state, createBatch());
    await this.trail.commit([event], (auditLines) => this.store.apply([], { ...auditLines, job }));
  }

  private read(
    text: string,
    number: number,
    isFirst: boolean,
    authorization: ImportAuthorization | undefined,
  ): SiteLine | RefusedLine {
    try {
      const line = isFirst ? parseHeader(text) : parseSiteLine(text);
      const error = authorization?.check(line);
      return error === undefined ? (authorization?.restrict(line) ?? line) : { number, error };
    } catch (error) {
      if (!(error instanceof UnreadableLine)) throw error;
      return { number, error: new LineRefused(error.message) };
    }
  }

  /**
   * Applies definitions at once, since later lines depend on them. After a crash a definition is applied again, which changes
   * nothing, and is not counted a second time.
   */
  private async applyDefinition(
    line: DefinitionLine,
    number: number,
    { state, journal, context }: RunningImport,
  ): Promise<void> {
    const result = createBatch({ lines: number - state.report.lines });
    try {
      if (line.kind === 'entityType') assertEntityType(line);
      if (line.kind === 'menu' && this.settings !== undefined)
        await addMenu(this.settings, line.menu, context);
      if (line.kind === 'bundle' && (await this.applyBundle(line, context))) result.report.bundles += 1;
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof UpgradeRunning || isStoreFault(error))
        throw error;
      result.report.addError(number, error);
    }
    state.add(result);
    await journal.save(state);
  }

  /** Saves a working copy after all entries and their references, so that it differs from its entry in nothing but its members. */
  private async saveCopy(
    line: WorkingCopyLine,
    number: number,
    { state, journal, context }: RunningImport,
  ): Promise<void> {
    await this.resolveReferences(state, journal, context);
    const result = createBatch({ lines: number - state.report.lines });
    try {
      if (this.copies === undefined) throw new LineRefused('Working copies are not imported here.');
      result.report.count((await this.copies.save(line, context.actor)) ? 'update' : undefined);
    } catch (error) {
      if (!(error instanceof DomainError) || isStoreFault(error)) throw error;
      result.report.addError(number, error, line.id);
    }
    state.add(result);
    await journal.save(state);
  }

  private resolveReferences(
    state: ImportState,
    journal: ImportJournal,
    { actor }: AuditContext,
  ): Promise<void> {
    return new DeferredReferences(this.store, this.models, journal, actor).resolve(state);
  }

  /** @returns whether the content model was changed */
  private async applyBundle(line: BundleLine, actorContext: AuditContext): Promise<boolean> {
    const definition = resolveDefinition(line, this.models.current());
    if (definition === undefined) return false;
    UpgradeRunning.throwIfRunning(await this.storage.schemaStatus());
    await this.editor.upsert(definition, { actorContext });
    return true;
  }
}

/** A line that belongs to no entry. */
type DefinitionLine = Exclude<SiteLine, { id: string }>;

/**
 * Collects bytes of files, and stores those of a file before its entry, so that an import which is continued behind a line
 * needs none of those before.
 *
 * @returns what is left to do for the line; `undefined` for a line with bytes
 * @throws FileStoreFull, FileStoreUnavailable
 */
async function moveBytes(
  line: SiteLine,
  number: number,
  { bytes, state }: RunningImport,
): Promise<NumberedLine | DefinitionLine | WorkingCopyLine | RefusedLine | undefined> {
  if (!('id' in line) || line.kind === 'workingCopy') return line;
  if (line.kind === 'user') return { number, line };
  try {
    if (line.kind === 'bytes') {
      await bytes.add(line);
      return undefined;
    }
    const { stored, warnings } = await bytes.place(line);
    state.report.files += stored?.count ?? 0;
    state.report.fileBytes += stored?.bytes ?? 0;
    return { number, line, warnings };
  } catch (error) {
    if (error instanceof LineRefused || error instanceof FilesNotConfigured)
      return { number, id: line.id, error };
    throw error;
  }
}

/** @throws InvalidSitePackage unless the text is the first line of a site package */
export function parseHeader(text: string): SiteLine {
  try {
    const line = parseSiteLine(text);
    if (line.kind === 'header') return line;
  } catch (error) {
    if (error instanceof UnreadableLine)
      throw new InvalidSitePackage(error.message.replace(/^This /, 'line 1 '));
    throw error;
  }
  throw new InvalidSitePackage('its first line is not a header.');
}

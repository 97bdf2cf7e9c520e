import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@content-service/audit';
import { BundleEditor, ContentModelService, TextFormatter } from '@content-service/bundles';
import { MonotonicPositionGenerator, EntryStore } from '@content-service/entries';
import { Clock, DomainError } from '@content-service/kernel';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { assertEntityType, resolveDefinition } from './bundle-from-line.js';
import { EntryBatches } from './entry-batches.js';
import { LineRefused, type NumberedLine } from './entry-from-line.js';
import { DeferredReferences } from './deferred-references.js';
import { ImportReport } from './import-report.js';
import { parseSiteLine, type SiteLine, UnreadableLine } from './site-line.js';

/** Batch size: few statements per entry, bounded memory and transactions. */
const BATCH = 500;

/** The input is not a site package. */
class InvalidSitePackage extends DomainError {
  constructor(reason: string) {
    super('no_site_package', `This is no site package: ${reason}`);
  }
}

/** Imports site packages: creates bundles and entries, and updates existing ones. */
@Injectable()
export class SiteImporter {
  constructor(
    private readonly store: EntryStore,
    private readonly bundles: ContentModelService,
    private readonly editor: BundleEditor,
    private readonly stamp: MonotonicPositionGenerator,
    private readonly formatter: TextFormatter,
    private readonly clock: Clock,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Imports every valid line and reports the others. Importing is idempotent, so an import that was interrupted or
   * had faulty lines can be repeated.
   *
   * @param lines one JSON object each; empty lines are skipped
   * @param onProgress called repeatedly while lines are read; an error ends the import
   * @param allowMissing whether entries may lack required values, as stored entries do that lost a target
   * @throws InvalidSitePackage when the first line is not a header
   */
  async import(
    lines: AsyncIterable<string> | Iterable<string>,
    onProgress: (lines: number) => void = () => undefined,
    { allowMissing = false }: { readonly allowMissing?: boolean } = {},
  ): Promise<ImportReport> {
    const report = new ImportReport();
    const deferred = new DeferredReferences(this.store, this.bundles);
    const { formatter, clock, stamp: positions } = this;
    const entries = new EntryBatches(this.store, this.bundles, deferred, {
      formatter,
      clock,
      stamp: positions,
      allowMissing,
    });
    try {
      await this.readLines(lines, entries, report, onProgress);
    } finally {
      // Nothing is written after the end, also when the input or `onProgress` ended it.
      await entries.settle();
    }
    await deferred.resolve(report);
    await this.recordImport(report);
    report.sort();
    return report;
  }

  private async readLines(
    lines: AsyncIterable<string> | Iterable<string>,
    entries: EntryBatches,
    report: ImportReport,
    onProgress: (lines: number) => void,
  ): Promise<void> {
    let waiting = new Map<string, NumberedLine>();
    const flush = async (): Promise<void> => {
      if (waiting.size > 0) await entries.write([...waiting.values()], report);
      waiting = new Map();
      onProgress(report.lines);
    };

    let isFirst = true;
    for await (const text of lines) {
      report.lines += 1;
      if (text.trim() === '') continue;
      const line = this.read(text, report, isFirst);
      isFirst = false;
      if (line === undefined) continue;
      if (line.kind === 'user' || line.kind === 'entry') {
        if (waiting.size >= BATCH || waiting.has(line.id)) await flush();
        waiting.set(line.id, { number: report.lines, line });
      } else {
        await flush();
        await entries.settle();
        await this.applyDefinition(line, report);
      }
    }
    if (isFirst) throw new InvalidSitePackage('the input is empty.');
    await flush();
  }

  /** One event for the whole import: one for each entry would make the audit log unusable. */
  private async recordImport(report: ImportReport): Promise<void> {
    const { bundles, inserted, updated, problems } = report;
    const details = { bundles, inserted, updated, problems: problems.length };
    await this.trail.record('site.imported', OPERATOR_CONTEXT, undefined, details);
  }

  private read(text: string, report: ImportReport, isFirst: boolean): SiteLine | undefined {
    try {
      const line = parseSiteLine(text);
      if (isFirst && line.kind !== 'header') throw new InvalidSitePackage('its first line is not a header.');
      return line;
    } catch (error) {
      if (!(error instanceof UnreadableLine)) throw error;
      if (isFirst) throw new InvalidSitePackage(error.message);
      report.addError(report.lines, new LineRefused(error.message));
      return undefined;
    }
  }

  /** Applies definitions at once, since later lines depend on them. */
  private async applyDefinition(
    line: Exclude<SiteLine, { id: string }>,
    report: ImportReport,
  ): Promise<void> {
    try {
      if (line.kind === 'entityType') assertEntityType(line);
      if (line.kind !== 'bundle') return;
      const definition = resolveDefinition(line, this.bundles.current());
      if (definition === undefined) return;
      await this.editor.upsert(definition, { actorContext: OPERATOR_CONTEXT });
      report.bundles += 1;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      report.addError(report.lines, error);
    }
  }
}

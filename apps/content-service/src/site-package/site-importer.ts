import { Injectable } from '@nestjs/common';
import { BundleEditor, ContentModelService, TextFormatter } from '@content-service/bundles';
import { CreationStamp, EntryStore } from '@content-service/entries';
import { Clock, DomainError } from '@content-service/kernel';
import { OPERATOR } from '@content-service/scopes';
import { checkEntityType, definitionToPut } from './bundle-of-line.js';
import { EntryBatch } from './entry-batch.js';
import { LineRefused, type NumberedLine } from './entry-of-line.js';
import { HeldReferences } from './held-references.js';
import { ImportReport } from './import-report.js';
import { parseSiteLine, type SiteLine, UnreadableLine } from './site-line.js';

/** Enough for few statements an entry, and little enough to hold in memory and in one transaction. */
const BATCH = 200;

/** The text is no site package at all. */
class NoSitePackage extends DomainError {
  constructor(reason: string) {
    super('no_site_package', `This is no site package: ${reason}`);
  }
}

/** Reads site packages: bundles and entries are added, those that are there already are brought in line. */
@Injectable()
export class SiteImporter {
  constructor(
    private readonly store: EntryStore,
    private readonly bundles: ContentModelService,
    private readonly editor: BundleEditor,
    private readonly stamp: CreationStamp,
    private readonly formatter: TextFormatter,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes over every line that can be taken over and reports the others. Doing it again changes nothing, so an import
   * that was interrupted, or whose faulty lines were put right, is simply started anew.
   *
   * @param lines one JSON object each; empty ones are skipped
   * @param onProgress called now and then with the number of lines read
   * @throws NoSitePackage when the first line is no header
   */
  async import(
    lines: AsyncIterable<string> | Iterable<string>,
    onProgress: (lines: number) => void = () => undefined,
  ): Promise<ImportReport> {
    const report = new ImportReport();
    const held = new HeldReferences(this.store, this.bundles);
    const { formatter, clock, stamp } = this;
    const entries = new EntryBatch(this.store, this.bundles, held, { formatter, clock, stamp });
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
        await this.takeOver(line, report);
      }
    }
    if (isFirst) throw new NoSitePackage('it has no lines.');
    await flush();
    await held.settle(report);
    return report;
  }

  private read(text: string, report: ImportReport, isFirst: boolean): SiteLine | undefined {
    try {
      const line = parseSiteLine(text);
      if (isFirst && line.kind !== 'header') throw new NoSitePackage('its first line is no header.');
      return line;
    } catch (error) {
      if (!(error instanceof UnreadableLine)) throw error;
      if (isFirst) throw new NoSitePackage(error.message);
      report.addError(report.lines, new LineRefused(error.message));
      return undefined;
    }
  }

  /** What is not an entry is done at once: the lines behind it count on it. */
  private async takeOver(line: Exclude<SiteLine, { id: string }>, report: ImportReport): Promise<void> {
    try {
      if (line.kind === 'entityType') checkEntityType(line);
      if (line.kind !== 'bundle') return;
      const definition = definitionToPut(line, this.bundles.current());
      if (definition === undefined) return;
      await this.editor.bring(definition, { by: OPERATOR });
      report.bundles += 1;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      report.addError(report.lines, error);
    }
  }
}

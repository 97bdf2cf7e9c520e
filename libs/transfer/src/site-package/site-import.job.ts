import type { FileStore } from '@content-service/files';
import {
  type Job,
  type JobHandler,
  type JobMonitor,
  JobPostponed,
  type NewJob,
  type SpoolStore,
} from '@content-service/jobs';
import type { Clock, IdGenerator, JsonObject, LeasedProgress, Progress, Uuid } from '@content-service/kernel';
import { ScopeSet } from '@content-service/scopes';
import { UpgradeRunning } from '@content-service/storage';
import type { DeferredBatches, DeferredEntry } from './deferred-batches.js';
import { pickCounts } from './import-report.js';
import { createBatch, type ImportJournal, ImportState, type StoredBatch } from './import-state.js';
import type { SiteImporter } from './site-importer.js';
import { type PartStart, SpooledLines } from './spooled-lines.js';
import type { ImportRules } from './import-rules.js';

export const SITE_IMPORT_KIND = 'site.import';

/** Entries of one transaction: other writers and requests of the process wait for it. */
const BATCH = 100;

/** Problems, and warnings, that the result names; more are counted. */
export const NOTES_SHOWN = 50;

/** The time that the job leaves to an upgrade of the service before it looks again. */
const UPGRADE_SECONDS = 30;

interface SiteImportParameters {
  /** The spool with the lines of the package. */
  readonly upload: Uuid;
  /** The spool for references to later lines. */
  readonly references: Uuid;
  readonly lines: number;
  /** The scopes of the token that started the import. */
  readonly scope: string;
}

/** Imports an uploaded site package. The state of the import is stored with each batch of entries, in one transaction. */
export class SiteImportJob implements JobHandler {
  readonly kind = SITE_IMPORT_KIND;

  constructor(
    private readonly importer: SiteImporter,
    private readonly spools: SpoolStore,
    private readonly rules: ImportRules,
    private readonly fileStore: FileStore,
    private readonly clock: Clock,
  ) {}

  /** @throws RequesterNotPermitted, UploadGone, JobPostponed while the service is being upgraded */
  async run({ id, parameters, context }: Job, monitor: JobMonitor): Promise<JsonObject> {
    const { upload, references, lines: total, scope } = parameters as unknown as SiteImportParameters;
    const { part, ...stored } = (monitor.checkpoint ?? {}) as { readonly part?: JsonObject };
    const state = part === undefined ? new ImportState(NOTES_SHOWN) : ImportState.parse(stored, NOTES_SHOWN);
    const lines = new SpooledLines(this.spools, upload, total, part as unknown as PartStart | undefined);
    const deferred = new SpooledBatches(this.spools, references, this.clock);
    const journal = new JobJournal(monitor, total, lines, deferred);
    if (!state.recorded)
      await this.importer
        .import(lines.readBehind(state.report.lines), undefined, {
          ...{ context, journal, state, batchSize: BATCH, fileStore: this.fileStore },
          authorization: this.rules.authorize(context.actor, ScopeSet.parse(scope)),
        })
        .catch((error: unknown) => {
          throw error instanceof UpgradeRunning ? new JobPostponed(id, UPGRADE_SECONDS) : error;
        });
    await this.spools.delete(upload);
    await this.spools.delete(references);
    return toResult(state);
  }
}

/** Numbers, and the first problems and warnings with their lines. */
function toResult({ report }: ImportState): JsonObject {
  const { problems, warnings, noteCounts } = report;
  const notes = { problems: noteCounts.problems, warnings: noteCounts.warnings };
  const first = { firstProblems: problems, firstWarnings: warnings };
  return JSON.parse(JSON.stringify({ ...pickCounts(report), ...notes, ...first })) as JsonObject;
}

/** Stores the state of an import as the checkpoint of its job. */
class JobJournal implements ImportJournal {
  readonly inOrder = true;

  constructor(
    private readonly monitor: JobMonitor,
    private readonly total: number,
    private readonly lines: SpooledLines,
    readonly deferred: DeferredBatches,
  ) {}

  lease(state: ImportState, batch: StoredBatch): LeasedProgress {
    return this.monitor.lease(this.toProgress(state.with(batch)));
  }

  save(state: ImportState): Promise<void> {
    return this.monitor.report(this.toProgress(state.with(createBatch())));
  }

  private toProgress(state: ImportState): Progress {
    const { total } = this;
    const done = state.report.lines;
    const phase = done < total ? 'lines' : 'references';
    const part = { ...this.lines.findStart(done) };
    return { phase, done, total, checkpoint: { ...state.toJson(), part } };
  }
}

/** References to later lines, as a spool. */
class SpooledBatches implements DeferredBatches {
  constructor(
    private readonly spools: SpoolStore,
    private readonly spool: Uuid,
    private readonly clock: Clock,
  ) {}

  put(part: number, batch: readonly DeferredEntry[]): Promise<void> {
    const text = JSON.stringify(batch);
    return this.spools.put({ spool: this.spool, part, text, storedAt: this.clock.now() });
  }

  async get(part: number): Promise<readonly DeferredEntry[]> {
    return JSON.parse((await this.spools.find(this.spool, part)) ?? '[]') as DeferredEntry[];
  }
}

/** @param lines the number of lines of the uploaded package */
export function createSiteImportJob(
  { upload, lines, scopes }: { upload: Uuid; lines: number; scopes: ScopeSet },
  ids: IdGenerator,
): NewJob {
  return {
    kind: SITE_IMPORT_KIND,
    dedupKey: SITE_IMPORT_KIND,
    parameters: { upload, references: ids.next(), lines, scope: scopes.toString() },
  };
}

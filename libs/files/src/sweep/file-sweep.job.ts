import { type AuditTrail, SERVICE_CONTEXT } from '@content-service/audit';
import { type ContentModelService, FILE_TYPE } from '@content-service/bundles';
import {
  EntryAudit,
  type EntryEditor,
  EntryNotFound,
  type EntryStore,
  type Filter,
  isStoredFile,
  EntryPreconditionFailed,
  readAllEntries,
  resolveCondition,
  type WriteContext,
} from '@content-service/entries';
import type { Job, JobHandler, NewJob } from '@content-service/jobs';
import {
  type Clock,
  formatDateTime,
  type JsonObject,
  type ProgressMonitor,
  type Uuid,
} from '@content-service/kernel';
import { CONTENT_ADMINISTER, ScopeSet } from '@content-service/scopes';
import type { SiteSettingsService } from '@content-service/site-settings';
import type { FileActivity } from '../file-activity.js';
import { findOriginalImage, isPresentDerivative, type OriginalImage } from '../images/derivative.js';
import { type FileKey, fileKey, getFileId } from '../file-key.js';
import { FilesNotConfigured } from '../file-store.errors.js';
import { type FileStore, LIST_MAXIMUM } from '../file.store.js';

export const SWEEP_KIND = 'files.sweep';

/** How long an uploaded file waits for an entry that links it. */
const TEMPORARY_SECONDS = 24 * 60 * 60;

/** How long an object stays without an entry: longer than any upload takes, and any difference between two clocks. */
const ORPHAN_SECONDS = 48 * 60 * 60;

/** Temporary files deleted between two reports. */
const BATCH = 100;

/** Entries without bytes that the result names. */
const NAMED_MAXIMUM = 20;

/** The number of files of each kind in the result. */
export interface SweepResult {
  /** Temporary files that were deleted. */
  readonly expired: number;
  /** Objects without an entry, and outdated pictures, that were removed. */
  readonly removed: number;
  /** Entries whose bytes are missing. */
  readonly missing: number;
}

/**
 * Deletes uploaded files that nothing has linked for a day, removes bytes without an entry and outdated pictures, and names the entries without bytes. It
 * can be repeated at any time; an interrupted job begins anew.
 */
export class FileSweepJob implements JobHandler {
  readonly kind = SWEEP_KIND;
  readonly isRoutine = true;

  constructor(
    private readonly store: FileStore,
    private readonly entries: EntryStore,
    private readonly editor: EntryEditor,
    private readonly models: ContentModelService,
    private readonly settings: Pick<SiteSettingsService, 'current'>,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
    private readonly activity: Pick<FileActivity, 'swept'>,
  ) {}

  /** A deployment that stores no files has nothing to sweep. @throws FileStoreUnavailable */
  async run(_: Job, monitor: ProgressMonitor): Promise<JsonObject> {
    try {
      return await this.sweep(monitor);
    } catch (error) {
      if (error instanceof FilesNotConfigured) return {};
      throw error;
    }
  }

  private async sweep(monitor: ProgressMonitor): Promise<JsonObject> {
    const expired = await this.deleteTemporary(monitor);
    const { removed, found } = await this.removeOrphans(monitor);
    const missing = await this.findMissing(found, monitor);
    const result: SweepResult = { expired, removed, missing: missing.length };
    return { ...result, missingFiles: missing.slice(0, NAMED_MAXIMUM) };
  }

  private async deleteTemporary(monitor: ProgressMonitor): Promise<number> {
    let deleted = 0;
    for (;;) {
      const query = { type: FILE_TYPE, publishedOnly: false, filter: this.buildExpiredFilter() };
      const { ids, more } = await this.entries.findIds({ ...query, sort: [], offset: 0, limit: BATCH });
      const files = await this.entries.getMany(ids);
      let changed = 0;
      for (const { id, version, position, attributes } of files.values()) {
        // Otherwise it was linked since its id was found, and this version is one to keep.
        if (attributes['temporary'] !== true) continue;
        if (await this.delete(id, { version, position })) changed += 1;
      }
      deleted += changed;
      await monitor.report({ phase: 'expire', done: deleted });
      // All others of the batch were changed in between.
      if (!more || changed === 0) return deleted;
    }
  }

  /** Deletes a file in the state that was read: one that was linked in between stays. */
  private async delete(
    id: Uuid,
    expected: { readonly version: number; readonly position: number },
  ): Promise<boolean> {
    try {
      await this.editor.delete(FILE_TYPE, id, this.createWriteContext(), { expectedVersions: [expected] });
    } catch (error) {
      if (error instanceof EntryPreconditionFailed || error instanceof EntryNotFound) return false;
      throw error;
    }
    await this.store.remove([fileKey(id)]);
    this.activity.swept(1);
    return true;
  }

  private buildExpiredFilter(): Filter {
    const model = this.models.current();
    const type = model.find(FILE_TYPE);
    if (type === undefined) throw new Error('The content model has no files.');
    const scopes = ScopeSet.of(CONTENT_ADMINISTER);
    const context = { model, type, principal: { kind: 'client', clientId: '', scopes } } as const;
    const before = formatDateTime(this.clock.now() - TEMPORARY_SECONDS);
    const parameters = { pathParameter: 'filter', valueParameter: 'filter' };
    const members = [
      resolveCondition({ path: 'temporary', operator: '=', values: ['1'], ...parameters }, context),
      resolveCondition({ path: 'changed', operator: '<', values: [before], ...parameters }, context),
    ];
    return { kind: 'group', conjunction: 'AND', members };
  }

  /** @returns the number of removed objects, and that of the objects that are the bytes of a file */
  private async removeOrphans(monitor: ProgressMonitor): Promise<{ removed: number; found: number }> {
    const before = this.clock.now() - ORPHAN_SECONDS;
    let [removed, found, done] = [0, 0, 0];
    for (let after: FileKey | undefined; ;) {
      const page = await this.store.list(after, LIST_MAXIMUM);
      const ids = [...new Set(page.map(({ key }) => getFileId(key)))];
      const statuses = await this.entries.findStatuses(ids);
      const isOrphan = (key: FileKey): boolean => statuses.get(getFileId(key))?.type !== FILE_TYPE;
      const old = page.filter(({ storedAt }) => storedAt < before);
      const outdated = await this.findOutdatedPictures(
        old.map(({ key }) => key).filter((key) => !isOrphan(key)),
      );
      const orphans = old.filter(({ key }) => isOrphan(key) || outdated.has(key));
      if (orphans.length > 0) await this.store.remove(orphans.map(({ key }) => key));
      this.activity.swept(orphans.length);
      removed += orphans.length;
      found += page.filter(({ key }) => key === fileKey(getFileId(key)) && !isOrphan(key)).length;
      done += page.length;
      await monitor.report({ phase: 'compare', done });
      after = page.at(-1)?.key;
      if (page.length < LIST_MAXIMUM) return { removed, found };
    }
  }

  /** The pictures whose style, or whose focal point, is another one now. */
  private async findOutdatedPictures(keys: readonly FileKey[]): Promise<ReadonlySet<FileKey>> {
    const pictures = keys.filter((key) => key !== fileKey(getFileId(key)));
    if (pictures.length === 0) return new Set();
    const { imageStyles } = this.settings.current();
    const files = await this.entries.getMany([...new Set(pictures.map(getFileId))]);
    const findImage = (id: Uuid): OriginalImage | undefined =>
      findOriginalImage(id, files.get(id)?.attributes ?? {});
    return new Set(
      pictures.filter((key) => !isPresentDerivative(key, findImage(getFileId(key)), imageStyles)),
    );
  }

  /** The entries without bytes. They are looked for only when there are more stored files than objects. */
  private async findMissing(found: number, monitor: ProgressMonitor): Promise<readonly Uuid[]> {
    const all = await this.entries.count({ type: FILE_TYPE, publishedOnly: false });
    if (all <= found) return [];
    const missing: Uuid[] = [];
    let done = 0;
    for await (const { id, type, attributes } of readAllEntries(this.entries, FILE_TYPE)) {
      done += 1;
      if (done % BATCH === 0) await monitor.report({ phase: 'look', done, total: Math.max(all, done) });
      if (!isStoredFile(type, id, attributes)) continue;
      if ((await this.store.stat(fileKey(id))) === undefined) missing.push(id);
    }
    return missing;
  }

  private createWriteContext(): WriteContext {
    return {
      model: () => this.models.current(),
      reloadModel: () => this.models.refresh(),
      audit: new EntryAudit(this.trail, SERVICE_CONTEXT, 'internal'),
      origin: { cause: 'internal', actor: SERVICE_CONTEXT.actor },
    };
  }
}

/** The job, of which there is one at a time. */
export function sweepFiles(): NewJob {
  return { kind: SWEEP_KIND, dedupKey: SWEEP_KIND, parameters: {} };
}

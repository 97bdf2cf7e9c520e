import { AuditLog, AuditTrail } from '@content-service/audit';
import {
  type BundleChange,
  BundleStore,
  ContentModelService,
  ContentUsage,
  type EntryCount,
  type Field,
  FIELD_TYPES,
  formatResourceTypeName,
  isReference,
  type RemovalOptions,
  type StoredModel,
} from '@content-service/bundles';
import { QueryTimeout } from '@content-service/entries';
import type { Job, JobService } from '@content-service/jobs';
import type { Clock, IdGenerator, JsonObject } from '@content-service/kernel';
import { type Storage, UpgradeRunning } from '@content-service/storage';
import { SCHEMA_GROUP } from './index-maintenance.jobs.js';
import { applyModelChange, type ModelChange } from './model-change.js';
import { MODEL_CHANGE_KIND, type ModelChangeParameters } from './model-change.job.js';

export interface ModelChangeOptions extends RemovalOptions {
  /** The client prefers a job in any case (RFC 7240 §4.1). */
  readonly respondAsync?: boolean;
}

/**
 * Milliseconds after which a change becomes a job: longer than changes of small sites take, and the time after which people
 * want to see progress.
 */
export const MODEL_JOB_AFTER_MS = 1000;

/** Changes the content model within the request where that is quick, otherwise by a job. */
export class ModelChangeService {
  /**
   * @param entriesMaximum the number of entries of a type above which its changes are jobs
   * @param requestLimitMs milliseconds after which a change becomes a job
   */
  constructor(
    private readonly storage: Pick<Storage, 'bundles' | 'schemaStatus'>,
    private readonly usage: ContentUsage,
    private readonly jobs: JobService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly entriesMaximum: number,
    private readonly requestLimitMs = MODEL_JOB_AFTER_MS,
  ) {}

  /**
   * @returns the job, or `undefined` when the change is in force
   * @throws UpgradeRunning, JobRunning while a job changes the same bundle, and the errors of `BundleEditor` and `FieldEditor`; a job has
   *   those that need to look at all entries
   */
  async apply(change: ModelChange, options: ModelChangeOptions): Promise<Job | undefined> {
    UpgradeRunning.throwIfRunning(await this.storage.schemaStatus());
    const { actorContext, expectedVersion, force, respondAsync = false } = options;
    const type = formatResourceTypeName(change.name.entityType, change.name.bundle);
    const deferred = respondAsync || (await this.usage.countEntries(type)) > this.entriesMaximum;
    if (deferred) await this.validate(change, options);
    const parameters: ModelChangeParameters = {
      change,
      ...(expectedVersion === undefined ? {} : { expectedVersion }),
      ...(force === undefined ? {} : { force }),
    };
    const job = {
      kind: MODEL_CHANGE_KIND,
      group: SCHEMA_GROUP,
      dedupKey: `${MODEL_CHANGE_KIND}:${type}`,
      parameters: JSON.parse(JSON.stringify(parameters)) as JsonObject,
    };
    return this.jobs.runOrQueue(job, actorContext, deferred ? 0 : this.requestLimitMs);
  }

  /** Makes the change on a copy of the model, without looking at all entries. */
  private async validate(change: ModelChange, options: RemovalOptions): Promise<void> {
    await applyModelChange(change, options, {
      models: new ContentModelService(new TrialBundleStore(this.storage.bundles)),
      usage: new QuickUsage(this.usage, options.force),
      trail: new AuditTrail(new DiscardingAuditLog(), this.ids, this.clock),
    });
  }
}

/** Entries with a value of a field that a request counts; for more it says that there are at least so many. */
export const USAGE_COUNT_MAXIMUM = 10_000;

const UNKNOWN: EntryCount = { entries: 0, isMinimum: true };

/** Reads the stored model and stores nothing. */
class TrialBundleStore extends BundleStore {
  constructor(private readonly store: BundleStore) {
    super();
  }

  override load(): Promise<StoredModel> {
    return this.store.load();
  }

  override async applyChange(change: BundleChange): Promise<StoredModel> {
    const { version, bundles } = await this.store.load();
    const { entityType, bundle: name } = change.kind === 'put' ? change.bundle : change;
    const others = bundles.filter((other) => other.entityType !== entityType || other.bundle !== name);
    const changed = change.kind === 'put' ? [{ ...change.bundle, since: version + 1 }] : [];
    return { version: version + 1, bundles: [...others, ...changed] };
  }
}

/** Counts some entries; where all would have to be read, or their number decides nothing, the job does it. */
class QuickUsage extends ContentUsage {
  constructor(
    private readonly usage: ContentUsage,
    private readonly force = false,
  ) {
    super();
  }

  override countEntries(type: string): Promise<number> {
    return this.usage.countEntries(type);
  }

  override async countWithValue(type: string, field: Field): Promise<EntryCount> {
    const isIndexed = isReference(field) || FIELD_TYPES[field.type].getProperties(field).length > 0;
    if (this.force || !isIndexed) return UNKNOWN;
    try {
      return await this.usage.countWithValue(type, field, USAGE_COUNT_MAXIMUM);
    } catch (error) {
      // Few of many entries have a value, and no index finds them.
      if (error instanceof QueryTimeout) return UNKNOWN;
      throw error;
    }
  }

  override countIncompatible(): Promise<number> {
    return Promise.resolve(0);
  }
}

class DiscardingAuditLog extends AuditLog {
  override append(): Promise<void> {
    return Promise.resolve();
  }

  override page(): ReturnType<AuditLog['page']> {
    return Promise.resolve({ events: [], more: false });
  }

  override prune(): Promise<number> {
    return Promise.resolve(0);
  }
}

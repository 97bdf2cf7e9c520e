import type { AuditTrail } from '@content-service/audit';
import type { ContentModelService } from '@content-service/bundles';
import { type EntryStore, EntryUsage } from '@content-service/entries';
import type { Job, JobHandler } from '@content-service/jobs';
import type { JsonObject, ProgressMonitor, VersionCondition } from '@content-service/kernel';
import { applyModelChange, isModelChangeApplied, type ModelChange } from './model-change.js';

/** The parameters of the job. */
export interface ModelChangeParameters {
  readonly change: ModelChange;
  readonly expectedVersion?: VersionCondition;
  readonly force?: boolean;
}

export const MODEL_CHANGE_KIND = 'model.apply';

/** Changes the content model. Readers and writers go on with the current one until the last phase, `adopt`. */
export class ModelChangeJob implements JobHandler {
  readonly kind = MODEL_CHANGE_KIND;

  constructor(
    private readonly models: ContentModelService,
    private readonly entries: EntryStore,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws the errors of `BundleEditor` and `FieldEditor` */
  async run({ context, parameters, progress }: Job, monitor: ProgressMonitor): Promise<JsonObject> {
    const { change, ...options } = parameters as unknown as ModelChangeParameters;
    // The process may have ended between storing the model, with its audit event, and the end of the job.
    const isApplied = progress.phase === 'adopt' && isModelChangeApplied(change, await this.models.refresh());
    if (!isApplied)
      await applyModelChange(
        change,
        { ...options, actorContext: context, monitor },
        { models: this.models, usage: new EntryUsage(this.entries, monitor), trail: this.trail },
      );
    return { modelVersion: this.models.current().version };
  }
}

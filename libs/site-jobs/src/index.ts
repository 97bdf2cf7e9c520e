export { PURGE_CONSUMER, PURGE_KIND, purgeCache } from './purge-request.js';
export {
  BULK_ACTION_MEMBERS,
  BulkActionRules,
  type BulkRequest,
  DATA_MAXIMUM,
  type NewBulkAction,
  toEdit,
} from './bulk-action.js';
export { BulkEdits } from './bulk-edit.js';
export { FormerValuesLog } from './former-values.js';
export { MenuEditor } from './menu-editor.js';
export {
  BULK_ACTION_KIND,
  BulkActionJob,
  createBulkActionJob,
  createBulkUndoJob,
} from './bulk-action.job.js';
export { BulkUndo, ChangedIds } from './bulk-undo.js';
export { IndexCompletion, RebuildIndexJob, verifyIndex, VerifyIndexJob } from './index-maintenance.jobs.js';
export { ModelChangeJob } from './model-change.job.js';
export {
  MODEL_JOB_AFTER_MS,
  type ModelChangeOptions,
  ModelChangeService,
  USAGE_COUNT_MAXIMUM,
} from './model-change.service.js';
export { createPruneJob, PruneJob, type Retention, PRUNED_KINDS } from './prune.job.js';
export {
  type JobRequest,
  NEW_JOB_MEMBERS,
  REQUESTED_KINDS,
  RequestedJobs,
  type RequestedKind,
} from './requested-jobs.js';

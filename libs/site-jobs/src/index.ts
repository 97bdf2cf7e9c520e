export { PURGE_CONSUMER, PURGE_KIND, purgeCache } from './purge-request.js';
export { BULK_ACTIONS, type BulkAction, BulkActionRules } from './bulk-action.js';
export { BULK_ACTION_KIND, BulkActionJob, createBulkActionJob } from './bulk-action.job.js';
export { IndexCompletion, RebuildIndexJob, verifyIndex, VerifyIndexJob } from './index-maintenance.jobs.js';
export { ModelChangeJob } from './model-change.job.js';
export { type ModelChangeOptions, ModelChanges, USAGE_COUNT_MAXIMUM } from './model-changes.js';
export { createPruneJob, PruneJob, type Retention, PRUNED_RECORDS } from './prune.job.js';
export { REQUESTED_KINDS, RequestedJobs, type RequestedKind } from './requested-jobs.js';

export {
  type Attributes,
  canSee,
  canSeeUnpublished,
  Entry,
  type EntryMetadata,
  getAllLinkage,
  getPathAlias,
  getTargetIds,
  type Identifier,
  MonotonicPositionGenerator,
  type PathAlias,
  type Relationships,
  toReturningVersion,
  unlinkEachTarget,
  unlinkTargets,
} from './entry.js';
export {
  AliasTaken,
  DuplicateEntry,
  EntryIdReleasing,
  DuplicateRequest,
  EntryHidden,
  EntryNotFound,
  isStoreFault,
  QueryTimeout,
  RelationshipNotFound,
  SearchIndexIncomplete,
  StorageFull,
  StoreBusy,
  StoredTargetsNotFound,
  StoreUnavailable,
  TokenRequired,
  TypeNotFound,
  TypeReadOnly,
  UnknownOutcome,
  VersionConflict,
} from './entry.errors.js';
export {
  compareSchedules,
  type EntrySchedule,
  EntryScheduleNotFound,
  EntryScheduleStore,
  SCHEDULE_ACTIONS,
  type ScheduleAction,
  type ScheduleChange,
  type ScheduleFilter,
  ScheduleOutdated,
  type SchedulePage,
  toScheduleAttributes,
} from './entry-schedule.js';
export {
  EntryScheduler,
  type EntrySchedulerOptions,
  SCHEDULE_OUTCOMES,
  type ScheduleOutcome,
} from './entry-scheduler.js';
export {
  type AppliedChanges,
  type ChangeCause,
  type ChangeOrigin,
  type EntryChange,
  type EntryStatus,
  EntryStore,
  type ExplainedQuery,
  type IdempotencyRecord,
  readAllEntries,
  type StoreCapabilities,
  type EntryTransactionalRecords,
} from './entry.store.js';
export {
  type ExplainedStatement,
  type PlanStep,
  type QueryAdvice,
  type QueryExplanation,
  QueryPlanUnavailable,
} from './query-explanation.js';
export { ChangedEntries, type ChangedEntry } from './changed-entries.js';
export { EntryAudit, sleepWithJitter, type WriteContext } from './entry-unit-of-work.js';
export { type DraftContext, type EntryDraft, parseDraft, type ParsedDraft } from './entry-draft.js';
export { EntryEditor } from './entry-editor.js';
export type {
  EntryOperation,
  EntryVersion,
  OperationResult,
  VersionPrecondition,
} from './operation-processor.js';
export {
  type CollectionRequest,
  type CursorPageRequest,
  type CursorPageResult,
  type EntryPageResult,
  EntryReader,
  type EntryResult,
  type LinkageResult,
  type Omission,
  type ReadContext,
  type RelatedResult,
} from './entry-reader.js';
export { EntryUsage } from './entry-usage.js';
export { assignArity, type LinkageOperation } from './linkage-edit.js';
export { type PointedTarget, validateTargets } from './linkage-values.js';
export {
  type Arity,
  type Condition,
  type EntryQuery,
  type EntrySelection,
  type Filter,
  type FullTextSearch,
  type Group,
  type IndexValue,
  isOperator,
  type KeysetBound,
  type KeysetPage,
  type KeysetPosition,
  type KeysetQuery,
  type MatchNone,
  type Operator,
  OPERATORS,
  type SearchedProperty,
  type SearchTerm,
  type Sort,
} from './query/entry-query.js';
export {
  type FieldPath,
  formatEndKey,
  formatStepKey,
  type PathEnd,
  type PathStep,
  type QueryContext,
} from './query/field-path.js';
export {
  compareIndexValues,
  toComparableText,
  toIndexValue,
  toIndexValues,
  type ValueAtDelta,
} from './query/index-value.js';
export { fold, INDEX_FORM } from './query/fold.js';
export { type EntryLookup, evaluate, evaluateKeyset, findSelected, matches } from './query/evaluate.js';
export { InvalidInclude } from './query/query.errors.js';
export { requireComplexity } from './query/query-complexity.js';
export {
  type IncludeTree,
  resolveCondition,
  resolveInclude,
  resolveSort,
  type UnresolvedCondition,
} from './query/resolve-query.js';
export { EntriesModule } from './entries.module.js';
export { parseSearch, SEARCH_LIMITS } from './search/full-text-search.js';
export { getSearchedProperties, SEARCH_WEIGHTS, toNeedle, toSearchText } from './search/search-text.js';
export { writeBatchOrIndividually } from './write-batch-or-individually.js';
export { PendingUnlinks, UnlinkEntriesJob, unlinkSome } from './unlink-entries.job.js';

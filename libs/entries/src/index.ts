export {
  type Attributes,
  canSee,
  canSeeUnpublished,
  Entry,
  type EntryMetadata,
  formatTarget,
  getAllLinkage,
  getLangcode,
  getPathAlias,
  getTargetIds,
  type Identifier,
  isPublished,
  MonotonicPositionGenerator,
  type PathAlias,
  type Relationships,
  toReturningVersion,
  unlinkEachTarget,
  unlinkTargets,
  assertVisible,
} from './entry.js';
export {
  AliasTaken,
  DeletionNotFound,
  RevisionsNotSupported,
  DuplicateEntry,
  EntryIdReleasing,
  DuplicateRequest,
  EntryHidden,
  EntryNotFound,
  EntryPreconditionFailed,
  FileRefused,
  isStoreFault,
  QueryTimeout,
  RelationshipNotFound,
  RevisionNotFound,
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
export { CHANGE_CAUSES, type ChangeCause, type ChangeOrigin } from './change-origin.js';
export {
  type AppliedChanges,
  type DiscardCopy,
  type EntryChange,
  type EntryStatus,
  EntryStore,
  type ExplainedQuery,
  getEntryId,
  getWrittenEntries,
  type IdempotentRequest,
  readAllEntries,
  type SaveCopy,
  type StoreCapabilities,
  type WrittenEntries,
  type WrittenEntry,
  type AttachedWrites,
} from './entry.store.js';
export {
  type ExplainedStatement,
  type PlanStep,
  type QueryAdvice,
  type QueryExplanation,
  QueryPlanUnavailable,
} from './query-explanation.js';
export { ChangedEntries, type ChangedEntry } from './changed-entries.js';
export { findDifferences } from './differences.js';
export { getEntryLabel } from './entry-label.js';
export {
  type CopySupersession,
  type EntryRevision,
  EntryRevisionStore,
  type ErasureStep,
  LOST_REFERENCES_MAXIMUM,
  type LostReference,
  type RevisionChange,
  type RevisionKey,
  type RevisionMetadata,
  type RevisionPage,
  type RevisionTrack,
  type RevisionWindow,
  type Supersession,
} from './history/entry-revision.js';
export { NoRevisionStore } from './history/no-revision.store.js';
export type { CopyFilter, CopyHead, CopyPage, CopyWindow, EntryCopy } from './copies/entry-copy.js';
export {
  createErasureJob,
  type ErasedUser,
  eraseUser,
  EraseUserJob,
  withoutActor,
} from './history/erase-user.js';
export type { HistoryOptions } from './history/revision-recorder.js';
export type { RevisionOptions } from './history/revision-options.js';
export { findLostReferences } from './history/lost-references.js';
export { withoutGoneTargets } from './history/gone-targets.js';
export { type Attendant, EntryPresence, PRESENT_MAXIMUM } from './entry-presence.js';
export { type RestoredEntry, Trash } from './history/trash.js';
export { PreviewExpired, PreviewInvalid } from './previews/preview.errors.js';
export { PreviewSigner } from './previews/preview-signer.js';
export {
  formatPreviewPath,
  formatPreviewVersion,
  parsePreviewPath,
  parsePreviewVersion,
  type PreviewToken,
} from './previews/preview-token.js';
export { toStateDraft } from './history/state-draft.js';
export { EntryAudit, sleepWithJitter, type WriteContext } from './entry-unit-of-work.js';
export { type DraftContext, type EntryDraft, parseDraft, type ParsedDraft } from './entry-draft.js';
export {
  applyEdit,
  EDIT_MODES,
  type EntryEdit,
  type FieldValues,
  findUnlike,
  parseEdit,
  type ParsedEdit,
  pickEdited,
  toValuesDraft,
} from './entry-edit.js';
export { requiresValue } from './required-values.js';
export { EntryEditor } from './entry-editor.js';
export type { EntryOperation, OperationOutcome, WriteOptions } from './entry-operation.js';
export type { OperationResult } from './operation-processor.js';
export type { EntryVersion, VersionPrecondition } from './version-precondition.js';
export type { ShownCopy } from './copies/show-copy.js';
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
export { type FollowedRedirect, formatPath, PathResolver, type ResolvedPath } from './paths/path-resolver.js';
export { REDIRECT_TYPE } from './paths/redirects.js';
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
export { ContentModelEditingModule } from './content-model-editing.module.js';
export { parseSearch, SEARCH_LIMITS } from './search/full-text-search.js';
export { getSearchedProperties, SEARCH_WEIGHTS, toNeedle, toSearchText } from './search/search-text.js';
export { writeBatchOrIndividually } from './write-batch-or-individually.js';
export { PendingUnlinks, UnlinkEntriesJob, unlinkSome } from './unlink-entries.job.js';
export {
  buildFilePath,
  FILE_NAME_MAXIMUM,
  findFileNameProblem,
  getFileExtension,
  isStoredFile,
  toBaseName,
  toFileUri,
} from './files/file-name.js';
export { type FileDescription, findFileRefusal } from './files/link-files.js';
export { selectMenuLinks } from './menus/menu-links.js';
export { MenuReader, type MenuResult, type ResolvedLink } from './menus/menu-reader.js';
export { type PlacedLink, selectPlacedLinks } from './menus/menu-tree.js';

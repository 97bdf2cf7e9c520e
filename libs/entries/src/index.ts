export {
  type Attributes,
  Entry,
  type EntryHead,
  type Identifier,
  type Relationships,
  linkageOf,
  targetsOf,
} from './entry.js';
export {
  AliasTaken,
  DuplicateEntry,
  DuplicateRequest,
  StoreUnavailable,
  TargetsMissing,
  UnknownOutcome,
  VersionConflict,
} from './entry.errors.js';
export {
  type Companions,
  type EntryChange,
  type EntryStatus,
  EntryStore,
  type IdempotencyRecord,
  type StoreCapabilities,
} from './entry.store.js';
export type {
  Departure,
  EntryQuery,
  EntrySelection,
  Found,
  Place,
  SeekQuery,
  Sort,
} from './query/entry-query.js';
export { type FieldPath, type PathEnd, type PathStep, stepKey } from './query/field-path.js';
export type { Condition, Filter, Group, IndexValue, Nothing } from './query/filter.js';
export { type Arity, isOperator, type Operator, OPERATORS } from './query/operators.js';
export { fold } from './query/fold.js';
export { indexValue, indexValuesOf, type PlacedValue, textForm } from './query/index-value.js';
export { type EntryLookup, evaluate, evaluateSeek, matches, select } from './query/evaluate.js';
export { compareIndexValues } from './query/holds.js';
export {
  EntryHidden,
  EntryUnknown,
  maySee,
  RelationshipUnknown,
  seesUnpublished,
  TokenRequired,
} from './entry-access.js';
export type { WriteContext } from './commit.js';
export { CreationStamp } from './creation-stamp.js';
export { checkDraft, type CheckedDraft, type DraftContext, type EntryDraft } from './entry-draft.js';
export { EntryEditor, type UpdateOptions } from './entry-editor.js';
export type { EntryOperation, OperationResult } from './entry-operation.js';
export {
  type CollectionRequest,
  type EntryPage,
  EntryReader,
  type EntryReading,
  type LinkageReading,
  type RelatedReading,
  type SeekPage,
  type SeekRequest,
} from './entry-reader.js';
export type { Omission, ReadContext } from './included.js';
export { type IncludeTree, InvalidInclude, resolveInclude } from './include-tree.js';
export { type LinkageAct, withArity } from './linkage-edit.js';
export { checkTargets, type NamedTarget } from './linkage-values.js';
export type { QueryContext } from './query/query-context.js';
export { queryWeight } from './query/query-weight.js';
export { resolveCondition, resolveSort, type WrittenCondition } from './query/resolve.js';
export { EntryUse } from './entry-use.js';
export { EntriesModule } from './entries.module.js';
export { pointerToken } from './pointer-token.js';
export { type PathAlias, pathAliasOf } from './path-alias.js';
export { within } from './within.js';
export { withoutTargets } from './without-targets.js';

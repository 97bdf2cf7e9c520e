export { collectionDocument, cursorDocument } from './document/collection-document.js';
export type { DocumentContext } from './document/document.js';
export { entityDocument } from './document/entity-document.js';
export { entryPointDocument } from './document/entry-point-document.js';
export { type ErrorAnswer, errorDocument } from './document/error-document.js';
export { type ErrorStatus, statusOf } from './document/error-statuses.js';
export { collectionHref, entryHref, type Site } from './document/links.js';
export { resultsDocument } from './document/results-document.js';
export { relatedDocument, relationshipDocument } from './document/relationship-document.js';
export {
  collectionTag,
  cursorTag,
  entryTag,
  expectedVersions,
  isUnchanged,
  type TagCircumstances,
} from './entity-tag.js';
export {
  BodyConflict,
  InvalidBody,
  InvalidMember,
  InvalidParameter,
  NotAcceptable,
  ResourceVersionUnknown,
  UnsupportedMediaType,
} from './jsonapi.errors.js';
export {
  asksForProfile,
  ATOMIC_OPERATIONS,
  CURSOR_PAGINATION,
  MEDIA_TYPE,
  mediaTypeWith,
  requireAcceptable,
  requireContentType,
} from './media-type.js';
export { CursorSeal } from './query/cursor.js';
export type { SparseFieldsets } from './query/parse-fields.js';
export {
  checkEntryPointQuery,
  type CollectionQuery,
  type CollectionQueryContext,
  type CursorQuery,
  type DocumentShape,
  type EntryQueryContext,
  parseCollectionQuery,
  parseCursorQuery,
  parseEntryQuery,
  parseOperationsQuery,
  type QueryLimits,
} from './query/parse-query.js';
export { parseChangedEntry, parseNewEntry } from './request/parse-entity-document.js';
export { parseJson } from './request/parse-json.js';
export { parseOperations } from './request/parse-operations.js';
export { primaryData } from './request/primary-data.js';

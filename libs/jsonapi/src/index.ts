export {
  serializeAtomicResults,
  serializeCollectionDocument,
  serializeCursorDocument,
  serializeEntryDocument,
  serializeEntryPointDocument,
  serializeRelatedDocument,
  serializeRelationshipDocument,
} from './document/entry-documents.js';
export {
  type ApiRoot,
  buildCollectionHref,
  buildEntryHref,
  type DocumentContext,
} from './document/document.js';
export { type ErrorResponse, serializeErrorDocument } from './document/error-document.js';
export { type ErrorStatus, findErrorStatus, findErrorTypeUri } from './document/error-statuses.js';
export {
  admitsETag,
  computeCollectionETag,
  computeCursorETag,
  computeEntryETag,
  findMatchingETag,
  parseExcludedVersions,
  parseExpectedVersions,
  toCompressedETag,
  type ETagInputs,
} from './entity-tag.js';
export {
  BodyConflict,
  DocumentTooLarge,
  InvalidBody,
  InvalidMember,
  InvalidParameter,
  NotAcceptable,
  UnsupportedMediaType,
} from './jsonapi.errors.js';
export {
  assertAcceptable,
  assertContentType,
  ATOMIC_OPERATIONS,
  CURSOR_PAGINATION,
  formatMediaType,
  isMediaTypeInUtf8,
  MEDIA_TYPE,
  type MediaType,
  parseContentType,
  parseMediaTypes,
  requestsProfile,
} from './media-types.js';
export {
  CursorCodec,
  type CursorQuery,
  parseCursorQuery,
  type TextCursors,
} from './query/cursor-pagination.js';
export { parseFilterQuery } from './query/parse-filter-query.js';
export {
  assertEntryPointQuery,
  type CollectionQuery,
  type CollectionQueryContext,
  type DocumentOptions,
  type EntryQueryContext,
  parseCollectionQuery,
  parseEntryQuery,
  parseOperationsQuery,
  parseChangeQuery,
  parseWriteQuery,
  type QueryLimits,
  type RequestedVersion,
  type SparseFieldsets,
} from './query/parse-query.js';
export {
  getPrimaryData,
  parseUpdateDraft,
  parseJson,
  parseCreationDraft,
} from './request/request-document.js';
export { parseOperations } from './request/parse-operations.js';
export { NOTE_MAXIMUM, parseRevisionOptions } from './request/revision-options.js';
export { serializeMenuItems } from './document/menu-items-document.js';
export { type MenuItemsQuery, parseMenuItemsQuery } from './query/parse-menu-items-query.js';

export {
  BundleNotFound,
  type EntryCount,
  FieldNotFound,
  InvalidDefinition,
  InvalidValue,
  ModelOutdated,
} from './bundle.errors.js';
export {
  type Bundle,
  type BundleChange,
  type BundleDefinition,
  BundleStore,
  type StoredModel,
} from './bundle.store.js';
export {
  ContentModel,
  ContentModelService,
  formatResourceTypeName,
  getTargetTypes,
  type ResourceType,
  getAbsentValue,
} from './content-model.js';
export {
  ENTITY_TYPES,
  type EntityType,
  getStatusField,
  SAME_BUNDLE,
  SCHEDULE_ATTRIBUTES,
  SCHEDULE_FIELD_NAMES,
} from './entity-type.js';
export {
  defineField,
  defineProperty,
  type Field,
  type FieldTypeName,
  getPropertyValue,
  isMultiple,
  NOW,
  type Property,
  UNLIMITED,
  type ValueKind,
} from './field.js';
export { type FieldType, TextFormatter, type ValueContext } from './field-types/field-type.js';
export { FIELD_TYPES, isReference, isRelationship, NEW_FIELD_TYPES } from './field-types/index.js';
export { FILE_TYPE, type FileRules, getFileRules, isExecutableExtension } from './field-types/file.js';
export type { PartialBundleDefinition } from './validate-bundle.js';
export { formatMenuLinkId, MENU_LINK_TYPE, parseMenuLinkId } from './field-types/menu-link-parent.js';
export { isScriptUri } from './field-types/link.js';
export { DEFAULT_LANGCODE, SERVICE_PATHS } from './field-types/path.js';
export { TEXT_FORMATS } from './field-types/formatted-text.js';
export { BundlesModule } from './bundles.module.js';
export { BundleEditor } from './bundle-editor.js';
export {
  type BundleDraftChange,
  type BundleRequest,
  CHANGED_BUNDLE_MEMBERS,
  CHANGED_FIELD_MEMBERS,
  FIELD_HINTS,
  type FieldRequest,
  NEW_BUNDLE_MEMBERS,
  NEW_FIELD_MEMBERS,
} from './field-members.js';
export { FIELD_SETTINGS, type FieldSettings, type FormDisplay, type FormRegion } from './field-settings.js';
export { RESERVED_FIELD_NAMES } from './validate-bundle.js';
export { type FieldDraft, type FieldDraftChange, pickFormHints } from './field-draft.js';
export { FieldEditor } from './field-editor.js';
export { type BundleName, getCustomBundle, getCustomField, type RemovalOptions } from './edit-bundle.js';
export { ContentUsage } from './content-usage.js';

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
  SAME_BUNDLE,
  SCHEDULE_ATTRIBUTES,
  SCHEDULE_FIELD_NAMES,
} from './entity-type.js';
export {
  defineField,
  defineProperty,
  type Field,
  type FieldSettings,
  type FieldTypeName,
  FORM_REGIONS,
  type FormDisplay,
  type FormRegion,
  getPropertyValue,
  isMultiple,
  isReference,
  NOW,
  type Property,
  UNLIMITED,
  type ValueKind,
} from './field.js';
export { type FieldType, TextFormatter, type ValueContext } from './field-types/field-type.js';
export { FIELD_TYPES } from './field-types/index.js';
export { PRECISION_MAXIMUM } from './field-types/number.js';
export { STRING_MAXIMUM } from './field-types/text.js';
export { NEW_FIELD_TYPES, type PartialBundleDefinition } from './validate-bundle.js';
export { isScriptUri } from './field-types/link.js';
export { SERVICE_PATHS } from './field-types/path.js';
export { TEXT_FORMATS } from './field-types/formatted-text.js';
export { BundlesModule } from './bundles.module.js';
export { type BundleDraftChange, BundleEditor } from './bundle-editor.js';
export { RESERVED_FIELD_NAMES } from './validate-bundle.js';
export { type FieldDraft, type FieldDraftChange, pickFormHints } from './field-draft.js';
export { FieldEditor } from './field-editor.js';
export { type BundleName, getCustomBundle, getCustomField, type RemovalOptions } from './edit-bundle.js';
export { ContentUsage } from './content-usage.js';

export {
  BundleUnknown,
  FieldUnknown,
  InvalidDefinition,
  InvalidValue,
  ModelOutdated,
} from './bundle.errors.js';
export { type BundleChange, BundleStore, type StoredModel } from './bundle.store.js';
export {
  type Bundle,
  ContentModel,
  type ResourceType,
  resourceTypeName,
  targetTypes,
} from './content-model.js';
export { ENTITY_TYPES, type EntityType, SAME_BUNDLE } from './entity-type.js';
export {
  defineField,
  type Field,
  type FieldSettings,
  isMultiple,
  isReference,
  NOW,
  UNLIMITED,
} from './field.js';
export { type FieldType, TextFormatter, type ValueContext } from './field-types/field-type.js';
export type { FieldTypeName } from './field-type-name.js';
export { absentValue, FIELD_TYPES, fieldType } from './field-types/index.js';
export { type Property, property, propertyValue, type ValueKind } from './property.js';
export { TEXT_FORMATS } from './field-types/formatted-text.js';
export { type BundleDefinition, ContentModelService } from './content-model.service.js';
export { BundlesModule } from './bundles.module.js';
export { BundleEditor } from './bundle-editor.js';
export { FieldEditor } from './field-editor.js';
export { type BundleName, ownBundle, ownField, type RemovalOptions } from './edited-bundle.js';
export { ContentUse } from './content-use.js';

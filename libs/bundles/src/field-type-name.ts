/** The names of the field types, in the order people are offered them. `FIELD_TYPES` has the rules of each. */
export type FieldTypeName =
  | 'string'
  | 'string_long'
  | 'text_long'
  | 'text_with_summary'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'boolean'
  | 'timestamp'
  | 'datetime'
  | 'daterange'
  | 'list_string'
  | 'email'
  | 'link'
  | 'json'
  | 'entity_reference'
  | 'path';

import { LABEL_RULE, type MemberRules, type NewOf } from '@content-service/kernel';

/** The settings of all field types; each type uses some of them (`FieldType.settings`) and checks these. */
export const FIELD_SETTINGS = {
  /** Characters (code points); the maximum is that of short texts. */
  maxLength: {
    type: 'integer',
    minimum: 1,
    maximum: 255,
    checkedBy: 'body',
    description: 'In characters.',
  },
  min: { type: 'number' },
  max: { type: 'number' },
  precision: { type: 'integer', minimum: 1, maximum: 18, description: 'Digits of a decimal.' },
  scale: { type: 'integer', minimum: 0, maximum: 18, description: 'Digits after the point.' },
  allowedValues: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        value: { type: 'string', required: true },
        label: { type: 'string', required: true },
      },
    },
  },
  datetimeType: { type: 'string', enum: ['date', 'datetime'] },
  /** Resource types an entity_reference may point at. */
  targetTypes: {
    type: 'array',
    items: { type: 'string', description: 'A resource type.', examples: ['taxonomy_term--tags'] },
  },
  /** Strings compare as written, not folded. */
  caseSensitive: { type: 'boolean' },
  fileExtensions: {
    type: 'array',
    minItems: 1,
    maxItems: 50,
    checkedBy: 'domain',
    items: { type: 'string', pattern: '^[a-z0-9]{1,12}$', checkedBy: 'domain', examples: ['pdf'] },
    description: 'Extensions of the files that a field accepts, without the point.',
  },
  maxBytes: { type: 'integer', minimum: 1, checkedBy: 'domain', description: 'Bytes of a file.' },
} as const satisfies MemberRules;

export type FieldSettings = NewOf<typeof FIELD_SETTINGS>;

/** The columns of a form, the default first: the main column and the side panel. */
export const FORM_REGIONS = ['main', 'side'] as const;

export type FormRegion = (typeof FORM_REGIONS)[number];

/** The place of a field in the forms of entries. */
export const FORM_DISPLAY = {
  /** Fields of a region with the same heading form one group, at the place of the first of them. */
  group: {
    type: 'string',
    ...LABEL_RULE,
    description: 'Heading of the group of fields to which it belongs.',
    examples: ['Search engines'],
  },
  region: {
    type: 'string',
    enum: FORM_REGIONS,
    default: 'main',
    checkedBy: 'domain',
    description: 'Column of the form.',
  },
} as const satisfies MemberRules;

export type FormDisplay = NewOf<typeof FORM_DISPLAY>;

import { type BundleDefinition, type Field, UNLIMITED } from '@content-service/bundles';

const field = (name: string, type: Field['type'], rest: Partial<Field> = {}): Field => ({
  name,
  type,
  label: name,
  cardinality: 1,
  required: false,
  settings: {},
  ...rest,
});

const reference = (name: string, target: string, cardinality = 1): Field =>
  field(name, 'entity_reference', { cardinality, settings: { targetTypes: [target] } });

/** The bundles of the site that end-to-end tests use. */
export const TEST_MODEL: readonly BundleDefinition[] = [
  { entityType: 'taxonomy_term', bundle: 'category', label: 'Category', fields: [] },
  { entityType: 'taxonomy_term', bundle: 'tags', label: 'Tags', fields: [] },
  {
    entityType: 'node',
    bundle: 'article',
    label: 'Article',
    fields: [
      field('body', 'text_with_summary'),
      field('field_summary', 'string', { settings: { maxLength: 50 } }),
      field('field_rating', 'integer', { settings: { min: 0, max: 5 } }),
      field('field_price', 'decimal', { settings: { precision: 10, scale: 2 } }),
      field('field_featured', 'boolean'),
      field('field_date', 'datetime', { settings: { datetimeType: 'datetime' } }),
      reference('field_tags', 'taxonomy_term--tags', UNLIMITED),
      reference('field_category', 'taxonomy_term--category'),
      reference('field_related', 'node--article', UNLIMITED),
    ],
  },
  { entityType: 'node', bundle: 'page', label: 'Page', fields: [field('body', 'text_with_summary')] },
];

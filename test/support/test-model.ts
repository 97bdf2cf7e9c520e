import { type BundleDefinition, defineField, type Field, UNLIMITED } from '@content-service/bundles';

const reference = (name: string, target: string, cardinality = 1): Field =>
  defineField(name, 'entity_reference', { cardinality, settings: { targetTypes: [target] } });

/** The bundles of the site that end-to-end tests use. */
export const TEST_MODEL: readonly BundleDefinition[] = [
  { entityType: 'taxonomy_term', bundle: 'category', label: 'Category', fields: [] },
  { entityType: 'taxonomy_term', bundle: 'tags', label: 'Tags', fields: [] },
  {
    entityType: 'node',
    bundle: 'article',
    label: 'Article',
    fields: [
      defineField('body', 'text_with_summary'),
      defineField('field_summary', 'string', { settings: { maxLength: 50 } }),
      defineField('field_rating', 'integer', { settings: { min: 0, max: 5 } }),
      defineField('field_price', 'decimal', { settings: { precision: 10, scale: 2 } }),
      defineField('field_score', 'float'),
      defineField('field_featured', 'boolean'),
      defineField('field_date', 'datetime', { settings: { datetimeType: 'datetime' } }),
      reference('field_tags', 'taxonomy_term--tags', UNLIMITED),
      reference('field_category', 'taxonomy_term--category'),
      reference('field_related', 'node--article', UNLIMITED),
    ],
  },
  { entityType: 'node', bundle: 'page', label: 'Page', fields: [defineField('body', 'text_with_summary')] },
];

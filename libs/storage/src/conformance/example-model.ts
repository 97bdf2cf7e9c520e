import {
  type Bundle,
  ContentModel,
  type Field,
  type FieldTypeName,
  SAME_BUNDLE,
  UNLIMITED,
} from '@content-service/bundles';
import { SAMPLE_FIELDS } from './field-samples.js';

const plain = (type: FieldTypeName, name: string, cardinality = 1): Field => ({
  name,
  type,
  label: name,
  cardinality,
  required: false,
  settings: {},
});

const reference = (name: string, targetTypes: readonly string[], cardinality = 1): Field => ({
  ...plain('entity_reference', name, cardinality),
  settings: { targetTypes },
});

const bundle = (entityType: string, name: string, ...fields: readonly Field[]): Omit<Bundle, 'since'> => ({
  entityType,
  bundle: name,
  label: name,
  fields,
});

/** Bundles that hold every field type and every kind of relationship. */
export const EXAMPLE_BUNDLES: readonly Omit<Bundle, 'since'>[] = [
  bundle('taxonomy_term', 'region', plain('string', 'field_code')),
  bundle('taxonomy_term', 'category', reference('field_region', ['taxonomy_term--region'])),
  bundle('taxonomy_term', 'tag'),
  bundle('media', 'image', plain('string', 'field_alt'), plain('image', 'field_files', 3)),
  bundle(
    'node',
    'page',
    plain('string', 'field_subtitle'),
    reference('field_related', ['node--page', 'node--article'], UNLIMITED),
    reference('field_about', ['node--article']),
  ),
  bundle(
    'node',
    'article',
    plain('string', 'field_subtitle'),
    plain('string', 'field_codes', UNLIMITED),
    plain('link', 'field_links', UNLIMITED),
    plain('decimal', 'field_price'),
    plain('boolean', 'field_featured'),
    reference('field_category', ['taxonomy_term--category']),
    reference('field_tags', ['taxonomy_term--tag'], UNLIMITED),
    reference('field_hero', ['media--image']),
    reference('field_sequel', [SAME_BUNDLE]),
    reference('field_related', ['node--article', 'node--page'], UNLIMITED),
  ),
  bundle('node', 'specimen', ...SAMPLE_FIELDS),
];

/** The model of a storage into which the bundles were put in this order. */
export const EXAMPLE_MODEL = new ContentModel(
  EXAMPLE_BUNDLES.length,
  EXAMPLE_BUNDLES.map((given, index) => ({ ...given, since: index + 1 })),
);

import {
  type Bundle,
  ContentModel,
  defineField,
  type ResourceType,
  UNLIMITED,
} from '@content-service/bundles';
import { Entry, type EntryMetadata, type Relationships } from '@content-service/entries';
import type { Json } from '@content-service/kernel';
import type { DocumentContext } from './document/document.js';

const manyTags = { cardinality: UNLIMITED, settings: { targetTypes: ['taxonomy_term--tags'] } };

const article: Bundle = {
  entityType: 'node',
  bundle: 'article',
  label: 'Article',
  fields: [
    defineField('body', 'text_with_summary'),
    defineField('field_rating', 'integer'),
    defineField('field_multi', 'string', { cardinality: UNLIMITED }),
    defineField('field_tags', 'entity_reference', manyTags),
    defineField('field_main_tag', 'entity_reference', { settings: { targetTypes: ['taxonomy_term--tags'] } }),
  ],
  since: 3,
};

const tags: Bundle = { entityType: 'taxonomy_term', bundle: 'tags', label: 'Tags', fields: [], since: 1 };

export const model = new ContentModel(3, [article, tags]);

export const articleType = getType('node--article');
export const tagType = getType('taxonomy_term--tags');

/** `idOf('a', 1)` is `a0000000-0000-4000-8000-000000000001`. */
export const toUuid = (letter: string, n: number): string =>
  `${letter}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** An entry as a store returns it, with only the attributes that are given. */
export function entry(
  type: string,
  id: string,
  attributes: Readonly<Record<string, Json>> = {},
  relationships: Relationships = {},
  head: Partial<EntryMetadata> = {},
): Entry {
  const whole = {
    id,
    type,
    published: true,
    created: 0,
    changed: 0,
    version: 1,
    position: 1,
    modelVersion: 3,
  };
  return Entry.stored({ ...whole, ...head }, JSON.stringify(attributes), JSON.stringify(relationships));
}

export const site = { baseUrl: 'https://cms.example', prefix: '/api' };

export const context: DocumentContext = { apiRoot: site, model, fields: new Map(), query: '' };

function getType(name: string): ResourceType {
  const type = model.find(name);
  if (type === undefined) throw new Error(`The example has no type ${name}.`);
  return type;
}

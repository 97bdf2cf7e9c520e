import { isJsonObject, type Json, type JsonObject } from '@content-service/kernel';
import { describeSite } from './example-site.fixture.js';

const { components, paths } = describeSite() as {
  components: { schemas: Record<string, JsonObject> };
  paths: Record<string, Record<string, unknown>>;
};

/** What stands under a path of property names in a schema: `attributes.title`. */
function property(schema: string, path: string): Json | undefined {
  return path.split('.').reduce<Json | undefined>((holder, name) => {
    const properties = isJsonObject(holder) ? holder['properties'] : undefined;
    return isJsonObject(properties) ? properties[name] : undefined;
  }, components.schemas[schema]);
}

describe('bundleSchemas', () => {
  it.each([
    ['field_string', { type: ['string', 'null'], maxLength: 5 }],
    ['field_integer', { type: ['integer', 'null'], minimum: 10, maximum: 20 }],
    ['field_list_string', { type: ['string', 'null'], enum: ['red', null] }],
    [
      'field_daterange',
      { type: ['object', 'null'], properties: { value: { type: 'string', format: 'date' } } },
    ],
    ['field_string_three', { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 5 } }],
    ['field_json', {}],
    ['path', { type: 'object' }],
    ['title', { type: 'string' }],
    ['changed', { type: 'string', readOnly: true }],
  ])('shows %s as it appears in answers', (name, schema) => {
    expect(property('node--article', `attributes.${name}`)).toMatchObject(schema);
  });

  it('shows null in a required field of a bundle: it may have become required after the entry was written', () => {
    expect(property('node--article', 'attributes.field_string_required')).toMatchObject({
      type: ['string', 'null'],
    });
    expect(property('node--article.attributes', 'field_string_required')).toMatchObject({ type: 'string' });
  });

  it('wants the required fields in a new entry, and in a change none', () => {
    expect(property('node--article.new', 'attributes')).toMatchObject({
      allOf: [expect.anything(), { required: expect.arrayContaining(['title', 'field_string_required']) }],
    });
    expect(property('node--article.change', 'attributes')).toEqual({
      $ref: '#/components/schemas/node--article.attributes',
    });
  });

  it('says what a new entry has when nothing is said, unless it is the time', () => {
    expect(property('node--article.attributes', 'status')).toMatchObject({ default: true });
    expect(property('node--article.attributes', 'langcode')).toMatchObject({ default: 'en' });
    expect(property('node--article.attributes', 'created')).not.toHaveProperty('default');
  });

  it('takes no field in a body that the bundle lacks', () => {
    expect(components.schemas['node--article.attributes']).toMatchObject({ additionalProperties: false });
    expect(components.schemas['node--article.relationships']).toMatchObject({ additionalProperties: false });
  });

  it('names the types a relationship points at, its own bundle too', () => {
    const member = { properties: { type: { enum: ['taxonomy_term--tag'] } } };

    expect(property('taxonomy_term--tag', 'relationships.parent.data')).toMatchObject({
      type: 'array',
      items: member,
    });
  });

  it('never shows a hidden field', () => {
    expect(property('user--user', 'attributes.display_name')).toBeDefined();
    expect(property('user--user', 'attributes.name')).toBeUndefined();
  });

  it('has no writes for entities that are not written over JSON:API', () => {
    expect(Object.keys(paths['/api/file/file'] ?? {})).toEqual(['get']);
    expect(Object.keys(paths['/api/file/file/{uuid}'] ?? {})).toEqual(['get']);
    expect(Object.keys(paths['/api/file/file/{uuid}/relationships/uid'] ?? {})).toEqual(['get']);
    expect(components.schemas['file--file.new']).toBeUndefined();
  });

  it('adds and removes members of to-many relationships only', () => {
    const methodsOf = (field: string): readonly string[] =>
      Object.keys(paths[`/api/node/article/{uuid}/relationships/${field}`] ?? {});

    expect(methodsOf('field_entity_reference')).toEqual(['get', 'patch']);
    expect(methodsOf('field_entity_reference_three')).toEqual(['get', 'patch', 'post', 'delete']);
  });
});

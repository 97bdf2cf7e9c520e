import { isJsonObject, type Json, type JsonObject } from '@content-service/kernel';
import { describeSite } from '../example-site.fixture.js';

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
  ])('describes %s as it appears in responses', (name, schema) => {
    expect(property('node--article', `attributes.${name}`)).toMatchObject(schema);
  });

  it('allows null in a required field, which may have become required after the entry was written', () => {
    expect(property('node--article', 'attributes.field_string_required')).toMatchObject({
      type: ['string', 'null'],
    });
    expect(property('node--article.attributes', 'field_string_required')).toMatchObject({ type: 'string' });
  });

  it('requires the required fields of a new entry, and none of a change', () => {
    expect(property('node--article.new', 'attributes')).toMatchObject({
      allOf: [expect.anything(), { required: expect.arrayContaining(['title', 'field_string_required']) }],
    });
    expect(property('node--article.change', 'attributes')).toEqual({
      $ref: '#/components/schemas/node--article.attributes',
    });
  });

  it('states the initial values of a new entry except times', () => {
    expect(property('node--article.attributes', 'status')).toMatchObject({ default: true });
    expect(property('node--article.attributes', 'langcode')).toMatchObject({ default: 'en' });
    expect(property('node--article.attributes', 'created')).not.toHaveProperty('default');
  });

  it('allows no unknown fields in a body', () => {
    expect(components.schemas['node--article.attributes']).toMatchObject({ additionalProperties: false });
    expect(components.schemas['node--article.relationships']).toMatchObject({ additionalProperties: false });
  });

  it('names the target types of a relationship, its own bundle included', () => {
    const member = { properties: { type: { enum: ['taxonomy_term--tag'] } } };

    expect(property('taxonomy_term--tag', 'relationships.parent.data')).toMatchObject({
      type: 'array',
      items: member,
    });
  });

  it('does not contain hidden fields', () => {
    expect(property('user--user', 'attributes.display_name')).toBeDefined();
    expect(property('user--user', 'attributes.name')).toBeUndefined();
  });

  it('has no write schemas for read-only entity types', () => {
    expect(Object.keys(paths['/api/user/user'] ?? {})).toEqual(['get']);
    expect(Object.keys(paths['/api/user/user/{uuid}'] ?? {})).toEqual(['get']);
    expect(components.schemas['user--user.change']).toBeUndefined();
  });

  it('has no schema for new entries where the service alone creates them', () => {
    expect(Object.keys(paths['/api/file/file'] ?? {})).toEqual(['get']);
    expect(Object.keys(paths['/api/file/file/{uuid}'] ?? {})).toEqual(['get', 'patch', 'delete']);
    expect(Object.keys(paths['/api/file/file/{uuid}/relationships/uid'] ?? {})).toEqual(['get', 'patch']);
    expect(components.schemas['file--file.new']).toBeUndefined();
    expect(components.schemas['file--file.change']).toBeDefined();
  });

  it('has member schemas for to-many relationships only', () => {
    const getMethods = (field: string): readonly string[] =>
      Object.keys(paths[`/api/node/article/{uuid}/relationships/${field}`] ?? {});

    expect(getMethods('field_entity_reference')).toEqual(['get', 'patch']);
    expect(getMethods('field_entity_reference_three')).toEqual(['get', 'patch', 'post', 'delete']);
  });
});

import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject, type Json, type JsonObject } from '@content-service/kernel';
import { describeSite } from '../example-site.fixture.js';

const document = describeSite();
const { components, paths } = document as {
  components: { schemas: Record<string, JsonObject> };
  paths: Record<string, Record<string, unknown>>;
};

type NewArticle = Readonly<Record<'attributes' | 'relationships', JsonObject>>;

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
  });

  it('allows null in a required field of a body, which may be that of a draft, but not in the label', () => {
    expect(property('node--article.attributes', 'field_string_required')).toMatchObject({
      type: ['string', 'null'],
    });
    expect(property('node--article.attributes', 'title')).toMatchObject({ type: 'string' });
    expect(property('taxonomy_term--tag.attributes', 'name')).toMatchObject({ type: 'string' });
  });

  it('requires no field of a change', () => {
    expect(property('node--article.change', 'attributes')).toEqual({
      $ref: '#/components/schemas/node--article.attributes',
    });
  });

  it.each<[string, (example: NewArticle) => object, boolean]>([
    ['an entry with all values', (example) => example, true],
    ['a draft with the label alone', () => ({ attributes: { title: 'Draft', status: false } }), true],
    ['a draft without label', () => ({ attributes: { status: false } }), false],
    ['a published entry with the label alone', () => ({ attributes: { title: 'News' } }), false],
    ['a published entry without relationships', ({ attributes }) => ({ attributes }), false],
    [
      'a published entry without an attribute',
      ({ attributes, relationships }) => ({
        attributes: { ...attributes, field_string_required: undefined },
        relationships,
      }),
      false,
    ],
  ])('tells that the service takes a new entry or not: %s', (_, change, isTaken) => {
    const { examples } = components.schemas['node--article.new'] as unknown as { examples: [NewArticle] };
    const ajv = formats.default(new Ajv2020({ strict: false })).addSchema(document, 'openapi');
    const schema = { $ref: 'openapi#/components/schemas/node--article.new' };
    const body = JSON.stringify({ type: 'node--article', ...change(examples[0]) });

    expect(ajv.validate(schema, JSON.parse(body))).toBe(isTaken);
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

import {
  bodySchema,
  collectionSchema,
  documentSchema,
  identifierSchema,
  NEW_ID,
  resourceSchema,
} from './document-shapes.js';
import {
  listSchema,
  mapSchema,
  nullable,
  objectSchema,
  ref,
  type Schema,
  type Schemas,
  textSchema,
} from './schema.js';

/** An example id: a UUID of version 7, as the service makes them. */
export const EXAMPLE_ID = '0192f0c8-7a51-7c3e-9d2b-5b1c6f0a4e11';

const TYPE = textSchema('The resource type: `<entity_type>--<bundle>`.', 'node--article');
const LINKAGE = oneOrMany(ref('ResourceIdentifier'));
const ATTRIBUTES = { type: 'object' };
const RELATIONSHIPS = mapSchema(ref('Relationship'));

/** To-one relationships have one or `null`, to-many relationships a list. */
function oneOrMany(schema: Schema): Schema {
  return { anyOf: [schema, listSchema(schema), { type: 'null' }] };
}

/** What JSON:API documents of any bundle are made of. */
export const DOCUMENT_SCHEMAS: Schemas = {
  Uuid: { type: 'string', format: 'uuid', examples: [EXAMPLE_ID] },
  JsonApi: objectSchema({ version: { type: 'string', const: '1.1' } }, ['version']),
  Link: objectSchema({ href: { type: 'string', format: 'uri' }, meta: { type: 'object' } }, ['href']),
  Links: mapSchema(ref('Link')),
  PageLinks: {
    ...mapSchema(nullable(ref('Link'))),
    description:
      'Without a further page there is no `next`; with the cursor pagination profile it is `null` then, and so is `prev`.',
  },
  ResourceIdentifier: identifierSchema(TYPE),
  IdentifierMeta: objectSchema({
    arity: { type: 'integer', minimum: 0, description: 'Tells repeated members of a relationship apart.' },
  }),
  Relationship: objectSchema({ data: LINKAGE, links: ref('Links') }, ['data']),
  Resource: resourceSchema(TYPE, ATTRIBUTES, RELATIONSHIPS),
  NewResource: objectSchema(
    { type: TYPE, id: NEW_ID, attributes: ATTRIBUTES, relationships: RELATIONSHIPS },
    ['type'],
  ),
  ChangedResource: objectSchema(
    { type: TYPE, id: ref('Uuid'), attributes: ATTRIBUTES, relationships: RELATIONSHIPS },
    ['type', 'id'],
  ),
  EntryCollection: collectionSchema(ref('Resource')),
  EntryDocument: documentSchema(ref('Resource')),
  RelatedDocument: documentSchema(oneOrMany(ref('Resource'))),
  RelationshipDocument: documentSchema(LINKAGE),
  NewEntry: bodySchema(ref('NewResource')),
  ChangedEntry: bodySchema(ref('ChangedResource')),
  Linkage: bodySchema(LINKAGE),
  LinkageMembers: bodySchema(listSchema(ref('ResourceIdentifier'))),
  EntryPoint: objectSchema(
    {
      jsonapi: ref('JsonApi'),
      data: { type: 'array', maxItems: 0 },
      meta: objectSchema({ links: ref('Links') }),
      links: ref('Links'),
    },
    ['jsonapi', 'data', 'links'],
  ),
  Meta: objectSchema({ omitted: ref('Omitted') }),
  CollectionMeta: objectSchema(
    {
      count: {
        type: 'integer',
        minimum: 0,
        description: 'The whole collection, including entries this request may not see.',
      },
      omitted: ref('Omitted'),
    },
    ['count'],
  ),
  Omitted: {
    ...objectSchema({ detail: { type: 'string' }, links: ref('Links') }, ['detail', 'links']),
    description: 'Entries that were left out because the request may not see them.',
  },
  ErrorDocument: objectSchema({ jsonapi: ref('JsonApi'), errors: listSchema(ref('Error')) }, ['errors']),
  Error: objectSchema(
    {
      id: textSchema('The id of the request, to be found in the log.'),
      status: textSchema('The HTTP status of this problem.', '422'),
      code: textSchema('What is wrong, for programs.', 'invalid_field_value'),
      title: textSchema('The same for every error of the status.'),
      detail: textSchema('What is wrong here, for people.'),
      links: { ...ref('Links'), description: '`type`: what somebody wrote about errors of this kind.' },
      source: objectSchema({
        parameter: { type: 'string' },
        pointer: { type: 'string', format: 'json-pointer' },
        header: { type: 'string' },
      }),
      meta: { type: 'object' },
    },
    ['status', 'title', 'detail'],
  ),
};

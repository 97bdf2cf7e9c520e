import { CURSOR_PAGINATION, mediaTypeWith } from '@content-service/jsonapi';
import type { Json, JsonObject } from '@content-service/kernel';
import { listSchema, mapSchema, objectSchema, ref, type Schema, textSchema } from './schema.js';

/** What stands under `components.parameters`. @param pageLimit the site's greatest page, and the default */
export function parameters(pageLimit: number): Readonly<Record<string, JsonObject>> {
  return {
    ...PATH_PARAMETERS,
    ...QUERY_PARAMETERS,
    page: pageParameter(pageLimit),
    ...MANAGEMENT_PARAMETERS,
    ...HEADER_PARAMETERS,
  };
}

const MACHINE_NAME: Schema = { type: 'string', pattern: '^[a-z][a-z0-9_]*$' };

const PATH_PARAMETERS: Readonly<Record<string, JsonObject>> = {
  entityType: inPath('entityType', 'The machine name of an entity type.', MACHINE_NAME, 'node'),
  bundle: inPath('bundle', 'The machine name of a bundle of the entity type.', MACHINE_NAME, 'article'),
  uuid: inPath('uuid', 'The `id` of an entry.', ref('Uuid')),
  field: inPath('field', 'The machine name of a relationship field.', MACHINE_NAME, 'field_tags'),
  id: inPath('id', 'The `id` of the API client or the user.', { type: 'string' }),
  name: inPath('name', 'The machine name of the field or the role.', MACHINE_NAME),
};

const QUERY_PARAMETERS: Readonly<Record<string, JsonObject>> = {
  filter: deepObject('filter', ref('Filter'), {
    description:
      'Match entries by field values: `filter[title]=Trams`, or with an operator `filter[a][condition][path]=created&filter[a][condition][operator]=>&filter[a][condition][value]=1700000000`. ' +
      'Paths use machine names, dates compare as UNIX timestamps, conditions are joined by AND unless they are members of a group.',
    examples: {
      everything: { summary: 'No filter', value: {} },
      equality: { summary: 'A field has this value', value: { title: 'Trams' } },
    },
  }),
  fields: deepObject('fields', mapSchema({ type: 'string' }), {
    description: 'Show these fields only, by resource type: `fields[node--article]=title,uid`.',
    examples: {
      all: { summary: 'All fields', value: {} },
      titles: { summary: 'Titles of articles', value: { 'node--article': 'title' } },
    },
  }),
  include: commaList(
    'include',
    { type: 'string' },
    'Embed related entries in `included`: relationship paths, such as `uid,field_tags.parent`.',
  ),
  sort: commaList(
    'sort',
    { type: 'string', pattern: '^-?[^\\s,-]+$' },
    'Order by fields, `-` before one for descending, such as `-created,title`. Without it, in the order of creation.',
  ),
  resourceVersion: {
    name: 'resourceVersion',
    in: 'query',
    description: 'The present state, the only one that is kept.',
    schema: { type: 'string', enum: ['rel:latest-version', 'rel:working-copy'] },
  },
};

const MANAGEMENT_PARAMETERS: Readonly<Record<string, JsonObject>> = {
  action: inQuery('action', 'Events of this action, such as `client.created`.'),
  actor: inQuery('actor', 'What this user or API client did.'),
  subjectKind: inQuery('subjectKind', 'With `subjectId`: what was done to this, such as a `client`.'),
  subjectId: inQuery('subjectId', 'The id or name of the subject.'),
  since: inQuery('since', 'Events from this moment on.', { type: 'string', format: 'date-time' }),
  until: inQuery('until', 'Events before this moment.', { type: 'string', format: 'date-time' }),
  cursor: inQuery('cursor', '`next` of the part before.'),
  limit: inQuery('limit', 'How many at most.', { type: 'integer', minimum: 1, maximum: 100, default: 50 }),
  force: inQuery('force', '`true`: also when it is in use.', { type: 'string', enum: ['true', 'false'] }),
};

const HEADER_PARAMETERS: Readonly<Record<string, JsonObject>> = {
  ifMatch: inHeader('If-Match', 'An `ETag`: write only if the entry still is that version.'),
  ifNoneMatch: inHeader('If-None-Match', 'An `ETag`: answer 304 if it is still the same.'),
  idempotencyKey: inHeader(
    'Idempotency-Key',
    'Repeating a request with the same key and body within 24 hours creates nothing twice.',
  ),
};

function pageParameter(limit: number): JsonObject {
  const schema = objectSchema({
    limit: { type: 'integer', minimum: 1, default: limit },
    offset: { type: 'integer', minimum: 0, default: 0 },
    size: { type: 'integer', minimum: 1, maximum: limit },
    after: textSchema('A cursor.'),
    before: textSchema('A cursor.'),
  });
  return deepObject('page', schema, {
    description:
      `A part of the collection: \`page[limit]=10&page[offset]=20\`. A limit above ${limit} is cut to it. Follow \`links.next\` for the next part. ` +
      `Where \`Accept\` is \`${mediaTypeWith('profile', CURSOR_PAGINATION)}\`, parts begin behind an entry instead, and do not shift when others write: \`page[size]=10\`, then \`page[after]\` or \`page[before]\` as the links say.`,
    examples: {
      first: { summary: 'The first ten', value: { limit: 10 } },
      third: { summary: 'The third ten', value: { limit: 10, offset: 20 } },
    },
  });
}

function inPath(name: string, description: string, schema: Schema, example?: Json): JsonObject {
  return {
    name,
    in: 'path',
    required: true,
    description,
    schema,
    ...(example === undefined ? {} : { example }),
  };
}

/** `name[key]=value`. Tools that send requests begin with the first example. */
function deepObject(name: string, schema: Schema, rest: JsonObject): JsonObject {
  return { name, in: 'query', ...rest, style: 'deepObject', explode: true, schema };
}

/** `name=a,b` */
function commaList(name: string, item: Schema, description: string): JsonObject {
  return { name, in: 'query', description, style: 'form', explode: false, schema: listSchema(item) };
}

function inQuery(name: string, description: string, schema: Schema = { type: 'string' }): JsonObject {
  return { name, in: 'query', description, schema };
}

function inHeader(name: string, description: string): JsonObject {
  return { name, in: 'header', description, schema: { type: 'string' } };
}

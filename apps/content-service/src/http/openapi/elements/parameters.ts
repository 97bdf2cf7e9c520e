import { OPERATORS, SCHEDULE_ACTIONS } from '@content-service/entries';
import { EVENT_TYPE_NAMES } from '@content-service/events';
import { JOB_STATES } from '@content-service/jobs';
import { CURSOR_PAGINATION, formatMediaType } from '@content-service/jsonapi';
import type { Json, JsonObject } from '@content-service/kernel';
import {
  anyOf,
  closedObjectSchema,
  listSchema,
  mapSchema,
  objectSchema,
  ref,
  type Schema,
  type Schemas,
  textSchema,
} from './schema.js';

/**
 * Contents of `components.parameters`.
 *
 * @param pageLimit the site's maximum and default page size
 */
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
  entityType: pathParameter('entityType', 'The machine name of an entity type.', MACHINE_NAME, 'node'),
  bundle: pathParameter(
    'bundle',
    'The machine name of a bundle of the entity type.',
    MACHINE_NAME,
    'article',
  ),
  uuid: pathParameter('uuid', 'The `id` of an entry.', ref('Uuid')),
  field: pathParameter('field', 'The machine name of a relationship field.', MACHINE_NAME, 'field_tags'),
  id: pathParameter('id', 'The `id` of the API client, the user, the job or the webhook.', {
    type: 'string',
  }),
  delivery: pathParameter('delivery', 'The `id` of the delivery.', { type: 'string' }),
  attempt: pathParameter('attempt', 'The `id` of the attempt.', { type: 'string' }),
  consumer: pathParameter('consumer', 'The name of the consumer.', { type: 'string' }, 'broker'),
  schedule: pathParameter('schedule', 'The name of the schedule.', { type: 'string' }, 'prune-events'),
  entry: pathParameter('entry', 'The `id` of the entry.', { type: 'string' }),
  action: pathParameter('action', 'What shall not be done.', { type: 'string', enum: [...SCHEDULE_ACTIONS] }),
  session: pathParameter('session', 'The `id` of the session.', { type: 'string' }),
  client: pathParameter('client', 'The id of the API client.', { type: 'string' }),
  name: pathParameter('name', 'The machine name of the field or the role.', MACHINE_NAME),
  filename: pathParameter('filename', 'The name of the file or the picture.', { type: 'string' }, 'tram.jpg'),
  menu: pathParameter('menu', 'The machine name of a menu.', { type: 'string' }, 'main'),
  style: pathParameter('style', 'The name of an image style.', { type: 'string' }, 'large'),
  version: pathParameter('version', 'The version of the picture.', { type: 'string' }, '5f1c02ab'),
};

const QUERY_PARAMETERS: Readonly<Record<string, JsonObject>> = {
  filter: deepObject('filter', ref('Filter'), {
    description:
      'Match entries by field values: `filter[title]=Trams`, or with an operator `filter[a][condition][path]=created&filter[a][condition][operator]=>&filter[a][condition][value]=1700000000`. ' +
      'Paths consist of machine names, dates are compared as UNIX timestamps, and conditions outside groups are joined by AND. ' +
      '`filter[fulltext]=night tra* "last stop" -bus` searches words, beginnings of words and phrases in the label and the texts, without ' +
      'excluded ones; without `sort` the most relevant entries come first.',
    examples: {
      everything: { summary: 'No filter', value: {} },
      equality: { summary: 'A field equals a value', value: { title: 'Trams' } },
      fulltext: { summary: 'Texts with all of some words', value: { fulltext: 'night trams' } },
    },
  }),
  menuFilter: deepObject(
    'filter',
    closedObjectSchema({
      min_depth: { type: 'integer', minimum: 1, description: 'The root has the depth 1.' },
      max_depth: { type: 'integer', minimum: 1 },
      parent: textSchema('The id of an item: only those below it, of which the first have the depth 1.'),
    }),
    { description: 'Part of the tree.' },
  ),
  fields: deepObject('fields', mapSchema({ type: 'string' }), {
    description: 'Fields to return, by resource type: `fields[node--article]=title,uid`.',
    examples: {
      all: { summary: 'All fields', value: {} },
      titles: { summary: 'Titles of articles', value: { 'node--article': 'title' } },
    },
  }),
  include: commaList(
    'include',
    { type: 'string' },
    'Relationship paths whose entries are added to `included`, such as `uid,field_tags.parent`.',
  ),
  sort: commaList(
    'sort',
    { type: 'string', pattern: '^-?[^\\s,-]+$' },
    'Sort fields, descending with a leading `-`, such as `-created,title`. Default: order of creation. ' +
      'An inaccessible entry sorts like one without a value.',
  ),
  presentVersion: {
    name: 'resourceVersion',
    in: 'query',
    description: 'The present version, the only one of a collection.',
    schema: { type: 'string', enum: ['rel:latest-version', 'rel:working-copy'] },
  },
  writtenVersion: {
    name: 'resourceVersion',
    in: 'query',
    description:
      'With `rel:working-copy` the changes of the entry that are not published yet, of nodes, media and terms.',
    schema: { type: 'string', enum: ['rel:latest-version', 'rel:working-copy'] },
  },
  resourceVersion: {
    name: 'resourceVersion',
    in: 'query',
    description:
      'The present version; its changes that are not published yet (`rel:working-copy`, needs `content:administer` when there are any), ' +
      'otherwise the entry; that which a revision has kept (`id:<number>`, of `/manage/entry-revisions`; needs `content:administer`); ' +
      'or the entry as its editors see it (`preview:…`, of `/manage/previews`).',
    schema: {
      type: 'string',
      pattern: '^(rel:(latest-version|working-copy)|id:\\d{1,16}|preview:[0-9a-z]{1,11}:[0-9a-f]{32})$',
    },
  },
};

const MANAGEMENT_PARAMETERS: Readonly<Record<string, JsonObject>> = {
  auditAction: queryParameter('action', 'Only events with this action, such as `client.created`.'),
  exceptAction: queryParameter('exceptAction', 'No events with this action, such as `token.issued`.'),
  actor: queryParameter('actor', 'Only events of this user or API client.'),
  subjectKind: queryParameter(
    'subjectKind',
    'With `subjectId`: only events of this subject. Its kind, such as `client`.',
  ),
  subjectId: queryParameter('subjectId', 'The id or name of the subject.'),
  since: queryParameter('since', 'Only events at or after this time.', {
    type: 'string',
    format: 'date-time',
  }),
  until: queryParameter('until', 'Only events before this time.', { type: 'string', format: 'date-time' }),
  cursor: queryParameter('cursor', '`next` of the previous page.'),
  limit: queryParameter('limit', 'Maximum page size.', {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 50,
  }),
  state: queryParameter('state', 'Only jobs in this state.', { type: 'string', enum: [...JOB_STATES] }),
  types: queryParameter('types', 'Only events of these types, separated by commas.'),
  data: queryParameter(
    'data',
    '`document`: each event is the body that webhooks get, with the state after the change. Needs `content:administer`.',
    { type: 'string', enum: ['document'] },
  ),
  resourceTypes: queryParameter(
    'resourceTypes',
    'Only events of entries of these resource types, separated by commas.',
  ),
  after: queryParameter('after', '`sequence` of an event: only events behind it.'),
  type: queryParameter('type', 'Only events of this type, such as `entry.published`.', {
    type: 'string',
    enum: EVENT_TYPE_NAMES,
  }),
  subject: queryParameter('subject', 'Only events about the entry or other object with this id.'),
  subjectType: queryParameter(
    'subjectType',
    'Only events about objects of this type, such as `node--article` or `client`.',
  ),
  kind: queryParameter('kind', 'Only jobs of this kind, such as `model.apply`.'),
  force: flagParameter('force', '`true`: remove it even if it is in use.'),
  erase: flagParameter('erase', '`true`: erase the id of the user from the history, too.'),
  references: flagParameter('references', '`true`: put references to it back.'),
};

const HEADER_PARAMETERS: Readonly<Record<string, JsonObject>> = {
  ifMatch: headerParameter('If-Match', 'An `ETag`: 412 unless the resource still has that version.'),
  lastEventId: headerParameter('Last-Event-ID', 'The `id` of the last event that the reader has.'),
  ifNoneMatch: headerParameter(
    'If-None-Match',
    'An `ETag` that the resource must not have, or `*`: otherwise a read is answered by 304, a write by 412.',
  ),
  prefer: headerParameter(
    'Prefer',
    '`respond-async`: answer 202 and make the change by a job, however quick it is (RFC 7240).',
  ),
  idempotencyKey: headerParameter(
    'Idempotency-Key',
    'A repeated request with the same key and body within 24 hours creates no second entry.',
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
      `Where \`Accept\` is \`${formatMediaType('profile', CURSOR_PAGINATION)}\`, pages begin after an entry instead and do not shift when entries are created or deleted: \`page[size]=10\`, then \`page[after]\` or \`page[before]\` as the links say.`,
    examples: {
      first: { summary: 'The first ten', value: { limit: 10 } },
      third: { summary: 'The third ten', value: { limit: 10, offset: 20 } },
    },
  });
}

function pathParameter(name: string, description: string, schema: Schema, example?: Json): JsonObject {
  return {
    name,
    in: 'path',
    required: true,
    description,
    schema,
    ...(example === undefined ? {} : { example }),
  };
}

/** `name[key]=value`. Tools prefill requests with the first example. */
function deepObject(name: string, schema: Schema, rest: JsonObject): JsonObject {
  return { name, in: 'query', ...rest, style: 'deepObject', explode: true, schema };
}

/** `name=a,b` */
function commaList(name: string, item: Schema, description: string): JsonObject {
  return { name, in: 'query', description, style: 'form', explode: false, schema: listSchema(item) };
}

function queryParameter(name: string, description: string, schema: Schema = { type: 'string' }): JsonObject {
  return { name, in: 'query', description, schema };
}

function flagParameter(name: string, description: string): JsonObject {
  return queryParameter(name, description, { type: 'string', enum: ['true', 'false'] });
}

function headerParameter(name: string, description: string): JsonObject {
  return { name, in: 'header', description, schema: { type: 'string' } };
}

/** Schemas of the `filter` parameter, which nests deeper than OpenAPI's `deepObject` defines. */
export const FILTER_SCHEMAS: Schemas = {
  Filter: mapSchema(
    anyOf([{ type: 'string' }, ref('FilterCondition'), ref('LabelledCondition'), ref('LabelledGroup')]),
  ),
  LabelledCondition: closedObjectSchema({ condition: ref('FilterCondition') }, ['condition']),
  LabelledGroup: closedObjectSchema({ group: ref('FilterGroup') }, ['group']),
  FilterCondition: closedObjectSchema({
    path: { type: 'string', description: 'A field, or a path such as `field_tags.name` or `uid.id`.' },
    operator: ref('FilterOperator'),
    value: anyOf([{ type: 'string' }, listSchema({ type: 'string' }), mapSchema({ type: 'string' })]),
    memberOf: { type: 'string', description: 'The label of a group, or `@root`.' },
  }),
  FilterGroup: closedObjectSchema({
    conjunction: { type: 'string', enum: ['AND', 'OR'] },
    memberOf: { type: 'string', description: 'The label of a group, or `@root`.' },
  }),
  FilterOperator: {
    type: 'string',
    enum: Object.keys(OPERATORS),
    default: '=',
    description:
      '`IN` and `NOT IN` take a list of values, `BETWEEN` and `NOT BETWEEN` exactly two, `IS NULL` and `IS NOT NULL` none.',
  },
};

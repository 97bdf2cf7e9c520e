import { jsonAnswer, pageAnswer } from './answers.js';
import { UNCHANGED } from './entry-operations.js';
import type { Operation } from './operation.js';
import { mapSchema, objectSchema, ref, type Schema, type Schemas, textSchema } from './schema.js';

export const SERVICE_TAG = 'Service';

/** What lies beside the content: for front ends, people and whoever watches the service. */
export const SERVICE_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/router/translate-path',
    id: 'translatePath',
    tag: SERVICE_TAG,
    summary: 'Find the entry behind a path alias',
    access: 'reader',
    parameters: [
      {
        name: 'path',
        in: 'query',
        required: true,
        description: 'The path of a page on the site.',
        schema: { type: 'string' },
        example: '/about',
      },
    ],
    answers: { 200: jsonAnswer({ description: 'Where the entry is found.', schema: ref('TranslatedPath') }) },
    errors: [400, 401, 403, 404],
  },
  {
    method: 'get',
    path: '/openapi.json',
    id: 'openApiDescription',
    tag: SERVICE_TAG,
    summary: 'Get this description',
    access: 'anybody',
    parameters: ['ifNoneMatch'],
    answers: {
      200: jsonAnswer({
        description: 'An OpenAPI 3.1 document.',
        schema: { type: 'object' },
        headers: ['ETag', 'Cache-Control'],
      }),
      ...UNCHANGED,
    },
  },
  {
    method: 'get',
    path: '/docs',
    id: 'docs',
    tag: SERVICE_TAG,
    summary: 'Read this description in a browser',
    access: 'anybody',
    answers: { 200: pageAnswer('The page.') },
  },
  {
    method: 'get',
    path: '/health/live',
    id: 'isLive',
    tag: SERVICE_TAG,
    summary: 'Whether the process answers at all',
    access: 'anybody',
    answers: { 200: jsonAnswer({ description: 'It does.', schema: ref('Health') }) },
  },
  {
    method: 'get',
    path: '/health/ready',
    id: 'isReady',
    tag: SERVICE_TAG,
    summary: 'Whether requests can be served',
    access: 'anybody',
    answers: {
      200: jsonAnswer({ description: 'They can.', schema: ref('Health') }),
      503: jsonAnswer({ description: 'Something is down.', schema: ref('Health') }),
    },
  },
];

const CHECKS = mapSchema(objectSchema({ status: { type: 'string', enum: ['up', 'down'] } }, ['status']));

export const SERVICE_SCHEMAS: Schemas = {
  Health: objectSchema(
    {
      status: { type: 'string', enum: ['ok', 'error', 'shutting_down'] },
      info: CHECKS,
      error: CHECKS,
      details: CHECKS,
    },
    ['status'],
  ),
  TranslatedPath: complete({
    resolved: textSchema('The address on the site.', 'https://www.example.com/about'),
    isHomePath: { type: 'boolean' },
    entity: complete({
      canonical: textSchema('The same as `resolved`.'),
      type: textSchema('The entity type.', 'node'),
      bundle: textSchema('The bundle.', 'page'),
      id: ref('Uuid'),
      uuid: ref('Uuid'),
      langcode: textSchema('The language.', 'en'),
      path: textSchema('The path that was asked for.', '/about'),
    }),
    label: { type: ['string', 'null'] },
    jsonapi: complete({
      individual: textSchema('The address of the entry.'),
      resourceName: textSchema('The resource type.', 'node--page'),
      pathPrefix: textSchema('The prefix without its slash.', 'api'),
      basePath: textSchema('The prefix.', '/api'),
      entryPoint: textSchema('The address of the index.'),
    }),
  }),
};

/** An object that always has all of these members. */
function complete(properties: Schemas): Schema {
  return objectSchema(properties, Object.keys(properties));
}

import { UNCHANGED } from './content/entry-operations.js';
import type { Operation } from './elements/operation.js';
import { jsonResponse, pageResponse } from './elements/responses.js';
import {
  completeObjectSchema,
  mapSchema,
  objectSchema,
  ref,
  type Schemas,
  textSchema,
} from './elements/schema.js';

export const SERVICE_TAG = 'Service';

const NEEDS_TOKEN_WHEN_UNPUBLISHED =
  'Needs a valid token, of any scopes, while the site setting `publishDescription` is false.';

/** Operations outside the content: path aliases, description, health checks. */
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
    responses: {
      200: jsonResponse({ description: 'Location of the entry.', schema: ref('TranslatedPath') }),
    },
    errors: [400, 401, 403, 404],
  },
  {
    method: 'get',
    path: '/openapi.json',
    id: 'openApiDescription',
    tag: SERVICE_TAG,
    summary: 'Get this description',
    description: NEEDS_TOKEN_WHEN_UNPUBLISHED,
    access: 'reader',
    parameters: ['ifNoneMatch'],
    responses: {
      200: jsonResponse({
        description: 'An OpenAPI 3.1 document.',
        schema: { type: 'object' },
        headers: ['ETag', 'Cache-Control'],
      }),
      ...UNCHANGED,
    },
    errors: [401, 429],
  },
  {
    method: 'get',
    path: '/docs',
    id: 'docs',
    tag: SERVICE_TAG,
    summary: 'Read this description in a browser',
    description: NEEDS_TOKEN_WHEN_UNPUBLISHED,
    access: 'reader',
    responses: { 200: pageResponse('The page.') },
    errors: [401, 429],
  },
  {
    method: 'get',
    path: '/health/live',
    id: 'isLive',
    tag: SERVICE_TAG,
    summary: 'Check that the process responds',
    access: 'public',
    responses: { 200: jsonResponse({ description: 'The process responds.', schema: ref('Health') }) },
  },
  {
    method: 'get',
    path: '/health/startup',
    id: 'hasStarted',
    tag: SERVICE_TAG,
    summary: 'Check that the start is complete',
    access: 'public',
    responses: {
      200: jsonResponse({ description: 'Requests could be served once.', schema: ref('Health') }),
      503: jsonResponse({ description: 'A check has not succeeded yet.', schema: ref('Health') }),
    },
  },
  {
    method: 'get',
    path: '/health/ready',
    id: 'isReady',
    tag: SERVICE_TAG,
    summary: 'Check that requests can be served',
    access: 'public',
    responses: {
      200: jsonResponse({ description: 'Requests can be served.', schema: ref('Health') }),
      503: jsonResponse({ description: 'A check failed.', schema: ref('Health') }),
    },
  },
];

const CHECKS = mapSchema(
  objectSchema(
    {
      status: { type: 'string', enum: ['up', 'down'] },
      used: { type: 'integer', description: 'Of `replicas`: how many reads use at the moment.' },
      configured: { type: 'integer', description: 'Of `replicas`: how many there are.' },
    },
    ['status'],
  ),
);

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
  TranslatedPath: completeObjectSchema({
    resolved: textSchema('The URL on the site.', 'https://www.example.com/about'),
    isHomePath: { type: 'boolean' },
    entity: completeObjectSchema({
      canonical: textSchema('The same as `resolved`.'),
      type: textSchema('The entity type.', 'node'),
      bundle: textSchema('The bundle.', 'page'),
      id: ref('Uuid'),
      uuid: ref('Uuid'),
      langcode: textSchema('The language.', 'en'),
      path: textSchema('The requested path.', '/about'),
    }),
    label: { type: ['string', 'null'] },
    jsonapi: completeObjectSchema({
      individual: textSchema('The URL of the entry.'),
      resourceName: textSchema('The resource type.', 'node--page'),
      pathPrefix: textSchema('The prefix without the leading slash.', 'api'),
      basePath: textSchema('The prefix.', '/api'),
      entryPoint: textSchema('The URL of the index.'),
    }),
  }),
};

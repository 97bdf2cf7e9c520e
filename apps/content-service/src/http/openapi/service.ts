import { UNCHANGED } from './content/entry-operations.js';
import type { Operation } from './elements/operation.js';
import { jsonBody, jsonResponse, pageResponse } from './elements/responses.js';
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

const DRAFT_URL_PARAMETERS = ['path', 'timestamp', 'secret', 'resourceVersion'];

const PATH_ERRORS = {
  400: 'The parameter path is missing.',
  401: 'The token is missing or not valid.',
  403: 'The entry is not published, or the preview of the path is not valid any more.',
  404: 'Nothing has the path.',
} as const;

/** Operations outside the content: path aliases, description, health checks. */
export const SERVICE_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/router/translate-path',
    id: 'translatePath',
    tag: SERVICE_TAG,
    summary: 'Find what a path of the site leads to',
    description:
      'Follows redirects, and finds the entry with the path as its alias, first exactly, then without case and accents, or `/node/{id}`. A path of a preview (`/preview/…`) leads to its entry.',
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
      200: jsonResponse({
        description: 'Location of the entry, or the URL of another site.',
        schema: { oneOf: [ref('TranslatedPath'), ref('ExternalPath')] },
      }),
      ...Object.fromEntries(
        Object.entries(PATH_ERRORS).map(([status, description]) => [
          status,
          jsonResponse({ description, schema: ref('PathError') }),
        ]),
      ),
      default: jsonResponse({ description: 'Another error.', schema: ref('PathError') }),
    },
  },
  {
    method: 'post',
    path: '/subrequests',
    id: 'readParts',
    tag: SERVICE_TAG,
    summary: 'Read several resources in one request',
    description:
      'At most 20 parts and 10 MiB of answers. A part can use values of the answers of others: ' +
      '`{{router.body@$.jsonapi.individual}}` in its `uri` is replaced by that member of the answer of the part `router`. ' +
      'A part whose value is missing is left out. Each part is answered as a request of its own with the token of this one.',
    access: 'reader',
    body: jsonBody({ type: 'array', minItems: 1, maxItems: 20, items: ref('ReadPart') }),
    responses: {
      207: jsonResponse({
        description:
          'The answers by `requestId`, with `#uri{0}` behind it when values were inserted into the `uri` of the part.',
        schema: mapSchema(ref('PartAnswer')),
      }),
    },
    errors: [400, 401, 413, 415, 503],
  },
  {
    method: 'post',
    path: '/next/draft-url',
    id: 'verifyDraftUrl',
    tag: SERVICE_TAG,
    summary: 'Check the link to a preview',
    description:
      'For a site that shows previews, before it switches drafts on: the body has the parameters of the link, of which others are ignored.',
    access: 'public',
    body: jsonBody(
      objectSchema(
        Object.fromEntries(DRAFT_URL_PARAMETERS.map((name) => [name, { type: 'string' }])),
        DRAFT_URL_PARAMETERS,
      ),
    ),
    responses: {
      200: jsonResponse({
        description: 'The link is valid.',
        schema: completeObjectSchema({
          path: textSchema('The path on the site.', '/about'),
          maxAge: { type: 'integer', minimum: 1, description: 'For how many seconds more.', examples: [900] },
        }),
      }),
      422: jsonResponse({ description: 'The link is not valid.', schema: ref('DraftUrlError') }),
      default: jsonResponse({ description: 'Another error.', schema: ref('DraftUrlError') }),
    },
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

const REDIRECTS = {
  type: 'array',
  description: 'The redirects that were followed.',
  items: completeObjectSchema({
    from: textSchema('The path of the redirect.', '/old'),
    to: textSchema('A path, or the URL of another site.', '/about'),
    status: textSchema('The status code.', '301'),
  }),
} as const;

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
  ReadPart: objectSchema(
    {
      requestId: textSchema('Names the answer.', 'router'),
      action: { type: 'string', enum: ['view'] },
      uri: textSchema(
        'A path below the prefix or `/router`, or a URL that begins with the address of the service.',
        '/router/translate-path?path=/about',
      ),
      headers: {
        type: 'object',
        description: '`Accept`, `Accept-Language` and `If-None-Match` of the part.',
        additionalProperties: { type: 'string' },
      },
      waitFor: {
        type: 'array',
        items: { type: 'string' },
        maxItems: 20,
        description: 'Parts to be answered before.',
      },
    },
    ['requestId', 'action', 'uri'],
  ),
  PartAnswer: completeObjectSchema({
    headers: {
      type: 'object',
      description: 'Some headers of the answer, and `status`, each as a list.',
      additionalProperties: { type: 'array', items: { type: ['string', 'integer'] } },
    },
    body: textSchema('The body of the answer.'),
  }),
  DraftUrlError: completeObjectSchema({
    message: textSchema('What is wrong.', 'This preview has expired.'),
  }),
  PathError: completeObjectSchema({
    message: textSchema('What was wrong.', 'Unable to resolve path /nowhere.'),
    details: textSchema('What can be done.'),
  }),
  ExternalPath: completeObjectSchema({
    resolved: textSchema('The URL on the other site.', 'https://www.example.com/'),
    isExternal: { type: 'boolean', enum: [true] },
    isHomePath: { type: 'boolean', enum: [false] },
    redirect: REDIRECTS,
  }),
  TranslatedPath: objectSchema(
    {
      resolved: textSchema('The URL on the site, with query and fragment.', 'https://www.example.com/about'),
      isHomePath: { type: 'boolean' },
      entity: completeObjectSchema({
        canonical: textSchema('The URL without query and fragment.'),
        type: textSchema('The entity type.', 'node'),
        bundle: textSchema('The bundle.', 'page'),
        id: ref('Uuid'),
        uuid: ref('Uuid'),
        langcode: textSchema('The language.', 'en'),
        path: textSchema('The alias of the entry, or `/node/{id}`.', '/about'),
      }),
      label: { type: ['string', 'null'] },
      jsonapi: completeObjectSchema({
        individual: textSchema('The URL of the entry.'),
        resourceName: textSchema('The resource type.', 'node--page'),
        pathPrefix: textSchema('The prefix without the leading slash.', 'api'),
        basePath: textSchema('The prefix.', '/api'),
        entryPoint: textSchema('The URL of the index.'),
      }),
      redirect: REDIRECTS,
    },
    ['resolved', 'isHomePath', 'entity', 'label', 'jsonapi'],
  ),
};

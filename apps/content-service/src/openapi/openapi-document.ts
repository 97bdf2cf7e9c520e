import type { ContentModel } from '@content-service/bundles';
import type { JsonObject } from '@content-service/kernel';
import { HEADERS } from './answers.js';
import { ATOMIC_SCHEMAS } from './atomic-operations.js';
import { bundleSchemas } from './bundle-schemas.js';
import { CONTENT_MODEL_OPERATIONS } from './content-model-operations.js';
import { CONTENT_MODEL_SCHEMAS } from './content-model-schemas.js';
import { bundleOperations, ENTRIES_TAG, generalOperations } from './content-operations.js';
import { DOCUMENT_SCHEMAS } from './document-schemas.js';
import { ERROR_RESPONSES } from './error-answers.js';
import { FILTER_SCHEMAS } from './filter-schemas.js';
import { MANAGEMENT_OPERATIONS, MANAGEMENT_TAG } from './management-operations.js';
import { MANAGEMENT_SCHEMAS } from './management-schemas.js';
import { OAUTH_OPERATIONS, OAUTH_TAG } from './oauth-operations.js';
import { OAUTH_SCHEMAS } from './oauth-schemas.js';
import { toPaths } from './operation.js';
import { parameters } from './parameters.js';
import { PEOPLE_OPERATIONS } from './people-operations.js';
import { PEOPLE_SCHEMAS } from './people-schemas.js';
import { PROBLEM_RESPONSES, PROBLEM_SCHEMAS } from './problem-answers.js';
import { securitySchemes } from './security.js';
import { SERVICE_OPERATIONS, SERVICE_SCHEMAS, SERVICE_TAG } from './service-operations.js';
import { TOKEN_INQUIRY_OPERATIONS } from './token-inquiry-operations.js';
import { TOKEN_INQUIRY_SCHEMAS } from './token-inquiry-schemas.js';

/** What the description of a deployment depends on. */
export interface Deployment {
  readonly model: ContentModel;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** `/api`, or `/jsonapi` on headless deployments. */
  readonly prefix: string;
  /** Whether it gives tokens; headless deployments do not. */
  readonly oauth: boolean;
  /** The most entries of one page, and the default. */
  readonly pageLimitMaximum: number;
}

const DESCRIPTION = `Content entries over JSON:API 1.1, and the OAuth 2.0 endpoints that issue the bearer tokens for it.

- An entry belongs to an entity type (\`node\`) and a bundle of it (\`article\`); together they are its resource type \`node--article\`.
- Published content is read with any valid token, and with none when the site's Public access is Yes. Unpublished content needs the scope \`content:administer\`.
- Writing needs that scope too, and a site that allows it (Allowed operations: Read and write).
- HEAD is answered wherever GET is.

The general endpoints are the same on every deployment; those of each bundle follow with the fields they have here.`;

/**
 * The published interface description: OpenAPI 3.1, version 1.1 (specification, «Versioning»). Only the endpoints of
 * the bundles differ from site to site.
 */
export function openApiDocument(deployment: Deployment): JsonObject {
  const { model, baseUrl, prefix, oauth, pageLimitMaximum } = deployment;
  const operations = [
    ...(oauth ? OAUTH_OPERATIONS : []),
    ...generalOperations(prefix),
    ...(oauth ? [...TOKEN_INQUIRY_OPERATIONS, ...MANAGEMENT] : []),
    ...SERVICE_OPERATIONS,
    ...bundleOperations(model, prefix),
  ];
  return {
    openapi: '3.1.0',
    info: { title: 'Content service', version: '1.1', description: DESCRIPTION },
    servers: [{ url: baseUrl }],
    tags: [...generalTags(oauth), ...bundleTags(model)],
    paths: toPaths(operations, oauth),
    components: {
      schemas: {
        ...DOCUMENT_SCHEMAS,
        ...ATOMIC_SCHEMAS,
        ...FILTER_SCHEMAS,
        ...SERVICE_SCHEMAS,
        ...(oauth ? OWN_SCHEMAS : {}),
        ...bundleSchemas(model, { baseUrl, prefix }),
      },
      parameters: parameters(pageLimitMaximum),
      headers: HEADERS,
      responses: { ...ERROR_RESPONSES, ...(oauth ? PROBLEM_RESPONSES : {}) },
      securitySchemes: securitySchemes(baseUrl, oauth),
    },
  };
}

const MANAGEMENT = [...MANAGEMENT_OPERATIONS, ...CONTENT_MODEL_OPERATIONS, ...PEOPLE_OPERATIONS];

/** Of what headless deployments lack. */
const OWN_SCHEMAS = {
  ...OAUTH_SCHEMAS,
  ...TOKEN_INQUIRY_SCHEMAS,
  ...PROBLEM_SCHEMAS,
  ...MANAGEMENT_SCHEMAS,
  ...PEOPLE_SCHEMAS,
  ...CONTENT_MODEL_SCHEMAS,
};

function generalTags(oauth: boolean): readonly JsonObject[] {
  return [
    ...(oauth ? [{ name: OAUTH_TAG, description: 'Tokens.' }] : []),
    { name: ENTRIES_TAG, description: 'The endpoints of every bundle.' },
    { name: SERVICE_TAG, description: 'Beside the content.' },
    ...(oauth ? [{ name: MANAGEMENT_TAG, description: 'The site itself, in plain JSON.' }] : []),
  ];
}

function bundleTags(model: ContentModel): readonly JsonObject[] {
  return model.resourceTypes.map(({ name, entityType, bundle }) => ({
    name,
    description: `${entityType.label}: ${bundle.description ?? bundle.label}`,
  }));
}

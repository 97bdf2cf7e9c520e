import type { ContentModel } from '@content-service/bundles';
import type { JsonObject } from '@content-service/kernel';
import { HEADERS } from './elements/responses.js';
import { ATOMIC_SCHEMAS } from './content/atomic-operations.js';
import { bundleSchemas } from './content/bundle-schemas.js';
import { CONTENT_MODEL_OPERATIONS, CONTENT_MODEL_SCHEMAS } from './management/content-model.js';
import { bundleOperations, ENTRIES_TAG, generalOperations } from './content/content-operations.js';
import { DOCUMENT_SCHEMAS } from './content/document-schemas.js';
import { ERROR_RESPONSES } from './elements/error-responses.js';
import { FILTER_SCHEMAS, parameters } from './elements/parameters.js';
import { EVENT_OPERATIONS, EVENT_SCHEMAS } from './management/events.js';
import { EVENT_WEBHOOKS } from './management/event-webhooks.js';
import { IMPORT_OPERATIONS } from './management/imports.js';
import { BULK_ACTION_OPERATIONS, BULK_ACTION_SCHEMAS } from './management/bulk-actions.js';
import { LIST_VIEW_OPERATIONS, LIST_VIEW_SCHEMAS } from './management/list-views.js';
import { CONTENT_ACTIVITY_OPERATIONS, CONTENT_ACTIVITY_SCHEMAS } from './management/content-activity.js';
import { QUERY_PLAN_OPERATIONS, QUERY_PLAN_SCHEMAS } from './management/query-plan.js';
import { JOB_OPERATIONS, JOB_SCHEMAS } from './management/jobs.js';
import { ENTRY_SCHEDULE_OPERATIONS, ENTRY_SCHEDULE_SCHEMAS } from './management/entry-schedules.js';
import { ENTRY_PRESENCE_OPERATIONS, ENTRY_PRESENCE_SCHEMAS } from './management/entry-presence.js';
import { PREVIEW_OPERATIONS, PREVIEW_SCHEMAS } from './management/previews.js';
import { HISTORY_OPERATIONS, HISTORY_SCHEMAS } from './management/history.js';
import { SCHEDULE_OPERATIONS, SCHEDULE_SCHEMAS } from './management/schedules.js';
import { WEBHOOK_OPERATIONS, WEBHOOK_SCHEMAS } from './management/webhooks.js';
import { MANAGEMENT_OPERATIONS, MANAGEMENT_TAG } from './management/management-operations.js';
import { MANAGEMENT_SCHEMAS } from './management/management-schemas.js';
import { readServiceVersion } from '../../platform/health/service-version.js';
import { OAUTH_OPERATIONS, OAUTH_SCHEMAS, OAUTH_TAG } from './oauth/grants.js';
import { toPathItems } from './elements/operation.js';
import { USER_ACCESS_OPERATIONS } from './management/user-access.js';
import { USER_OPERATIONS, USER_SCHEMAS } from './management/users.js';
import { PROBLEM_RESPONSES, PROBLEM_SCHEMAS } from './elements/problem-responses.js';
import { securitySchemes } from './elements/security.js';
import { SERVICE_OPERATIONS, SERVICE_SCHEMAS, SERVICE_TAG } from './service.js';
import { TOKEN_LOOKUP_OPERATIONS, TOKEN_LOOKUP_SCHEMAS } from './oauth/token-lookup.js';

/** Inputs of the description of a deployment. */
export interface Deployment {
  readonly model: ContentModel;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** `/api`, or `/jsonapi` on headless deployments. */
  readonly prefix: string;
  /** Whether the deployment has OAuth endpoints; headless ones do not. */
  readonly oauth: boolean;
  /** Site setting: maximum and default page size. */
  readonly pageLimitMaximum: number;
}

const DESCRIPTION = `Content entries over JSON:API 1.1, and the OAuth 2.0 endpoints that issue the bearer tokens for it.

- An entry belongs to an entity type (\`node\`) and a bundle of it (\`article\`); together they are its resource type \`node--article\`.
- Published content can be read with any valid token, and without one if the site's Public access is Yes. Unpublished content needs the scope \`content:administer\`.
- Writing needs that scope too, and a site that allows writing (Allowed operations: Read and write).
- HEAD is supported wherever GET is.

The general endpoints are the same on every deployment; those of each bundle follow with the fields of this site.`;

/** Pages that show `info.version` do not say what it is the version of. */
const VERSIONS = `\n\nThis description of the interface has the version 1.1, the service the version ${readServiceVersion()}.`;

/**
 * Builds the OpenAPI 3.1 document, version 1.1 (specification, «Versioning»). Only the operations of the bundles
 * differ from site to site.
 */
export function buildOpenApiDocument(deployment: Deployment): JsonObject {
  const { model, baseUrl, prefix, oauth, pageLimitMaximum } = deployment;
  const operations = [
    ...(oauth ? OAUTH_OPERATIONS : []),
    ...generalOperations(prefix),
    ...(oauth ? [...TOKEN_LOOKUP_OPERATIONS, ...MANAGEMENT] : []),
    ...SERVICE_OPERATIONS,
    ...bundleOperations(model, prefix),
  ];
  return {
    openapi: '3.1.0',
    info: { title: 'Content service', version: '1.1', description: DESCRIPTION + VERSIONS },
    servers: [{ url: baseUrl }],
    tags: [...generalTags(oauth), ...bundleTags(model)],
    paths: toPathItems(operations, oauth),
    ...(oauth ? { webhooks: EVENT_WEBHOOKS } : {}),
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

const MANAGEMENT = [
  ...[...MANAGEMENT_OPERATIONS, ...CONTENT_MODEL_OPERATIONS, ...CONTENT_ACTIVITY_OPERATIONS],
  ...QUERY_PLAN_OPERATIONS,
  ...BULK_ACTION_OPERATIONS,
  ...IMPORT_OPERATIONS,
  ...LIST_VIEW_OPERATIONS,
  ...[...USER_OPERATIONS, ...USER_ACCESS_OPERATIONS, ...EVENT_OPERATIONS, ...JOB_OPERATIONS],
  ...SCHEDULE_OPERATIONS,
  ...ENTRY_SCHEDULE_OPERATIONS,
  ...HISTORY_OPERATIONS,
  ...ENTRY_PRESENCE_OPERATIONS,
  ...PREVIEW_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
];

/** Components that headless deployments lack. */
const OWN_SCHEMAS = {
  ...OAUTH_SCHEMAS,
  ...TOKEN_LOOKUP_SCHEMAS,
  ...PROBLEM_SCHEMAS,
  ...MANAGEMENT_SCHEMAS,
  ...USER_SCHEMAS,
  ...CONTENT_MODEL_SCHEMAS,
  ...CONTENT_ACTIVITY_SCHEMAS,
  ...QUERY_PLAN_SCHEMAS,
  ...BULK_ACTION_SCHEMAS,
  ...LIST_VIEW_SCHEMAS,
  ...EVENT_SCHEMAS,
  ...JOB_SCHEMAS,
  ...SCHEDULE_SCHEMAS,
  ...ENTRY_SCHEDULE_SCHEMAS,
  ...HISTORY_SCHEMAS,
  ...ENTRY_PRESENCE_SCHEMAS,
  ...PREVIEW_SCHEMAS,
  ...WEBHOOK_SCHEMAS,
};

function generalTags(oauth: boolean): readonly JsonObject[] {
  return [
    ...(oauth ? [{ name: OAUTH_TAG, description: 'Issuing and verifying tokens.' }] : []),
    { name: ENTRIES_TAG, description: 'The endpoints that every bundle has.' },
    { name: SERVICE_TAG, description: 'Path aliases, description and health checks.' },
    ...(oauth ? [{ name: MANAGEMENT_TAG, description: 'Administration of the site, in plain JSON.' }] : []),
  ];
}

function bundleTags(model: ContentModel): readonly JsonObject[] {
  return model.resourceTypes.map(({ name, entityType, bundle }) => ({
    name,
    description: `${entityType.label}: ${bundle.description ?? bundle.label}`,
  }));
}

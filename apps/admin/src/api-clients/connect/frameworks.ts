import { t } from '@lingui/core/macro';
import type { GrantType } from '../../management-api/resources.js';

/** The names of the environment variables, in the form that the framework reads. */
interface EnvironmentNames {
  readonly url: string;
  readonly id: string;
  /** Absent for programs without a secret. */
  readonly secret?: string;
}

/** A kind of website, app or script, with the names and paths that it uses. */
export interface Framework {
  readonly name: FrameworkName;
  readonly label: string;
  readonly description: string;
  /** Whether it runs where a secret is safe. */
  readonly confidential: boolean;
  readonly environment: EnvironmentNames;
  /** The path at which its library for sign-in takes the authorization code; absent for programs without sign-in. */
  readonly callbackPath?: string;
  /** Whether its pages call the service from browsers, which CORS must allow. */
  readonly callsFromBrowser: boolean;
  /** The expression that reads an environment variable in its code. */
  readonly readVariable: (name: string) => string;
}

export type FrameworkName = 'next' | 'next-drupal' | 'nuxt' | 'astro' | 'vite' | 'script';

const readProcess = (name: string): string => `process.env.${name}`;
const readImportMeta = (name: string): string => `import.meta.env.${name}`;

export const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'next',
    label: 'Next.js',
    description: t`Reads on the server; sign-in with Auth.js`,
    confidential: true,
    environment: {
      url: 'CONTENT_SERVICE_URL',
      id: 'AUTH_CONTENT_SERVICE_ID',
      secret: 'AUTH_CONTENT_SERVICE_SECRET',
    },
    callbackPath: '/api/auth/callback/content-service',
    callsFromBrowser: false,
    readVariable: readProcess,
  },
  {
    name: 'next-drupal',
    label: t`Next.js with next-drupal`,
    description: t`A website that was written for Drupal`,
    confidential: true,
    environment: {
      url: 'NEXT_PUBLIC_DRUPAL_BASE_URL',
      id: 'DRUPAL_CLIENT_ID',
      secret: 'DRUPAL_CLIENT_SECRET',
    },
    callbackPath: '/api/auth/callback/content-service',
    callsFromBrowser: false,
    readVariable: readProcess,
  },
  {
    name: 'nuxt',
    label: 'Nuxt',
    description: t`Reads on the server`,
    confidential: true,
    environment: {
      url: 'NUXT_CONTENT_SERVICE_URL',
      id: 'NUXT_CONTENT_SERVICE_CLIENT_ID',
      secret: 'NUXT_CONTENT_SERVICE_CLIENT_SECRET',
    },
    callbackPath: '/auth/content-service',
    callsFromBrowser: false,
    readVariable: readProcess,
  },
  {
    name: 'astro',
    label: 'Astro',
    description: t`Reads while pages are built, or on the server`,
    confidential: true,
    environment: {
      url: 'CONTENT_SERVICE_URL',
      id: 'CONTENT_SERVICE_CLIENT_ID',
      secret: 'CONTENT_SERVICE_CLIENT_SECRET',
    },
    callbackPath: '/api/auth/callback/content-service',
    callsFromBrowser: false,
    readVariable: readImportMeta,
  },
  {
    name: 'vite',
    label: t`App in the browser`,
    description: t`React, Vue or Svelte with Vite: no secret, people sign in`,
    confidential: false,
    environment: { url: 'VITE_CONTENT_SERVICE_URL', id: 'VITE_CONTENT_SERVICE_CLIENT_ID' },
    callbackPath: '/callback',
    callsFromBrowser: true,
    readVariable: readImportMeta,
  },
  {
    name: 'script',
    label: t`Script`,
    description: t`An import, an export or another program without pages`,
    confidential: true,
    environment: { url: 'CONTENT_SERVICE_URL', id: 'CLIENT_ID', secret: 'CLIENT_SECRET' },
    callsFromBrowser: false,
    readVariable: readProcess,
  },
];

export function getFramework(name: FrameworkName): Framework {
  const framework = FRAMEWORKS.find((candidate) => candidate.name === name);
  if (framework === undefined) throw new Error(`There is no framework '${name}'.`);
  return framework;
}

/** What the program may do. */
export type Access = 'read' | 'write';

/** The fewest scopes for an access: every token needs one, and reading published content needs no particular one. */
export function getScopes(access: Access): readonly string[] {
  return [access === 'read' ? 'member' : 'content:administer'];
}

/** @param withSignIn whether people sign in to it with their accounts of the service */
export function getGrants({ confidential }: Framework, withSignIn: boolean): readonly GrantType[] {
  return [
    ...(confidential ? (['client_credentials'] as const) : []),
    ...(withSignIn ? (['authorization_code', 'refresh_token'] as const) : []),
  ];
}

/** The credentials of a new client. */
export interface Credentials {
  readonly id: string;
  /** Absent for a client without a secret. */
  readonly secret?: string | undefined;
}

/** The lines of a `.env` file. @param serviceUrl without a slash at the end */
export function formatEnvironment(
  framework: Framework,
  { id, secret }: Credentials,
  serviceUrl: string,
): string {
  const { environment } = framework;
  return [
    `${environment.url}=${serviceUrl}`,
    `${environment.id}=${id}`,
    ...(environment.secret === undefined || secret === undefined ? [] : [`${environment.secret}=${secret}`]),
  ].join('\n');
}

/** The type of a first query, with the name of its label field. */
export interface QueryTarget {
  /** Such as `node--article`. */
  readonly type: string;
  readonly labelField: string;
}

/** JavaScript that lists the titles of a type. */
export function formatFirstQuery(framework: Framework, target: QueryTarget): string {
  if (framework.name === 'next-drupal') return formatDrupalQuery(framework, target);
  const { readVariable, environment } = framework;
  const { type, labelField } = target;
  const url = `\${${readVariable(environment.url)}}`;
  const path = `/api/${type.replace('--', '/')}?sort=-changed&page[limit]=5`;
  const token =
    environment.secret === undefined ? '' : `${formatTokenRequest(framework, environment.secret)}\n\n`;
  const authorization =
    environment.secret === undefined ? '// `token` is the access token of the signed-in user.\n' : '';
  return `${token}${authorization}const response = await fetch(\`${url}${path}\`, {
  headers: { Accept: 'application/vnd.api+json', Authorization: \`Bearer \${token}\` },
});
const { data } = await response.json();
const titles = data.map(({ attributes }) => attributes.${labelField});`;
}

function formatTokenRequest({ readVariable, environment }: Framework, secret: string): string {
  return `const answer = await fetch(\`\${${readVariable(environment.url)}}/oauth/token\`, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: ${readVariable(environment.id)},
    client_secret: ${readVariable(secret)},
  }),
});
const { access_token: token } = await answer.json();`;
}

function formatDrupalQuery(
  { readVariable, environment }: Framework,
  { type, labelField }: QueryTarget,
): string {
  return `import { NextDrupal } from 'next-drupal';

const drupal = new NextDrupal(${readVariable(environment.url)}, {
  apiPrefix: '/api',
  auth: {
    clientId: ${readVariable(environment.id)},
    clientSecret: ${readVariable(environment.secret ?? '')},
  },
  withAuth: true,
});
const entries = await drupal.getResourceCollection('${type}', {
  params: { sort: '-changed', 'page[limit]': '5' },
});
const titles = entries.map((entry) => entry.${labelField});`;
}

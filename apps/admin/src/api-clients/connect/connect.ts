import { t } from '@lingui/core/macro';
import { toValidationError } from '../../http/api-error.js';
import { managementApi } from '../../management-api/management-api.js';
import type { ApiClientWithSecret, CorsSettings } from '../../management-api/resources.js';
import { type Access, type FrameworkName, getFramework, getGrants, getScopes } from './frameworks.js';

/** The values of the form. */
export interface ConnectValues {
  readonly framework: FrameworkName;
  readonly access: Access;
  /** Whether people sign in to it with their accounts of the service. */
  readonly withSignIn: boolean;
  readonly label: string;
  /** The origin of its pages; not used for a script. */
  readonly address: string;
}

/** JSON pointers of the inputs. */
export const CONNECT_POINTERS = ['/address', '/redirectUris/0', '/label', '/allowedScopes'];

export interface Connection {
  readonly client: ApiClientWithSecret;
  /** What was done besides the creation of the client. */
  readonly notes: readonly string[];
  /** Steps that remain to be done by hand. */
  readonly warning?: string;
}

/**
 * Creates the client, and allows the origin if the program calls from browsers. Where that fails the client is there all the
 * same, so its secret is shown, with a warning: a second attempt would create a second client.
 *
 * @throws ApiError when no client was created, also for an address without scheme or with a path
 */
export async function connect({
  framework: name,
  access,
  withSignIn,
  label,
  address,
}: ConnectValues): Promise<Connection> {
  const framework = getFramework(name);
  const origin = framework.callbackPath === undefined ? undefined : parseOrigin(address);
  const hasSignIn = withSignIn && origin !== undefined;
  const redirectUris = hasSignIn ? [`${origin}${framework.callbackPath ?? ''}`] : [];
  const { body: client } = await managementApi.post<ApiClientWithSecret>('/api-clients', {
    label,
    confidential: framework.confidential,
    allowedScopes: getScopes(access),
    grants: getGrants(framework, hasSignIn),
    redirectUris,
  });
  const notes = redirectUris.map((uri) => t`People return to ${uri}.`);
  if (origin === undefined || !framework.callsFromBrowser) return { client, notes };
  try {
    return { client, notes: [...notes, await allowOrigin(origin)] };
  } catch (error) {
    return { client, notes, warning: formatWarning(origin, error) };
  }
}

function formatWarning(origin: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : '';
  return t`The settings could not be changed, so pages of ${origin} cannot call from browsers yet. Add it there under «CORS». ${reason}`.trim();
}

/** @throws ApiError unless the text is an origin; a slash at its end does no harm */
function parseOrigin(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (isOrigin) return url.origin;
  throw toValidationError([
    {
      detail: t`Write scheme and host without a path, such as https://www.example.com.`,
      pointer: '/address',
      meta: {},
    },
  ]);
}

/** Adds the origin to those that CORS allows. @returns what was done, for the user. @throws ApiError */
async function allowOrigin(origin: string): Promise<string> {
  const { body, etag } = await managementApi.get<CorsSettings>('/settings/cors');
  const { allowedOrigins } = body;
  if (allowedOrigins.includes('*'))
    return t`Every website may call from browsers (CORS: any). The settings can limit this to some.`;
  if (!allowedOrigins.includes(origin))
    await managementApi.patch('/settings/cors', { allowedOrigins: [...allowedOrigins, origin] }, etag);
  return t`Pages of ${origin} may call from browsers (CORS).`;
}

import { PasswordNotEntered, requestReauthentication } from '../session/reauthentication.js';
import { accessTokenCache } from '../session/session.js';
import { buildUrl } from './build-url.js';
import { ApiError, toApiError } from './api-error.js';
import { fetchFromService } from './service-unreachable.js';

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Media type of the request body and of the response; that of JSON:API may have parameters. */
  readonly mediaType:
    | 'application/json'
    | 'application/x-ndjson'
    | 'application/vnd.api+json'
    | `application/vnd.api+json;${string}`;
  readonly body?: unknown;
  /** A site package as the body, which is streamed. */
  readonly sitePackage?: Blob;
  /** `ETag` of the version that the change is based on; the service refuses the change of a newer version with 412. */
  readonly ifMatch?: string | undefined;
  /** Whether the browser sends the request also when the page is closed meanwhile. */
  readonly keepalive?: boolean;
}

export interface ApiResponse<T> {
  readonly status: number;
  readonly body: T;
  readonly etag: string | undefined;
}

/**
 * Sends a request with the user's access token, once more with a new token after a 401. When the service requires
 * re-authentication, asks the user for the password and sends the request again.
 *
 * @param path of the service, beginning with a slash
 * @returns parsed JSON, typed by the caller; `undefined` for 204
 * @throws ApiError, ServiceUnreachable, PasswordNotEntered
 */
export async function send<T>(path: string, options: RequestOptions): Promise<ApiResponse<T>> {
  try {
    return await sendOnce<T>(path, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.more['code'] !== 'reauthentication_required') throw error;
    if (!(await requestReauthentication())) throw new PasswordNotEntered();
    await accessTokenCache.renew();
    return sendOnce<T>(path, options);
  }
}

/**
 * Opens a long answer of lines of JSON, such as the export of a log.
 *
 * @returns its text, piece by piece; to stop reading, cancel it
 * @throws ApiError, ServiceUnreachable
 */
export async function openLines(path: string): Promise<ReadableStream<string>> {
  const response = await attemptWithToken(path, { mediaType: 'application/x-ndjson' });
  if (!response.ok || response.body === null)
    throw toApiError(response.status, await response.json().catch(() => undefined));
  return response.body.pipeThrough(new TextDecoderStream());
}

async function sendOnce<T>(path: string, options: RequestOptions): Promise<ApiResponse<T>> {
  const response = await attemptWithToken(path, options);
  const body: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined);
  if (!response.ok) throw toApiError(response.status, body);
  return { status: response.status, body: body as T, etag: response.headers.get('ETag') ?? undefined };
}

async function attemptWithToken(path: string, options: RequestOptions): Promise<Response> {
  const first = await attempt(path, options, await accessTokenCache.get());
  // The token may have been revoked, or the clock of the service been set.
  return first.status === 401 ? attempt(path, options, await accessTokenCache.renew()) : first;
}

function attempt(
  path: string,
  { method = 'GET', mediaType, body, sitePackage, ifMatch, keepalive = false }: RequestOptions,
  token: string,
): Promise<Response> {
  return fetchFromService(buildUrl(path), {
    method,
    // Never from the browser's cache, and without the session cookie: the token authorizes the request.
    cache: 'no-store',
    credentials: 'omit',
    keepalive,
    headers: {
      Accept: mediaType,
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': mediaType }),
      ...(sitePackage === undefined ? {} : { 'Content-Type': 'application/x-ndjson' }),
      ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(sitePackage === undefined ? {} : { body: sitePackage }),
  });
}

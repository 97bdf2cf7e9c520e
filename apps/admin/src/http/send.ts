import { accessTokens } from '../session/session.js';
import { addressOf } from './address.js';
import { requestFailed } from './request-failed.js';

export interface Sent {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** What the body, and the answer, are in. */
  readonly mediaType: 'application/json' | 'application/vnd.api+json';
  readonly body?: unknown;
  /** The version that is changed, as `ETag` gave it: whoever changed it meanwhile is not overwritten (412). */
  readonly ifMatch?: string | undefined;
}

/** What came back. */
export interface Answer<T> {
  readonly body: T;
  readonly etag: string | undefined;
}

/**
 * Sends a request with the user's token.
 *
 * @param path of the service, beginning with a slash
 * @returns `body` is what the caller expects of the endpoint; `undefined` for 204
 * @throws RequestFailed
 */
export async function send<T>(path: string, sent: Sent): Promise<Answer<T>> {
  const first = await attempt(path, sent, await accessTokens.get());
  // The token may have been revoked, or the clock of the service turned.
  const response = first.status === 401 ? await attempt(path, sent, await accessTokens.renew()) : first;
  const body: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined);
  if (!response.ok) throw requestFailed(response.status, body);
  return { body: body as T, etag: response.headers.get('ETag') ?? undefined };
}

function attempt(
  path: string,
  { method = 'GET', mediaType, body, ifMatch }: Sent,
  token: string,
): Promise<Response> {
  return fetch(addressOf(path), {
    method,
    // What changes under the same address comes from the service, and no cookie goes along.
    cache: 'no-store',
    credentials: 'omit',
    headers: {
      Accept: mediaType,
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': mediaType }),
      ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

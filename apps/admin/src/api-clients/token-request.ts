import { toApiError } from '../http/api-error.js';
import { buildUrl } from '../http/build-url.js';

/** A response of the token endpoint (RFC 6749 §5.1). */
export interface TokenResponse {
  readonly access_token: string;
  readonly expires_in: number;
  /** Absent when the token has all scopes that were requested. */
  readonly scope?: string;
}

/** Requests a token with the credentials of a client. @throws ApiError */
export function requestToken(parameters: Readonly<Record<string, string>>): Promise<TokenResponse> {
  return read<TokenResponse>('/oauth/token', { method: 'POST', body: new URLSearchParams(parameters) });
}

/** Reads a path of the content API with a token. @throws ApiError */
export function readWithToken<T>(path: string, token: string): Promise<T> {
  return read<T>(path, {
    headers: { Accept: 'application/vnd.api+json', Authorization: `Bearer ${token}` },
  });
}

async function read<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(buildUrl(path), { ...init, credentials: 'omit' });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body as T;
  // Error responses of the token endpoint have their own members (RFC 6749 §5.2).
  const { error_description: detail } = (body ?? {}) as { readonly error_description?: string };
  throw toApiError(response.status, detail === undefined ? body : { detail });
}

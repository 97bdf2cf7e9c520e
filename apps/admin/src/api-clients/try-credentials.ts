import { addressOf } from '../http/address.js';
import { requestFailed } from '../http/request-failed.js';

export interface Tried {
  readonly lifetimeSeconds: number;
  readonly path: string;
  /** Resource types, as the entry point names them. */
  readonly endpoints: readonly string[];
}

/**
 * Gets a token with the credentials, and reads the entry point with it.
 *
 * @throws RequestFailed at the first answer that is not a success
 */
export async function tryCredentials(id: string, secret: string): Promise<Tried> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
  });
  const token = await read<{ access_token: string; expires_in: number }>('/oauth/token', {
    method: 'POST',
    body: form,
  });
  const index = await read<{ links: Record<string, unknown> }>('/api', {
    headers: { Authorization: `Bearer ${token.access_token}` },
  });
  const endpoints = Object.keys(index.links).filter((name) => name.includes('--'));
  return { lifetimeSeconds: token.expires_in, path: '/api', endpoints };
}

async function read<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(addressOf(path), { ...init, credentials: 'omit' });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body as T;
  // The token endpoint speaks of errors in its own members (RFC 6749 §5.2).
  const { error_description: detail } = (body ?? {}) as { readonly error_description?: string };
  throw requestFailed(response.status, detail === undefined ? body : { detail });
}

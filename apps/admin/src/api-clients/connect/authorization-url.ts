import { buildUrl } from '../../http/build-url.js';

interface AuthorizationRequest {
  /** The id of the client. */
  readonly id: string;
  readonly redirectUri: string;
  readonly state: string;
  /** The `code_challenge` of PKCE (RFC 7636), by the method S256. */
  readonly challenge: string;
}

/** The address to which a program sends the browser of a person who signs in (RFC 6749 §4.1.1). */
export function buildAuthorizationUrl({ id, redirectUri, state, challenge }: AuthorizationRequest): string {
  const url = new URL(buildUrl('/oauth/authorize'));
  const parameters = {
    response_type: 'code',
    client_id: id,
    redirect_uri: redirectUri,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

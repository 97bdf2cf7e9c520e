import type { ApiClient, ClientRegistry } from '@content-service/oauth-clients';
import { OAuthError } from './oauth.errors.js';

/** Every parameter that is read (specification, «GET /oauth/authorize»; RFC 7636 §4.3; RFC 8707 §2). */
type AuthorizationParameter =
  | 'response_type'
  | 'client_id'
  | 'redirect_uri'
  | 'scope'
  | 'state'
  | 'code_challenge'
  | 'code_challenge_method'
  | 'resource';

/** A request that was found good, whoever is going to decide about it. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state?: string;
  readonly codeChallenge?: string;
  /** What the client wants: every scope selected on it when it named none. Space-separated. */
  readonly requestedScope: string;
}

/** The query of an authorization request; parameters that are not known are ignored (RFC 6749 §3.1). */
export class AuthorizationQuery {
  constructor(private readonly query: URLSearchParams) {}

  /**
   * Exactly what was sent; an empty parameter counts as none (RFC 6749 §3.1).
   *
   * @throws OAuthError invalid_request when it came more than once
   */
  find(name: AuthorizationParameter): string | undefined {
    const values = this.query.getAll(name);
    if (values.length > 1) throw OAuthError.malformed(name);
    return values[0] === '' ? undefined : values[0];
  }

  /** @throws OAuthError invalid_request */
  get(name: AuthorizationParameter): string {
    const value = this.find(name);
    if (value === undefined) throw OAuthError.missing(name);
    return value;
  }

  /** The state to send back: none when there are several, since that is what the answer is going to say. */
  get state(): string | undefined {
    const values = this.query.getAll('state');
    return values.length > 1 || values[0] === '' ? undefined : values[0];
  }
}

/**
 * The client that asks, if an answer may go to this redirect URI: registered, and compared character by character
 * (RFC 9700 §2.1). Before this nobody is redirected anywhere.
 *
 * @throws OAuthError invalid_client
 */
export async function clientBehind(
  clientId: string,
  redirectUri: string,
  clients: ClientRegistry,
): Promise<ApiClient> {
  const client = await clients.find(clientId);
  if (client?.enabled !== true)
    throw new OAuthError('invalid_client', 'There is no API client with this client_id.');
  if (!client.redirectUris.includes(redirectUri))
    throw new OAuthError('invalid_client', 'This redirect_uri is not registered for the API client.');
  return client;
}

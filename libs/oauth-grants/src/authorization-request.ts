import { type ApiClient, type ClientRegistry, isRedirectUriOf } from '@content-service/oauth-clients';
import { parseWholeNumber } from '@content-service/kernel';
import { OAuthError } from './oauth.errors.js';

/** Every parameter that is read (specification, «GET /oauth/authorize»; RFC 7636 §4.3; RFC 8707 §2; RFC 9470 §4). */
type AuthorizationParameter =
  | 'response_type'
  | 'client_id'
  | 'redirect_uri'
  | 'scope'
  | 'state'
  | 'code_challenge'
  | 'code_challenge_method'
  | 'resource'
  | 'max_age';

/** A valid request, before the decision of a user. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state?: string;
  readonly codeChallenge?: string;
  /** The requested scopes, or all selected ones without a request. Space-separated. */
  readonly requestedScope: string;
}

/** The query of an authorization request; parameters that are not known are ignored (RFC 6749 §3.1). */
export class AuthorizationQuery {
  constructor(private readonly query: URLSearchParams) {}

  /**
   * The value as it was sent; an empty one counts as absent (RFC 6749 §3.1).
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

  /** The state for the redirect; none when there are several, which is an error of its own. */
  get state(): string | undefined {
    const values = this.query.getAll('state');
    return values.length > 1 || values[0] === '' ? undefined : values[0];
  }

  /**
   * How long ago the password may have been verified, in seconds; without the parameter any time.
   *
   * @throws OAuthError invalid_request
   */
  get maximumAge(): number {
    const text = this.find('max_age');
    if (text === undefined) return Infinity;
    const seconds = parseWholeNumber(text);
    if (seconds !== undefined) return seconds;
    throw new OAuthError('invalid_request', 'The parameter max_age must be a whole number of seconds.');
  }
}

/** A redirect URI that a message quotes: nothing that reads like a sentence of this site. */
const QUOTABLE = /^\S{1,200}$/;

/** The settings of the site for authorization requests, read with each. */
export abstract class AuthorizationPolicy {
  /**
   * @returns `requirePkce`: whether confidential clients must send a challenge, too; public clients always must.
   *   `localhostAnyPort`: whether a redirect to `http://localhost` of a public client may have another port than the registered one
   */
  abstract current(): { readonly requirePkce: boolean; readonly localhostAnyPort: boolean };
}

/**
 * The client of the request, if this redirect URI is registered for it (see `isRedirectUriOf`). Before this check there is
 * no redirect.
 *
 * @throws OAuthError invalid_client
 */
export async function getClientForRedirect(
  clientId: string,
  redirectUri: string,
  clients: ClientRegistry,
  policy: AuthorizationPolicy,
): Promise<ApiClient> {
  const client = await clients.find(clientId);
  if (client?.enabled !== true)
    throw new OAuthError('invalid_client', 'There is no API client with this client_id.');
  if (!isRedirectUriOf(client, redirectUri, policy.current().localhostAnyPort)) {
    const quoted = QUOTABLE.test(redirectUri) ? `redirect_uri '${redirectUri}'` : 'redirect_uri';
    throw new OAuthError('invalid_client', `The ${quoted} is not registered for the API client.`);
  }
  return client;
}

/** The redirect to the client, whose redirect URI was verified. */
export class AuthorizationRedirect {
  /**
   * @param state the state of the request, returned unchanged
   * @param issuer the `iss` parameter, for clients of several servers (RFC 9207)
   */
  constructor(
    readonly uri: string,
    private readonly state: string | undefined,
    private readonly issuer: string,
  ) {}

  withCode(code: string): string {
    return this.with({ code });
  }

  withError({ error, message, hint }: OAuthError): string {
    return this.with({ error, error_description: message, hint });
  }

  /** Keeps the query of the redirect URI (RFC 6749 §3.1.2). */
  private with(answer: Readonly<Record<string, string | undefined>>): string {
    const given = Object.entries({ ...answer, state: this.state, iss: this.issuer }).filter(
      (member): member is [string, string] => member[1] !== undefined,
    );
    return this.uri + getQuerySeparator(this.uri) + new URLSearchParams(given).toString();
  }
}

function getQuerySeparator(uri: string): string {
  if (!uri.includes('?')) return '?';
  return /[?&]$/.test(uri) ? '' : '&';
}

import type { Uuid } from '@content-service/kernel';
import type { ApiClient, ClientRegistry } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import type { AuthorizationCodes } from './authorization-codes.js';
import { AuthorizationRedirect } from './authorization-redirect.js';
import { AuthorizationQuery, type AuthorizationRequest, clientBehind } from './authorization-request.js';
import type { Consents } from './consents.js';
import { grantedScopes } from './granted-scopes.js';
import { OAuthError } from './oauth.errors.js';
import type { OAuthOptions } from './oauth-options.js';
import type { PendingAuthorizations } from './pending-authorizations.js';
import { checkedChallenge } from './pkce.js';
import { requireOwnResource } from './resource-indicator.js';
import type { UserScopes } from './user-scopes.js';

/** Who sits at the browser, signed in. */
export interface Visitor {
  readonly userId: Uuid;
  /** Of the browser session: what is asked in one cannot be decided in another. */
  readonly sessionHash: string;
  /** The IP address, as a trusted proxy tells it. */
  readonly from?: string;
}

/** What the user is asked: whether this client may have these scopes. */
export interface ConsentQuestion {
  /** Names the question when the decision comes. */
  readonly id: string;
  readonly client: ApiClient;
  readonly scopes: ScopeSet;
  /** Where the browser goes after the decision. */
  readonly redirectUri: string;
}

/** What happens next. */
export type AuthorizationStep =
  /** The same request comes again after the login. */
  | { readonly kind: 'needs login' }
  | { readonly kind: 'needs consent'; readonly question: ConsentQuestion }
  /** Back to the client, with a code or an error. */
  | { readonly kind: 'redirect'; readonly location: string }
  /** Whoever asks has not shown to be a client, so the browser is sent nowhere. */
  | { readonly kind: 'refused on page'; readonly error: OAuthError };

/** `GET /oauth/authorize` and the decision that follows (RFC 6749 §4.1.1), free of HTTP and of pages. */
export class AuthorizationEndpoint {
  constructor(
    private readonly clients: ClientRegistry,
    private readonly codes: AuthorizationCodes,
    private readonly pending: PendingAuthorizations,
    private readonly consents: Consents,
    private readonly users: UserScopes,
    private readonly options: Pick<OAuthOptions, 'issuer' | 'audience'>,
  ) {}

  /** @param visitor absent while nobody is signed in */
  begin(parameters: URLSearchParams, visitor: Visitor | undefined): Promise<AuthorizationStep> {
    return onPage(async () => {
      const query = new AuthorizationQuery(parameters);
      const [clientId, uri] = [query.get('client_id'), query.get('redirect_uri')];
      const client = await clientBehind(clientId, uri, this.clients);
      const redirect = new AuthorizationRedirect(uri, query.state, this.options.issuer);
      return orBack(redirect, async () => {
        const request = this.check(query, client, uri);
        return visitor === undefined ? NEEDS_LOGIN : this.ask(request, client, redirect, visitor);
      });
    });
  }

  /** @param id of the question: it is decided once, in the session it was asked in, within ten minutes */
  decide(id: string, decision: 'allow' | 'deny', visitor: Visitor): Promise<AuthorizationStep> {
    return onPage(async () => {
      const request = await this.pending.take(id, visitor.sessionHash);
      if (request === undefined) throw new OAuthError('invalid_request', ENDED);
      const client = await clientBehind(request.clientId, request.redirectUri, this.clients);
      const redirect = new AuthorizationRedirect(request.redirectUri, request.state, this.options.issuer);
      const shown = ScopeSet.parse(request.shownScope);
      return orBack(redirect, async () => {
        if (decision === 'deny') {
          await this.consents.deny(visitor, client, shown);
          throw new OAuthError('access_denied', 'The user denied the request.');
        }
        const scopes = await this.grantable(shown, client, visitor);
        await this.consents.give(visitor, client, scopes);
        return this.giveCode(request, scopes, redirect, visitor);
      });
    });
  }

  /**
   * Everything about the request that does not depend on the user.
   *
   * @throws OAuthError
   */
  private check(query: AuthorizationQuery, client: ApiClient, redirectUri: string): AuthorizationRequest {
    const state = query.find('state');
    if (query.get('response_type') !== 'code')
      throw new OAuthError('unsupported_response_type', 'The parameter response_type must be code.');
    if (!client.grants.includes('authorization_code')) throw new OAuthError('unauthorized_client');
    requireOwnResource(query.find('resource'), this.options);
    const [challenge, method] = [query.find('code_challenge'), query.find('code_challenge_method')];
    const codeChallenge = checkedChallenge(challenge, method, client);
    const requestedScope = grantedScopes(query.find('scope'), client).toString();
    return { clientId: client.id, redirectUri, state, codeChallenge, requestedScope };
  }

  private async ask(
    request: AuthorizationRequest,
    client: ApiClient,
    redirect: AuthorizationRedirect,
    visitor: Visitor,
  ): Promise<AuthorizationStep> {
    const scopes = await this.grantable(ScopeSet.parse(request.requestedScope), client, visitor);
    if (await this.consents.covers(visitor.userId, client, redirect.uri, scopes))
      return this.giveCode(request, scopes, redirect, visitor);
    const id = await this.pending.add({ ...request, shownScope: scopes.toString() }, visitor.sessionHash);
    return { kind: 'needs consent', question: { id, client, scopes, redirectUri: redirect.uri } };
  }

  /**
   * As much of the scopes as this user can grant to this client at this moment.
   *
   * @throws OAuthError access_denied when that is nothing
   */
  private async grantable(scopes: ScopeSet, client: ApiClient, { userId }: Visitor): Promise<ScopeSet> {
    const held = (await this.users.scopesOf(userId)) ?? ScopeSet.none;
    const granted = scopes.intersect(client.allowedScopes).intersect(held);
    if (granted.size > 0) return granted;
    throw new OAuthError(
      'access_denied',
      scopes.size === 0
        ? 'No scope is selected on this API client.'
        : 'The role of the user grants none of the requested scopes.',
    );
  }

  private async giveCode(
    { clientId, redirectUri, codeChallenge, requestedScope }: AuthorizationRequest,
    scopes: ScopeSet,
    redirect: AuthorizationRedirect,
    { userId }: Visitor,
  ): Promise<AuthorizationStep> {
    const scope = scopes.toString();
    const isLess = !scopes.equals(ScopeSet.parse(requestedScope));
    const code = await this.codes.issue({
      ...{ clientId, userId, redirectUri, scope },
      ...(codeChallenge === undefined ? {} : { codeChallenge }),
      ...(isLess ? { requestedScope } : {}),
    });
    return { kind: 'redirect', location: redirect.withCode(code) };
  }
}

const NEEDS_LOGIN = { kind: 'needs login' } as const;
const ENDED = 'This request has ended, or was begun elsewhere: begin again at the application.';

/** Until the redirect URI is proven, errors are for the person at the browser (RFC 6749 §4.1.2.1). */
async function onPage(act: () => Promise<AuthorizationStep>): Promise<AuthorizationStep> {
  return orElse(act, (error) => ({ kind: 'refused on page', error }));
}

/** After that, they are for the client. */
async function orBack(
  redirect: AuthorizationRedirect,
  act: () => Promise<AuthorizationStep>,
): Promise<AuthorizationStep> {
  return orElse(act, (error) => ({ kind: 'redirect', location: redirect.withError(error) }));
}

async function orElse(
  act: () => Promise<AuthorizationStep>,
  otherwise: (error: OAuthError) => AuthorizationStep,
): Promise<AuthorizationStep> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof OAuthError) return otherwise(error);
    throw error;
  }
}

import type { SessionService } from '@content-service/accounts';
import type { Uuid } from '@content-service/kernel';
import type { ApiClient, ClientRegistry } from '@content-service/oauth-clients';
import { isAdministrative, ScopeSet } from '@content-service/scopes';
import type { AuthorizationCodeService } from './authorization-code.service.js';
import {
  type AuthorizationPolicy,
  AuthorizationRedirect,
  AuthorizationQuery,
  type AuthorizationRequest,
  getClientForRedirect,
} from './authorization-request.js';
import type { ConsentService } from './consent.service.js';
import { resolveGrantedScopes, assertResourceIsAudience } from './request-parameters.js';
import { OAuthError } from './oauth.errors.js';
import { type OAuthOptions, RECENT_AUTHENTICATION_SECONDS } from './oauth-options.js';
import type { PendingAuthorizationService } from './pending-authorization.service.js';
import { parseCodeChallenge } from './pkce.js';
import type { UserScopes } from './user-token.service.js';

/** The user of the browser session (RFC 6749 §1.1). */
export interface ResourceOwner {
  readonly userId: Uuid;
  /** The hash of the browser session; a prompt is decided in its own session only. */
  readonly sessionHash: string;
  /** When the password was last verified in the session; UNIX seconds. */
  readonly authenticatedAt: number;
  /** The IP address, as a trusted proxy tells it. */
  readonly ipAddress?: string;
}

/** The prompt for the user's consent to these scopes of the client. */
export interface ConsentPrompt {
  /** Identifies the prompt in the decision. */
  readonly id: string;
  readonly client: ApiClient;
  readonly scopes: ScopeSet;
  /** Where the browser goes after the decision. */
  readonly redirectUri: string;
}

/** What happens next. */
export type AuthorizationStep =
  /** The same request comes again after the login. */
  | { readonly kind: 'login_required' }
  /** The same request comes again, without `max_age`, after the password was verified once more. */
  | { readonly kind: 'reauthentication_required' }
  | { readonly kind: 'consent_required'; readonly prompt: ConsentPrompt }
  /** Back to the client, with a code or an error. */
  | { readonly kind: 'redirect'; readonly location: string }
  /** The client or its redirect URI is not verified: an error page, no redirect (RFC 6749 §4.1.2.1). */
  | { readonly kind: 'refused_on_page'; readonly error: OAuthError };

/** `GET /oauth/authorize` and the decision that follows (RFC 6749 §4.1.1), free of HTTP and of pages. */
export class AuthorizationEndpoint {
  constructor(
    private readonly clients: ClientRegistry,
    private readonly codes: AuthorizationCodeService,
    private readonly pending: PendingAuthorizationService,
    private readonly consents: ConsentService,
    private readonly users: UserScopes,
    private readonly sessions: Pick<SessionService, 'isActive'>,
    private readonly policy: AuthorizationPolicy,
    private readonly options: Pick<OAuthOptions, 'issuer' | 'audience'>,
  ) {}

  /** @param resourceOwner absent without a session */
  authorize(
    parameters: URLSearchParams,
    resourceOwner: ResourceOwner | undefined,
  ): Promise<AuthorizationStep> {
    return errorsOnPage(async () => {
      const query = new AuthorizationQuery(parameters);
      const [clientId, uri] = [query.get('client_id'), query.get('redirect_uri')];
      const issuedAt = this.getIssueTime(clientId, resourceOwner);
      const client = await getClientForRedirect(clientId, uri, this.clients, this.policy);
      const redirect = new AuthorizationRedirect(uri, query.state, this.options.issuer);
      return errorsAsRedirect(redirect, async () => {
        const request = this.validateRequest(query, client, uri);
        const { maximumAge } = query;
        if (resourceOwner === undefined || !(await this.isSignedIn(resourceOwner))) return LOGIN_REQUIRED;
        return issuedAt - resourceOwner.authenticatedAt > maximumAge
          ? REAUTHENTICATION_REQUIRED
          : this.requestConsent({ request, issuedAt }, client, redirect, resourceOwner);
      });
    });
  }

  /**
   * The client of an authorization request, for the login page in front of it; `undefined` when the client or its redirect URI
   * cannot be verified.
   */
  async findClient(parameters: URLSearchParams): Promise<ApiClient | undefined> {
    const [clientId, uri] = [parameters.get('client_id'), parameters.get('redirect_uri')];
    try {
      return await getClientForRedirect(clientId ?? '', uri ?? '', this.clients, this.policy);
    } catch (error) {
      if (error instanceof OAuthError) return undefined;
      throw error;
    }
  }

  /** @param id of the prompt, which is decided once, in its own session, within ten minutes */
  decide(id: string, decision: 'allow' | 'deny', resourceOwner: ResourceOwner): Promise<AuthorizationStep> {
    return errorsOnPage(async () => {
      const request = await this.pending.take(id, resourceOwner.sessionHash);
      if (request?.userId !== resourceOwner.userId) throw new OAuthError('invalid_request', ENDED);
      const issuedAt = this.getIssueTime(request.clientId, resourceOwner);
      if (!(await this.isSignedIn(resourceOwner))) throw new OAuthError('access_denied', SIGNED_OUT);
      const client = await getClientForRedirect(
        request.clientId,
        request.redirectUri,
        this.clients,
        this.policy,
      );
      const redirect = new AuthorizationRedirect(request.redirectUri, request.state, this.options.issuer);
      const shown = ScopeSet.parse(request.shownScope);
      return errorsAsRedirect(redirect, async () => {
        if (decision === 'deny') {
          await this.consents.deny(resourceOwner, client, shown);
          throw new OAuthError('access_denied', 'The user denied the request.');
        }
        const scopes = await this.getGrantableScopes(shown, client, resourceOwner);
        if (isAuthenticationOutdated(scopes, issuedAt, resourceOwner))
          return { kind: 'refused_on_page', error: new OAuthError('access_denied', OUTDATED) };
        await this.consents.grant(resourceOwner, client, scopes);
        return this.issueCode({ request, scopes, issuedAt }, redirect, resourceOwner);
      });
    });
  }

  /**
   * Everything about the request that does not depend on the user.
   *
   * @throws OAuthError
   */
  private validateRequest(
    query: AuthorizationQuery,
    client: ApiClient,
    redirectUri: string,
  ): AuthorizationRequest {
    const state = query.find('state');
    if (query.get('response_type') !== 'code')
      throw new OAuthError('unsupported_response_type', 'The parameter response_type must be code.');
    if (!client.grants.includes('authorization_code')) throw new OAuthError('unauthorized_client');
    assertResourceIsAudience(query.find('resource'), this.options);
    const [challenge, method] = [query.find('code_challenge'), query.find('code_challenge_method')];
    const codeChallenge = parseCodeChallenge(challenge, method, client, this.policy);
    const requestedScope = resolveGrantedScopes(query.find('scope'), client).toString();
    return { clientId: client.id, redirectUri, state, codeChallenge, requestedScope };
  }

  private async requestConsent(
    { request, issuedAt }: Omit<GrantedAuthorization, 'scopes'>,
    client: ApiClient,
    redirect: AuthorizationRedirect,
    resourceOwner: ResourceOwner,
  ): Promise<AuthorizationStep> {
    const { userId, sessionHash } = resourceOwner;
    const scopes = await this.getGrantableScopes(
      ScopeSet.parse(request.requestedScope),
      client,
      resourceOwner,
    );
    if (isAuthenticationOutdated(scopes, issuedAt, resourceOwner)) return REAUTHENTICATION_REQUIRED;
    if (await this.consents.isCovered(userId, client, redirect.uri, scopes))
      return this.issueCode({ request, scopes, issuedAt }, redirect, resourceOwner);
    const shown = { ...request, shownScope: scopes.toString(), userId, askedAt: issuedAt };
    const id = await this.pending.add(shown, sessionHash);
    return { kind: 'consent_required', prompt: { id, client, scopes, redirectUri: redirect.uri } };
  }

  /**
   * The part of the scopes that this user can grant to this client at this moment.
   *
   * @throws OAuthError access_denied when that is nothing
   */
  private async getGrantableScopes(
    scopes: ScopeSet,
    client: ApiClient,
    { userId }: ResourceOwner,
  ): Promise<ScopeSet> {
    const held = (await this.users.findScopes(userId)) ?? ScopeSet.none;
    const granted = scopes.intersect(client.allowedScopes).intersect(held);
    if (granted.size > 0) return granted;
    throw new OAuthError(
      'access_denied',
      scopes.size === 0
        ? 'No scope is selected on this API client.'
        : 'The role of the user grants none of the requested scopes.',
    );
  }

  private async issueCode(
    { request, scopes, issuedAt }: GrantedAuthorization,
    redirect: AuthorizationRedirect,
    { userId, authenticatedAt }: ResourceOwner,
  ): Promise<AuthorizationStep> {
    const { clientId, redirectUri, codeChallenge, requestedScope } = request;
    const scope = scopes.toString();
    const isReduced = !scopes.equals(ScopeSet.parse(requestedScope));
    const grant = {
      ...{ clientId, userId, redirectUri, scope, authenticatedAt },
      ...(codeChallenge === undefined ? {} : { codeChallenge }),
      ...(isReduced ? { requestedScope } : {}),
    };
    const code = await this.codes.issue(grant, issuedAt);
    return { kind: 'redirect', location: redirect.withCode(code) };
  }

  /**
   * Reads the session again after `getIssueTime`: a password reset between the first reading and that call would otherwise
   * leave a code that is dated after its revocation.
   */
  private isSignedIn({ sessionHash }: ResourceOwner): Promise<boolean> {
    return this.sessions.isActive(sessionHash);
  }

  /** Call it before reading the client, so that a later revocation covers the code. */
  private getIssueTime(clientId: string, resourceOwner: ResourceOwner | undefined): number {
    return this.codes.getIssueTime({ userId: resourceOwner?.userId ?? '', clientId });
  }
}

/** The content of a code. */
interface GrantedAuthorization {
  readonly request: AuthorizationRequest;
  readonly scopes: ScopeSet;
  /** As `AuthorizationCodeService.getIssueTime` returned it. */
  readonly issuedAt: number;
}

const LOGIN_REQUIRED = { kind: 'login_required' } as const;
const REAUTHENTICATION_REQUIRED = { kind: 'reauthentication_required' } as const;
const SIGNED_OUT = 'You are not signed in any more. Go back to the application and begin again there.';
const ENDED = 'This request has ended, or was begun elsewhere: begin again at the application.';

const OUTDATED =
  'Your password was entered too long ago for these permissions: begin again at the application.';

/**
 * Whether scopes that administer are granted in a session whose password was not verified recently. A stolen session could
 * otherwise obtain tokens that outlive it.
 *
 * @param now UNIX seconds
 */
function isAuthenticationOutdated(
  scopes: ScopeSet,
  now: number,
  { authenticatedAt }: ResourceOwner,
): boolean {
  return now - authenticatedAt > RECENT_AUTHENTICATION_SECONDS && scopes.toArray().some(isAdministrative);
}

/** Until the redirect URI is verified, errors are shown on a page (RFC 6749 §4.1.2.1). */
async function errorsOnPage(task: () => Promise<AuthorizationStep>): Promise<AuthorizationStep> {
  return mapOAuthError(task, (error) => ({ kind: 'refused_on_page', error }));
}

/** Errors after the verification of the redirect URI go to the client. */
async function errorsAsRedirect(
  redirect: AuthorizationRedirect,
  task: () => Promise<AuthorizationStep>,
): Promise<AuthorizationStep> {
  return mapOAuthError(task, (error) => ({ kind: 'redirect', location: redirect.withError(error) }));
}

async function mapOAuthError(
  task: () => Promise<AuthorizationStep>,
  onError: (error: OAuthError) => AuthorizationStep,
): Promise<AuthorizationStep> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof OAuthError) return onError(error);
    throw error;
  }
}

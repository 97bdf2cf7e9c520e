import { AuditTrail } from '@content-service/audit';
import { TurnedClock, type Uuid, UuidV7Generator } from '@content-service/kernel';
import { ClientRegistry } from '@content-service/oauth-clients';
import type { ScopeSet } from '@content-service/scopes';
import { AccessTokenCodec } from './access-token.codec.js';
import { type AccessTokenClaims, AccessTokenRefused } from './access-token.js';
import { AccessTokens } from './access-tokens.js';
import { AuthorizationCodes } from './authorization-codes.js';
import { AuthorizationEndpoint } from './authorization-endpoint.js';
import { ClientAuthentication } from './client-authentication.js';
import { ClientLifecycle } from './client-lifecycle.js';
import { Consents } from './consents.js';
import { FailedAuthentications } from './failed-authentications.js';
import { FirstPartyTokens } from './first-party-tokens.js';
import { servedGrants } from './grants/index.js';
import { IntrospectionEndpoint } from './introspection-endpoint.js';
import { KeyRing } from './key-ring.js';
import { OAuthError, toErrorBody } from './oauth.errors.js';
import { PendingAuthorizations } from './pending-authorizations.js';
import { type RefreshLimits, RefreshPolicy } from './refresh-policy.js';
import { RevocationEndpoint } from './revocation-endpoint.js';
import { Revocations } from './revocation.js';
import {
  AuditShelf,
  ClientShelf,
  CodeShelf,
  ConsentShelf,
  KeyShelf,
  PendingShelf,
  RefreshTokenShelf,
  RevocationShelf,
} from './shelves.fixture.js';
import { TokenEndpoint } from './token-endpoint.js';
import { TokenFamilies } from './token-families.js';
import { UserScopes } from './user-scopes.js';

export const OPTIONS = {
  issuer: 'https://cms.example',
  audience: 'https://cms.example/api',
  keySecret: 'key secret',
  signingAlgorithm: 'ES256',
} as const;

/** The claims, for everybody to read. */
export class GlassCodec extends AccessTokenCodec {
  override encode = async (claims: AccessTokenClaims): Promise<string> => JSON.stringify(claims);

  override decode(token: string): unknown {
    try {
      return JSON.parse(token);
    } catch {
      throw new AccessTokenRefused('encoding');
    }
  }
}

/** Users are names here; whoever has no scopes listed does not exist. */
class UserShelf extends UserScopes {
  readonly shelf = new Map<Uuid, ScopeSet>();

  override scopesOf = async (userId: Uuid): Promise<ScopeSet | undefined> => this.shelf.get(userId);
}

class Limits extends RefreshPolicy {
  limits: RefreshLimits = { refreshFamilyMaximumSeconds: 0, refreshReuseGraceSeconds: 0 };

  override current = (): RefreshLimits => this.limits;
}

/** The whole authorization server on stores in memory, at a time that stands still. */
export class AuthorizationServer {
  readonly clock = new TurnedClock(1_700_000_000);
  readonly audit = new AuditShelf();
  readonly codes = new CodeShelf();
  readonly refreshTokens = new RefreshTokenShelf();
  readonly consents = new ConsentShelf();
  readonly pending = new PendingShelf();
  readonly revocationLog = new RevocationShelf();
  readonly users = new UserShelf();
  readonly policy = new Limits();
  readonly revocations = new Revocations(this.revocationLog, this.clock);
  readonly trail = new AuditTrail(this.audit, new UuidV7Generator(), this.clock);
  /** Leaves its traces elsewhere, so that those of the endpoints stand alone. */
  readonly registry = new ClientRegistry(
    new ClientShelf(),
    new AuditTrail(new AuditShelf(), new UuidV7Generator(), this.clock),
    this.clock,
  );
  readonly keys = new KeyRing(new KeyShelf(), this.trail, this.clock, OPTIONS);
  readonly accessTokens = new AccessTokens(
    new GlassCodec(),
    this.keys,
    this.revocations,
    this.registry,
    this.clock,
    OPTIONS,
  );
  readonly families = new TokenFamilies(this.refreshTokens, this.revocations, this.policy, this.clock);

  private readonly remembered = new Consents(this.consents, this.trail, this.clock);
  readonly lifecycle = new ClientLifecycle(this.registry, this.families, this.remembered, this.trail);
  readonly firstPartyTokens = new FirstPartyTokens(
    this.accessTokens,
    this.users,
    this.revocations,
    this.trail,
  );

  private readonly authentication = new ClientAuthentication(
    this.registry,
    new FailedAuthentications(this.clock),
  );
  readonly tokenEndpoint = new TokenEndpoint(this.authentication, servedGrants(this), this.trail, OPTIONS);
  readonly authorizationEndpoint = new AuthorizationEndpoint(
    this.registry,
    new AuthorizationCodes(this.codes, this.clock),
    new PendingAuthorizations(this.pending, this.clock),
    this.remembered,
    this.users,
    OPTIONS,
  );
  readonly revocationEndpoint = new RevocationEndpoint(
    this.authentication,
    this.accessTokens,
    this.revocations,
    this.families,
    this.trail,
  );
  readonly introspectionEndpoint = new IntrospectionEndpoint(this.authentication, this.accessTokens);

  static async start(): Promise<AuthorizationServer> {
    const server = new AuthorizationServer();
    await server.keys.load();
    return server;
  }
}

/** The error that a request is refused with, as its body with the status. */
export async function refusalOf(answer: Promise<unknown>): Promise<object> {
  const error: unknown = await answer.then(
    () => new Error('The request was not refused.'),
    (error: unknown) => error,
  );
  if (!(error instanceof OAuthError)) throw error;
  return { status: error.status, ...toErrorBody(error) };
}

export const INVALID_REQUEST = {
  status: 400,
  error: 'invalid_request',
  error_description:
    'The request is missing a required parameter, includes an invalid parameter value, includes a parameter more than once, or is otherwise malformed.',
};
export const INVALID_CLIENT = {
  status: 401,
  error: 'invalid_client',
  error_description: 'Client authentication failed',
};
export const INVALID_GRANT = {
  status: 400,
  error: 'invalid_grant',
  error_description:
    'The provided authorization grant (e.g., authorization code, resource owner credentials) or refresh token is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
};
export const INVALID_SCOPE = {
  status: 400,
  error: 'invalid_scope',
  error_description: 'The requested scope is invalid, unknown, or malformed',
};
export const missing = (name: string): object => ({
  ...INVALID_REQUEST,
  hint: `The parameter ${name} is missing or empty.`,
});

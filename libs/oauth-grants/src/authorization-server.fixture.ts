import type { SessionService } from '@content-service/accounts';
import { AuditTrail } from '@content-service/audit';
import { FakeClock, type Uuid, UuidV7Generator } from '@content-service/kernel';
import { ClientRegistry } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import { AccessTokenCodec, type AccessTokenClaims, AccessTokenRefused } from './access-token.js';
import { AccessTokenService, RevocationService } from './access-token.service.js';
import { AuthorizationCodeService } from './authorization-code.service.js';
import { AuthorizationEndpoint } from './authorization-endpoint.js';
import { ClientAuthentication } from './client-authentication.js';
import { ClientLifecycle } from './client-lifecycle.js';
import { ConsentService } from './consent.service.js';
import { AuthenticationRateLimiter } from './authentication-rate-limiter.js';
import { FirstPartyTokenService } from './first-party-token.service.js';
import { createGrants } from './grants/index.js';
import { IntrospectionEndpoint } from './introspection-endpoint.js';
import { KeyRing } from './key-ring.js';
import type { VerificationKey } from './signing-key.js';
import { OAuthError, toErrorBody } from './oauth.errors.js';
import { PendingAuthorizationService } from './pending-authorization.service.js';
import { type RefreshLimits, RefreshPolicy, TokenFamilyService } from './token-family.service.js';
import { RevocationEndpoint } from './revocation-endpoint.js';
import {
  InMemoryAuditLog,
  InMemoryClientStore,
  InMemoryCodeStore,
  InMemoryConsentStore,
  InMemoryKeyStore,
  InMemoryPendingAuthorizationStore,
  InMemoryRefreshTokenStore,
  InMemoryRevocationLog,
} from './in-memory-stores.fixture.js';
import { TokenEndpoint } from './token-endpoint.js';
import { UserScopes } from './user-token.service.js';

export const OPTIONS = {
  issuer: 'https://cms.example',
  audience: 'https://cms.example/api',
  keySecret: 'key secret',
  previousKeySecret: undefined,
  signingAlgorithm: 'ES256',
} as const;

/** A codec whose tokens are the claims in plain text, without a signature of the key `plain`. */
export class PlainTextCodec extends AccessTokenCodec {
  override encode = async (claims: AccessTokenClaims): Promise<string> => JSON.stringify(claims);

  override decode(token: string, findKey: (kid: string) => VerificationKey | undefined): unknown {
    findKey('plain');
    try {
      return JSON.parse(token);
    } catch {
      throw new AccessTokenRefused('encoding');
    }
  }
}

/** Scopes by user name; a user without scopes does not exist. */
class InMemoryUserScopes extends UserScopes {
  readonly scopesByUser = new Map<Uuid, ScopeSet>();

  override findScopes = async (userId: Uuid): Promise<ScopeSet | undefined> => this.scopesByUser.get(userId);
}

class FixedRefreshPolicy extends RefreshPolicy {
  limits: RefreshLimits = { refreshFamilyMaximumSeconds: 0, refreshReuseGraceSeconds: 0 };

  override current = (): RefreshLimits => this.limits;
}

/** The whole authorization server on stores in memory, at a time that stands still. */
export class AuthorizationServer {
  readonly clock = new FakeClock(1_700_000_000);
  readonly audit = new InMemoryAuditLog();
  readonly codes = new InMemoryCodeStore();
  readonly refreshTokens = new InMemoryRefreshTokenStore();
  readonly consents = new InMemoryConsentStore(this.audit);
  readonly pending = new InMemoryPendingAuthorizationStore();
  readonly revocationLog = new InMemoryRevocationLog(this.audit);
  readonly users = new InMemoryUserScopes();
  /** Every session is active until a spec says otherwise. */
  readonly sessions: Pick<SessionService, 'isActive'> = { isActive: async () => true };
  readonly policy = new FixedRefreshPolicy();
  authorization = { requirePkce: false, localhostAnyPort: false };
  readonly revocations = new RevocationService(this.revocationLog, this.clock);
  readonly trail = new AuditTrail(this.audit, new UuidV7Generator(), this.clock);
  readonly clients = new InMemoryClientStore();
  /** The owners of preferences. */
  readonly preferences = new Set<string>();
  /** Leaves its traces elsewhere, so that those of the endpoints stand alone. */
  readonly registry = new ClientRegistry(
    this.clients,
    { findRoleScopes: async () => ScopeSet.none },
    new AuditTrail(new InMemoryAuditLog(), new UuidV7Generator(), this.clock),
    this.clock,
  );
  readonly keys = new KeyRing(new InMemoryKeyStore(this.audit), this.trail, this.clock, OPTIONS);
  readonly accessTokens = new AccessTokenService(
    new PlainTextCodec(),
    this.keys,
    this.revocations,
    this.registry,
    this.clock,
    OPTIONS,
  );
  readonly families = new TokenFamilyService(this.refreshTokens, this.revocations, this.policy, this.clock);

  private readonly remembered = new ConsentService(this.consents, this.trail, this.clock);
  readonly lifecycle = new ClientLifecycle(
    this.registry,
    this.families,
    this.revocations,
    this.remembered,
    this.trail,
    { deleteByOwner: (owner) => Promise.resolve(void this.preferences.delete(owner)) },
  );
  readonly firstPartyTokens = new FirstPartyTokenService(
    this.accessTokens,
    this.users,
    this.sessions,
    this.revocations,
    this.trail,
  );

  private readonly authentication = new ClientAuthentication(
    this.registry,
    new AuthenticationRateLimiter(this.clock),
    this.trail,
  );
  readonly tokenEndpoint = new TokenEndpoint(
    this.authentication,
    createGrants(this),
    this.registry,
    this.trail,
    OPTIONS,
  );
  readonly authorizationEndpoint = new AuthorizationEndpoint(
    this.registry,
    new AuthorizationCodeService(this.codes, this.revocations, this.clock),
    new PendingAuthorizationService(this.pending, this.revocations, this.clock),
    this.remembered,
    this.users,
    this.sessions,
    { current: () => this.authorization },
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
export async function getRefusal(answer: Promise<unknown>): Promise<object> {
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
export const missingParameter = (name: string): object => ({
  ...INVALID_REQUEST,
  hint: `The parameter ${name} is missing or empty.`,
});

import { type DynamicModule, Module } from '@nestjs/common';
import {
  AccountAdministrationService,
  AccountSelfService,
  PasswordLinkService,
  AccountService,
  AccountsModule,
  PreferenceStore,
  RoleService,
  SessionService,
} from '@content-service/accounts';
import { AuditModule, AuditTrail } from '@content-service/audit';
import { Clock, provide } from '@content-service/kernel';
import { ClientRegistry, OAuthClientsModule } from '@content-service/oauth-clients';
import { AccessTokenCodec } from './access-token.js';
import { AccessTokenService, RevocationService } from './access-token.service.js';
import { AuthorizationCodeService } from './authorization-code.service.js';
import { AuthorizationEndpoint } from './authorization-endpoint.js';
import { ClientAuthentication } from './client-authentication.js';
import { ConsentService } from './consent.service.js';
import { ClientLifecycle } from './client-lifecycle.js';
import { AuthenticationRateLimiter } from './authentication-rate-limiter.js';
import { FirstPartyTokenService } from './first-party-token.service.js';
import {
  AuthorizationCodeStore,
  ConsentStore,
  PendingAuthorizationStore,
  RefreshTokenStore,
  RevocationLog,
  SigningKeyStore,
} from './grant.store.js';
import { createGrants } from './grants/index.js';
import { IntrospectionEndpoint } from './introspection-endpoint.js';
import { KeyRing } from './key-ring.js';
import { OAuthOptions } from './oauth-options.js';
import { PendingAuthorizationService } from './pending-authorization.service.js';
import { AuthorizationPolicy } from './authorization-request.js';
import { RefreshPolicy, TokenFamilyService } from './token-family.service.js';
import { RevocationEndpoint } from './revocation-endpoint.js';
import { RoleLifecycle } from './role-lifecycle.js';
import { TokenEndpoint } from './token-endpoint.js';
import { UserAccessService } from './user-access.service.js';
import { UserLifecycle } from './user-lifecycle.js';
import { UserScopes } from './user-token.service.js';

/** Keys, tokens, revocations and consents. */
const tokens = [
  {
    provide: KeyRing,
    inject: [SigningKeyStore, AuditTrail, Clock, OAuthOptions],
    useFactory: async (...parts: ConstructorParameters<typeof KeyRing>) => {
      const keys = new KeyRing(...parts);
      await keys.load();
      return keys;
    },
  },
  {
    provide: RevocationService,
    inject: [RevocationLog, Clock],
    useFactory: async (log: RevocationLog, clock: Clock) => {
      const revocations = new RevocationService(log, clock);
      await revocations.refresh();
      return revocations;
    },
  },
  provide(AccessTokenService, [
    AccessTokenCodec,
    KeyRing,
    RevocationService,
    ClientRegistry,
    Clock,
    OAuthOptions,
  ]),
  provide(TokenFamilyService, [RefreshTokenStore, RevocationService, RefreshPolicy, Clock]),
  provide(ConsentService, [ConsentStore, AuditTrail, Clock]),
];

/** Changes of clients, users and roles with their revocations. */
const lifecycles = [
  provide(ClientLifecycle, [
    ClientRegistry,
    TokenFamilyService,
    RevocationService,
    ConsentService,
    AuditTrail,
    PreferenceStore,
  ]),
  provide(UserLifecycle, [
    AccountAdministrationService,
    AccountSelfService,
    PasswordLinkService,
    TokenFamilyService,
    RevocationService,
  ]),
  provide(RoleLifecycle, [RoleService, AccountService, RevocationService]),
  provide(FirstPartyTokenService, [
    AccessTokenService,
    UserScopes,
    SessionService,
    RevocationService,
    AuditTrail,
  ]),
  provide(UserAccessService, [
    SessionService,
    FirstPartyTokenService,
    ConsentService,
    TokenFamilyService,
    RefreshTokenStore,
    AuthorizationCodeStore,
    ClientRegistry,
    Clock,
  ]),
];

/** The endpoints. */
const endpoints = [
  {
    provide: ClientAuthentication,
    inject: [ClientRegistry, Clock, AuditTrail],
    useFactory: (clients: ClientRegistry, clock: Clock, trail: AuditTrail) =>
      new ClientAuthentication(clients, new AuthenticationRateLimiter(clock), trail),
  },
  {
    provide: TokenEndpoint,
    inject: [
      ClientAuthentication,
      AuditTrail,
      OAuthOptions,
      AccessTokenService,
      AuthorizationCodeStore,
      ClientRegistry,
      TokenFamilyService,
      RevocationService,
      UserScopes,
      Clock,
    ],
    useFactory: (
      authentication: ClientAuthentication,
      trail: AuditTrail,
      options: OAuthOptions,
      accessTokens: AccessTokenService,
      codes: AuthorizationCodeStore,
      registry: ClientRegistry,
      families: TokenFamilyService,
      revocations: RevocationService,
      users: UserScopes,
      clock: Clock,
    ) => {
      const parts = { accessTokens, codes, registry, families, revocations, users, trail, clock };
      return new TokenEndpoint(authentication, createGrants(parts), registry, trail, options);
    },
  },
  {
    provide: AuthorizationEndpoint,
    inject: [
      ClientRegistry,
      AuthorizationCodeStore,
      PendingAuthorizationStore,
      RevocationService,
      ConsentService,
      UserScopes,
      SessionService,
      AuthorizationPolicy,
      Clock,
      OAuthOptions,
    ],
    useFactory: (
      clients: ClientRegistry,
      codes: AuthorizationCodeStore,
      pending: PendingAuthorizationStore,
      revocations: RevocationService,
      consents: ConsentService,
      users: UserScopes,
      sessions: SessionService,
      policy: AuthorizationPolicy,
      clock: Clock,
      options: OAuthOptions,
    ) =>
      new AuthorizationEndpoint(
        clients,
        new AuthorizationCodeService(codes, revocations, clock),
        new PendingAuthorizationService(pending, revocations, clock),
        consents,
        users,
        sessions,
        policy,
        options,
      ),
  },
  provide(RevocationEndpoint, [
    ClientAuthentication,
    AccessTokenService,
    RevocationService,
    TokenFamilyService,
    AuditTrail,
  ]),
  provide(IntrospectionEndpoint, [ClientAuthentication, AccessTokenService]),
];

/** Needs `OAuthOptions`, `Clock`, `IdGenerator`, `UserScopes`, `RefreshPolicy`, `AuthorizationPolicy` and the stores from modules that are global. */
@Module({})
export class OAuthGrantsModule {
  static with(codec: AccessTokenCodec): DynamicModule {
    return {
      module: OAuthGrantsModule,
      imports: [OAuthClientsModule, AccountsModule, AuditModule],
      providers: [{ provide: AccessTokenCodec, useValue: codec }, ...tokens, ...lifecycles, ...endpoints],
      exports: [
        OAuthClientsModule,
        ...[AccessTokenService, KeyRing, RevocationService, TokenFamilyService],
        ...[ClientLifecycle, UserLifecycle, RoleLifecycle, FirstPartyTokenService, UserAccessService],
        ...[TokenEndpoint, AuthorizationEndpoint, RevocationEndpoint, IntrospectionEndpoint],
      ],
    };
  }
}

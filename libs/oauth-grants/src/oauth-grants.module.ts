import { type DynamicModule, Module } from '@nestjs/common';
import { AuditModule, AuditTrail } from '@content-service/audit';
import { Clock } from '@content-service/kernel';
import { ClientRegistry, OAuthClientsModule } from '@content-service/oauth-clients';
import { AccessTokenCodec } from './access-token.codec.js';
import { AccessTokens } from './access-tokens.js';
import { AuthorizationCodes } from './authorization-codes.js';
import { AuthorizationEndpoint } from './authorization-endpoint.js';
import { ClientAuthentication } from './client-authentication.js';
import { Consents } from './consents.js';
import { ClientLifecycle } from './client-lifecycle.js';
import { FailedAuthentications } from './failed-authentications.js';
import { FirstPartyTokens } from './first-party-tokens.js';
import {
  AuthorizationCodeStore,
  ConsentStore,
  PendingAuthorizationStore,
  RefreshTokenStore,
  RevocationLog,
  SigningKeyStore,
} from './grant.store.js';
import { servedGrants } from './grants/index.js';
import { IntrospectionEndpoint } from './introspection-endpoint.js';
import { KeyRing } from './key-ring.js';
import { OAuthOptions } from './oauth-options.js';
import { PendingAuthorizations } from './pending-authorizations.js';
import { RefreshPolicy } from './refresh-policy.js';
import { RevocationEndpoint } from './revocation-endpoint.js';
import { Revocations } from './revocation.js';
import { TokenEndpoint } from './token-endpoint.js';
import { TokenFamilies } from './token-families.js';
import { UserScopes } from './user-scopes.js';

/** What tokens are made and judged with, and consents. */
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
    provide: Revocations,
    inject: [RevocationLog, Clock],
    useFactory: async (log: RevocationLog, clock: Clock) => {
      const revocations = new Revocations(log, clock);
      await revocations.refresh();
      return revocations;
    },
  },
  {
    provide: AccessTokens,
    inject: [AccessTokenCodec, KeyRing, Revocations, ClientRegistry, Clock, OAuthOptions],
    useFactory: (...parts: ConstructorParameters<typeof AccessTokens>) => new AccessTokens(...parts),
  },
  {
    provide: TokenFamilies,
    inject: [RefreshTokenStore, Revocations, RefreshPolicy, Clock],
    useFactory: (...parts: ConstructorParameters<typeof TokenFamilies>) => new TokenFamilies(...parts),
  },
  {
    provide: Consents,
    inject: [ConsentStore, AuditTrail, Clock],
    useFactory: (...parts: ConstructorParameters<typeof Consents>) => new Consents(...parts),
  },
];

/** What follows from who administers, and who is signed in. */
const lifecycles = [
  {
    provide: ClientLifecycle,
    inject: [ClientRegistry, TokenFamilies, Consents, AuditTrail],
    useFactory: (...parts: ConstructorParameters<typeof ClientLifecycle>) => new ClientLifecycle(...parts),
  },
  {
    provide: FirstPartyTokens,
    inject: [AccessTokens, UserScopes, Revocations, AuditTrail],
    useFactory: (...parts: ConstructorParameters<typeof FirstPartyTokens>) => new FirstPartyTokens(...parts),
  },
];

/** Where clients and browsers come with requests. */
const endpoints = [
  {
    provide: ClientAuthentication,
    inject: [ClientRegistry, Clock],
    useFactory: (clients: ClientRegistry, clock: Clock) =>
      new ClientAuthentication(clients, new FailedAuthentications(clock)),
  },
  {
    provide: TokenEndpoint,
    inject: [
      ClientAuthentication,
      AuditTrail,
      OAuthOptions,
      AccessTokens,
      AuthorizationCodeStore,
      ClientRegistry,
      TokenFamilies,
      UserScopes,
      Clock,
    ],
    useFactory: (
      authentication: ClientAuthentication,
      trail: AuditTrail,
      options: OAuthOptions,
      accessTokens: AccessTokens,
      codes: AuthorizationCodeStore,
      registry: ClientRegistry,
      families: TokenFamilies,
      users: UserScopes,
      clock: Clock,
    ) => {
      const grants = servedGrants({ accessTokens, codes, registry, families, users, trail, clock });
      return new TokenEndpoint(authentication, grants, trail, options);
    },
  },
  {
    provide: AuthorizationEndpoint,
    inject: [
      ClientRegistry,
      AuthorizationCodeStore,
      PendingAuthorizationStore,
      Consents,
      UserScopes,
      Clock,
      OAuthOptions,
    ],
    useFactory: (
      clients: ClientRegistry,
      codes: AuthorizationCodeStore,
      pending: PendingAuthorizationStore,
      consents: Consents,
      users: UserScopes,
      clock: Clock,
      options: OAuthOptions,
    ) =>
      new AuthorizationEndpoint(
        clients,
        new AuthorizationCodes(codes, clock),
        new PendingAuthorizations(pending, clock),
        consents,
        users,
        options,
      ),
  },
  {
    provide: RevocationEndpoint,
    inject: [ClientAuthentication, AccessTokens, Revocations, TokenFamilies, AuditTrail],
    useFactory: (...parts: ConstructorParameters<typeof RevocationEndpoint>) =>
      new RevocationEndpoint(...parts),
  },
  {
    provide: IntrospectionEndpoint,
    inject: [ClientAuthentication, AccessTokens],
    useFactory: (...parts: ConstructorParameters<typeof IntrospectionEndpoint>) =>
      new IntrospectionEndpoint(...parts),
  },
];

/** Needs `OAuthOptions`, `Clock`, `IdGenerator`, `UserScopes`, `RefreshPolicy` and the stores from modules that are global. */
@Module({})
export class OAuthGrantsModule {
  static with(codec: AccessTokenCodec): DynamicModule {
    return {
      module: OAuthGrantsModule,
      imports: [OAuthClientsModule, AuditModule],
      providers: [{ provide: AccessTokenCodec, useValue: codec }, ...tokens, ...lifecycles, ...endpoints],
      exports: [
        OAuthClientsModule,
        ...[AccessTokens, KeyRing, Revocations, TokenFamilies, ClientLifecycle, FirstPartyTokens],
        ...[TokenEndpoint, AuthorizationEndpoint, RevocationEndpoint, IntrospectionEndpoint],
      ],
    };
  }
}

import type { AuditTrail } from '@content-service/audit';
import type { Clock } from '@content-service/kernel';
import type { ClientRegistry } from '@content-service/oauth-clients';
import type { AccessTokenService, RevocationService } from '../access-token.service.js';
import type { AuthorizationCodeStore } from '../grant.store.js';
import type { TokenFamilyService } from '../token-family.service.js';
import { type UserScopes, UserTokenService } from '../user-token.service.js';
import { AuthorizationCodeGrant } from './authorization-code.grant.js';
import { ClientCredentialsGrant } from './client-credentials.grant.js';
import type { Grant } from './grant.js';
import { RefreshTokenGrant } from './refresh-token.grant.js';

/** What grants are made of. */
interface GrantDependencies {
  readonly accessTokens: AccessTokenService;
  readonly codes: AuthorizationCodeStore;
  readonly registry: ClientRegistry;
  readonly families: TokenFamilyService;
  readonly revocations: RevocationService;
  readonly users: UserScopes;
  readonly trail: AuditTrail;
  readonly clock: Clock;
}

/**
 * The grants that are served. A new one is a file beside this, a line here, its name in `GRANT_TYPES` (oauth-clients) and
 * its parameters in `TokenRequestDto` of the application; the administration labels it in `api-clients/client-fields.tsx`.
 */
export function createGrants({
  accessTokens,
  codes,
  registry,
  families,
  revocations,
  users,
  trail,
  clock,
}: GrantDependencies): readonly Grant[] {
  const userTokens = new UserTokenService(accessTokens, users);
  return [
    new ClientCredentialsGrant(accessTokens),
    new AuthorizationCodeGrant(codes, registry, families, revocations, userTokens, trail, clock),
    new RefreshTokenGrant(families, userTokens, trail),
  ];
}

import type { AuditTrail } from '@content-service/audit';
import type { Clock } from '@content-service/kernel';
import type { ClientRegistry } from '@content-service/oauth-clients';
import type { AccessTokens } from '../access-tokens.js';
import type { AuthorizationCodeStore } from '../grant.store.js';
import type { TokenFamilies } from '../token-families.js';
import type { UserScopes } from '../user-scopes.js';
import { UserTokens } from '../user-tokens.js';
import { AuthorizationCodeGrant } from './authorization-code.grant.js';
import { ClientCredentialsGrant } from './client-credentials.grant.js';
import type { Grant } from './grant.js';
import { RefreshTokenGrant } from './refresh-token.grant.js';

/** What grants are made of. */
interface Parts {
  readonly accessTokens: AccessTokens;
  readonly codes: AuthorizationCodeStore;
  readonly registry: ClientRegistry;
  readonly families: TokenFamilies;
  readonly users: UserScopes;
  readonly trail: AuditTrail;
  readonly clock: Clock;
}

/** The grants that are served: a new one is a file beside this and a line here. */
export function servedGrants({
  accessTokens,
  codes,
  registry,
  families,
  users,
  trail,
  clock,
}: Parts): readonly Grant[] {
  const userTokens = new UserTokens(accessTokens, users);
  return [
    new ClientCredentialsGrant(accessTokens),
    new AuthorizationCodeGrant(codes, registry, families, userTokens, trail, clock),
    new RefreshTokenGrant(families, userTokens, trail),
  ];
}

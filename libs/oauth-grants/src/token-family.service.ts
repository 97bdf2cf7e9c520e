import type { AuditLines } from '@content-service/audit';
import { type Clock, generateSecret, sha256, type Uuid } from '@content-service/kernel';
import type { AuthorizationCode, RefreshToken, RefreshTokenStore } from './grant.store.js';
import { REFRESH_TOKEN_LIFETIME_SECONDS } from './oauth-options.js';
import { OAuthError } from './oauth.errors.js';
import type { RevocationService, RevocationSubject } from './access-token.service.js';

/** The owner of tokens: a user, a client, or a user at a client. */
export type TokenOwner =
  | { readonly userId: Uuid; readonly clientId?: string }
  | { readonly userId?: undefined; readonly clientId: string };

/**
 * The tokens that descend from one decision of a user. Each refresh token is used once and replaced by the next. The
 * second use of one shows that it was stolen, before or after its first use: the whole family is revoked (RFC 9700 §4.14.2).
 */
export class TokenFamilyService {
  constructor(
    private readonly store: RefreshTokenStore,
    private readonly revocations: RevocationService,
    private readonly policy: RefreshPolicy,
    private readonly clock: Clock,
  ) {}

  /**
   * The first refresh token of a family.
   *
   * @throws OAuthError invalid_grant when a concurrent second use of the code has revoked the family
   */
  async start(code: AuthorizationCode): Promise<string> {
    return this.insert({ ...code, familyStartedAt: this.clock.now() });
  }

  /** The stored refresh token, used or revoked or not. */
  find(token: string): Promise<RefreshToken | undefined> {
    return this.store.find(sha256(token));
  }

  /**
   * The refresh token, if this client may use it.
   *
   * @throws OAuthError invalid_grant
   */
  async validate(token: string, clientId: string): Promise<RefreshToken> {
    const presented = await this.find(token);
    if (presented === undefined) throw OAuthError.grant('The refresh token is unknown.');
    if (presented.clientId !== clientId)
      throw OAuthError.grant('The refresh token was issued to another client.');
    if (this.getFamilyEnd(presented) <= this.clock.now())
      throw OAuthError.grant('The refresh token has expired.');
    return presented;
  }

  /**
   * Uses the token up and gives its successor.
   *
   * @returns `undefined` when it was used before, and the family is revoked for that
   * @throws OAuthError invalid_grant when it was revoked
   */
  async rotate(presented: RefreshToken): Promise<string | undefined> {
    const secret = generateSecret();
    const now = this.clock.now();
    const rotation = await this.store.rotate(presented.tokenHash, this.buildToken(secret, presented), now);
    if (rotation.outcome === 'rotated') return secret;
    if (rotation.outcome !== 'reused') throw OAuthError.grant('The refresh token has been revoked.');
    if (rotation.directPredecessor && now < rotation.usedAt + this.policy.current().refreshReuseGraceSeconds)
      return this.insert(presented);
    await this.revoke(presented.familyId);
    return undefined;
  }

  /**
   * Ends every token of the family, for good.
   *
   * @returns `false` when the family was revoked just before: nothing is stored, so that repeated requests store nothing
   */
  async revoke(familyId: Uuid): Promise<boolean> {
    if (this.revocations.isFamilyRevoked(familyId)) return false;
    await this.store.revokeFamily(familyId, this.clock.now());
    await this.revocations.revoke([{ subject: 'family', id: familyId }]);
    return true;
  }

  /**
   * Ends every token that the owner has at this moment; new ones can be requested. For a user or a client, codes that are
   * not exchanged and authorizations that wait for a decision end, too.
   *
   * @param auditLines are stored with the first revocation
   */
  async revokeAllForOwner(owner: TokenOwner, auditLines?: AuditLines): Promise<void> {
    // First what ends codes: the exchange of one begins its family and then looks for revocations, so a family that
    // begins after those of the store were revoked is found dead.
    await this.revocations.revoke(toRevocationSubjects(owner), auditLines);
    const families = await this.store.revokeByOwner(owner, this.clock.now());
    if (owner.userId !== undefined && owner.clientId !== undefined)
      await this.revocations.revoke(families.map((id) => ({ subject: 'family', id })));
  }

  private async insert(lineage: TokenLineage): Promise<string> {
    const secret = generateSecret();
    await this.store.insert(this.buildToken(secret, lineage));
    if (await this.store.isRevoked(lineage.familyId)) throw OAuthError.grant('The grant has been revoked.');
    return secret;
  }

  private buildToken(secret: string, lineage: TokenLineage): RefreshToken {
    const { familyId, clientId, userId, scope, authenticatedAt, familyStartedAt } = lineage;
    const issuedAt = this.clock.now();
    const times = {
      ...(authenticatedAt === undefined ? {} : { authenticatedAt }),
      ...{ issuedAt, expiresAt: issuedAt + REFRESH_TOKEN_LIFETIME_SECONDS, familyStartedAt },
    };
    const token = { tokenHash: sha256(secret), familyId, clientId, userId, scope, ...times };
    return { ...token, expiresAt: this.getFamilyEnd(token) };
  }

  /** No token outlives the longest life of a family, as it is set now. */
  private getFamilyEnd({
    expiresAt,
    familyStartedAt,
  }: Pick<RefreshToken, 'expiresAt' | 'familyStartedAt'>): number {
    const { refreshFamilyMaximumSeconds: maximum } = this.policy.current();
    return maximum === 0 ? expiresAt : Math.min(expiresAt, familyStartedAt + maximum);
  }
}

function toRevocationSubjects({ userId, clientId }: TokenOwner): RevocationSubject[] {
  if (userId === undefined) return [{ subject: 'client', id: clientId }];
  return clientId === undefined ? [{ subject: 'user', id: userId }] : [];
}

/** The members that a refresh token passes to its successor. */
type TokenLineage = Pick<
  RefreshToken,
  'familyId' | 'clientId' | 'userId' | 'scope' | 'authenticatedAt' | 'familyStartedAt'
>;

export interface RefreshLimits {
  /** How long a family can live; 0 means for as long as it is used. */
  readonly refreshFamilyMaximumSeconds: number;
  /** How long the direct predecessor of a refresh token may be used once more. */
  readonly refreshReuseGraceSeconds: number;
}

/** The site's limits of refresh tokens, read with every request. */
export abstract class RefreshPolicy {
  abstract current(): RefreshLimits;
}

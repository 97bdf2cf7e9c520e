import { type Clock, newSecret, sha256, type Uuid } from '@content-service/kernel';
import type { AuthorizationCode, RefreshToken, RefreshTokenStore } from './grant.store.js';
import { OAuthError } from './oauth.errors.js';
import type { RefreshPolicy } from './refresh-policy.js';
import type { Revocations, RevocationSubject } from './revocation.js';

/** Specification, «Limits». */
const REFRESH_TOKEN_LIFETIME_SECONDS = 1_209_600;

/** Whose tokens: those of a user, of a client, or of a user at a client. */
export type TokenOwner =
  | { readonly userId: Uuid; readonly clientId?: string }
  | { readonly userId?: undefined; readonly clientId: string };

/**
 * The tokens that descend from one decision of a user. Each refresh token is used once and replaced by the next. One that
 * comes a second time is in two hands, and nobody can tell which of them is the client's: so the whole family ends
 * (RFC 9700 §4.14.2).
 */
export class TokenFamilies {
  constructor(
    private readonly store: RefreshTokenStore,
    private readonly revocations: Revocations,
    private readonly policy: RefreshPolicy,
    private readonly clock: Clock,
  ) {}

  /**
   * The first refresh token of a family.
   *
   * @throws OAuthError invalid_grant when somebody used the code a second time meanwhile, which ended the family
   */
  async begin({ familyId, clientId, userId, scope }: AuthorizationCode): Promise<string> {
    return this.insert({ familyId, clientId, userId, scope, familyStartedAt: this.clock.now() });
  }

  /** The refresh token as it is known, used or revoked or not. */
  find(token: string): Promise<RefreshToken | undefined> {
    return this.store.find(sha256(token));
  }

  /**
   * The refresh token, if this client may use it.
   *
   * @throws OAuthError invalid_grant
   */
  async present(token: string, clientId: string): Promise<RefreshToken> {
    const presented = await this.find(token);
    if (presented === undefined) throw OAuthError.grant('The refresh token is unknown.');
    if (presented.clientId !== clientId)
      throw OAuthError.grant('The refresh token was issued to another client.');
    if (this.endOf(presented) <= this.clock.now()) throw OAuthError.grant('The refresh token has expired.');
    return presented;
  }

  /**
   * Uses the token up and gives its successor.
   *
   * @returns `undefined` when it was used before, and the family is revoked for that
   * @throws OAuthError invalid_grant when it was revoked
   */
  async renew(presented: RefreshToken): Promise<string | undefined> {
    const secret = newSecret();
    const now = this.clock.now();
    const rotation = await this.store.rotate(presented.tokenHash, this.tokenFor(secret, presented), now);
    if (rotation.outcome === 'rotated') return secret;
    if (rotation.outcome !== 'reused') throw OAuthError.grant('The refresh token has been revoked.');
    if (rotation.directPredecessor && now < rotation.usedAt + this.policy.current().refreshReuseGraceSeconds)
      return this.insert(presented);
    await this.revoke(presented.familyId);
    return undefined;
  }

  /** Ends every token of the family, for good. */
  async revoke(familyId: Uuid): Promise<void> {
    await this.store.revokeFamily(familyId, this.clock.now());
    await this.revocations.revoke([{ subject: 'family', id: familyId }]);
  }

  /** Ends every token that the owner has at this moment; new ones can be asked for. */
  async revokeAllOf(owner: TokenOwner): Promise<void> {
    const families = await this.store.revokeBy(owner, this.clock.now());
    await this.revocations.revoke(subjectsOf(owner, families));
  }

  private async insert(descent: Descent): Promise<string> {
    const secret = newSecret();
    await this.store.insert(this.tokenFor(secret, descent));
    if (await this.store.isRevoked(descent.familyId)) throw OAuthError.grant('The grant has been revoked.');
    return secret;
  }

  private tokenFor(secret: string, descent: Descent): RefreshToken {
    const { familyId, clientId, userId, scope, familyStartedAt } = descent;
    const issuedAt = this.clock.now();
    const times = { issuedAt, expiresAt: issuedAt + REFRESH_TOKEN_LIFETIME_SECONDS, familyStartedAt };
    const token = { tokenHash: sha256(secret), familyId, clientId, userId, scope, ...times };
    return { ...token, expiresAt: this.endOf(token) };
  }

  /** No token outlives the longest life of a family, as it is set now. */
  private endOf({ expiresAt, familyStartedAt }: Pick<RefreshToken, 'expiresAt' | 'familyStartedAt'>): number {
    const { refreshFamilyMaximumSeconds: maximum } = this.policy.current();
    return maximum === 0 ? expiresAt : Math.min(expiresAt, familyStartedAt + maximum);
  }
}

function subjectsOf({ userId, clientId }: TokenOwner, families: readonly Uuid[]): RevocationSubject[] {
  if (userId === undefined) return [{ subject: 'client', id: clientId }];
  if (clientId === undefined) return [{ subject: 'user', id: userId }];
  return families.map((id) => ({ subject: 'family', id }));
}

/** What a refresh token hands on to the next. */
type Descent = Pick<RefreshToken, 'familyId' | 'clientId' | 'userId' | 'scope' | 'familyStartedAt'>;

import { randomUUID } from 'node:crypto';
import type { Clock, Uuid } from '@content-service/kernel';
import { type ApiClient, type ClientRegistry, FIRST_PARTY_CLIENT_ID } from '@content-service/oauth-clients';
import type { ScopeSet } from '@content-service/scopes';
import type { AccessTokenCodec } from './access-token.codec.js';
import {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  type AccessTokenClaims,
  AccessTokenRefused,
  readClaims,
  toPrincipal,
} from './access-token.js';
import type { KeyRing } from './key-ring.js';
import type { OAuthOptions } from './oauth-options.js';
import type { Revocations } from './revocation.js';
import { TokenVerifier, type VerifiedToken } from './token-verifier.js';

/** For whom, through which client and for what a token is made. */
export interface AccessTokenGrant {
  /** The user, or the client itself. */
  readonly subject: string;
  readonly clientId: string;
  readonly scopes: ScopeSet;
  readonly familyId?: Uuid;
}

export interface IssuedAccessToken {
  readonly token: string;
  readonly claims: AccessTokenClaims;
}

/** Makes access tokens and tells good ones from bad ones. They are not stored: what revokes them is. */
export class AccessTokens extends TokenVerifier {
  constructor(
    private readonly codec: AccessTokenCodec,
    private readonly keys: Pick<KeyRing, 'current' | 'find'>,
    private readonly revocations: Revocations,
    private readonly clients: Pick<ClientRegistry, 'find' | 'atHand'>,
    private readonly clock: Clock,
    private readonly options: Pick<OAuthOptions, 'issuer' | 'audience'>,
  ) {
    super();
  }

  async issue({ subject, clientId, scopes, familyId }: AccessTokenGrant): Promise<IssuedAccessToken> {
    const now = this.clock.now();
    const about = {
      sub: subject,
      client_id: clientId,
      jti: randomUUID(),
      ...(familyId === undefined ? {} : { fid: familyId }),
    };
    const claims: AccessTokenClaims = {
      iss: this.options.issuer,
      aud: this.options.audience,
      ...about,
      scope: scopes.toString(),
      iat: Math.max(now, this.revocations.notBefore(about)),
      nbf: now,
      exp: now + ACCESS_TOKEN_LIFETIME_SECONDS,
    };
    return { token: await this.codec.encode(claims, this.keys.current()), claims };
  }

  override async verify(token: string): Promise<VerifiedToken> {
    const claims = readClaims(this.codec.decode(token, (kid) => this.keys.find(kid)));
    if (claims === undefined || !this.isMeantForUs(claims)) throw new AccessTokenRefused('unverified');
    const client = await this.clients.find(claims.client_id);
    if (!this.isGood(claims, client)) throw new AccessTokenRefused('revoked');
    return { claims, principal: toPrincipal(claims) };
  }

  /** The token, if it is good. */
  async find(token: string): Promise<VerifiedToken | undefined> {
    try {
      return await this.verify(token);
    } catch (error) {
      if (error instanceof AccessTokenRefused) return undefined;
      throw error;
    }
  }

  override isInForce({ claims }: VerifiedToken): boolean {
    return this.isGood(claims, this.clients.atHand(claims.client_id));
  }

  /**
   * Not expired, not revoked, its client enabled. The browser administration is no API client, and always there.
   *
   * @param client `undefined` when it was deleted, or cannot be told without waiting
   */
  private isGood(claims: AccessTokenClaims, client: Pick<ApiClient, 'enabled'> | undefined): boolean {
    const isEnabled = claims.client_id === FIRST_PARTY_CLIENT_ID || client?.enabled === true;
    return isEnabled && this.clock.now() < claims.exp && !this.revocations.isRevoked(claims);
  }

  /** No allowance for clocks that differ: both ends of a token's life are this service's. */
  private isMeantForUs({ iss, aud, nbf, exp }: AccessTokenClaims): boolean {
    const now = this.clock.now();
    return iss === this.options.issuer && aud === this.options.audience && nbf <= now && now < exp;
  }
}

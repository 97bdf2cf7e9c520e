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
  /** Those of this moment unless said. */
  readonly dates?: TokenDates;
}

export type TokenDates = Pick<AccessTokenClaims, 'iat' | 'nbf' | 'exp'>;

/** How far the clocks of the processes of one service may differ: what one has issued, the others take at once. */
const CLOCK_DIFFERENCE_SECONDS = 10;

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

  /**
   * The dates of a token that is going to be issued. Asked for before it is found out what its owner may do: whoever takes
   * something from the owner after that, and revokes, finds the token dated before.
   */
  datesFor({ subject, clientId }: Pick<AccessTokenGrant, 'subject' | 'clientId'>): TokenDates {
    const now = this.clock.now();
    return {
      iat: Math.max(now, this.revocations.notBefore({ sub: subject, client_id: clientId })),
      nbf: now - CLOCK_DIFFERENCE_SECONDS,
      exp: now + ACCESS_TOKEN_LIFETIME_SECONDS,
    };
  }

  async issue(grant: AccessTokenGrant): Promise<IssuedAccessToken> {
    const { subject, clientId, scopes, familyId, dates = this.datesFor(grant) } = grant;
    const claims: AccessTokenClaims = {
      iss: this.options.issuer,
      aud: this.options.audience,
      sub: subject,
      client_id: clientId,
      jti: randomUUID(),
      ...(familyId === undefined ? {} : { fid: familyId }),
      scope: scopes.toString(),
      ...dates,
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

  /** No allowance for clocks that differ: the dates of a token have it. */
  private isMeantForUs({ iss, aud, nbf, exp }: AccessTokenClaims): boolean {
    const now = this.clock.now();
    return iss === this.options.issuer && aud === this.options.audience && nbf <= now && now < exp;
  }
}

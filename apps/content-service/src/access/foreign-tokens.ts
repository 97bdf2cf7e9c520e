import { Logger } from '@nestjs/common';
import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { Clock } from '@content-service/kernel';
import {
  ACCESS_TOKEN_TYPE,
  AccessTokenRefused,
  readClaims,
  toPrincipal,
  TokenVerifier,
  type VerifiedToken,
} from '@content-service/oauth-grants';
import type { TokenIssuer } from '../config.js';

/** What jose says when it is not the token that is at fault. */
const NO_KEYS = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']);

/** How long an answer of the issuer is waited for. */
const PATIENCE_MS = 5000;

/**
 * Access tokens of another service, of which this one knows only the public keys: what it revokes is good here until it
 * expires, 300 seconds at the most.
 */
export class ForeignTokens extends TokenVerifier {
  private readonly logger = new Logger(ForeignTokens.name);
  /** On their way or here; once they could not be had, they are asked for again. */
  private keys: Promise<JWTVerifyGetKey> | undefined;

  constructor(
    private readonly issuer: TokenIssuer,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async verify(token: string): Promise<VerifiedToken> {
    const claims = readClaims(await this.payloadOf(token));
    if (claims === undefined) throw new AccessTokenRefused('unverified');
    return { claims, principal: toPrincipal(claims) };
  }

  override isInForce({ claims }: VerifiedToken): boolean {
    return this.clock.now() < claims.exp;
  }

  private async payloadOf(token: string): Promise<unknown> {
    try {
      const { payload } = await jwtVerify(token, await this.knownKeys(), {
        ...this.issuer,
        typ: ACCESS_TOKEN_TYPE,
        algorithms: ['RS256', 'ES256'],
        currentDate: new Date(this.clock.now() * 1000),
      });
      return payload;
    } catch (error) {
      const isAboutToken = error instanceof errors.JOSEError && !NO_KEYS.has(error.code);
      if (!isAboutToken)
        this.logger.warn(`The keys of ${this.issuer.issuer} cannot be had: ${String(error)}`);
      throw new AccessTokenRefused('unverified');
    }
  }

  /** Requests that come at the same moment wait for one answer of the issuer. */
  private knownKeys(): Promise<JWTVerifyGetKey> {
    this.keys ??= this.publishedKeys().catch((error: unknown) => {
      this.keys = undefined;
      throw error;
    });
    return this.keys;
  }

  /** Where its metadata say they are (RFC 8414 §3.1); asked for again when a token names one that is unknown. */
  private async publishedKeys(): Promise<JWTVerifyGetKey> {
    const { origin, pathname } = new URL(this.issuer.issuer);
    const path = pathname === '/' ? '' : pathname;
    const address = `${origin}/.well-known/oauth-authorization-server${path}`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const { issuer, jwks_uri } = (await answer.json()) as { issuer?: string; jwks_uri?: string };
    if (issuer !== this.issuer.issuer || jwks_uri === undefined)
      throw new Error(`${address} is not about this issuer.`);
    return createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: PATIENCE_MS });
  }
}

import { Logger } from '@nestjs/common';
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { Clock } from '@content-service/kernel';
import {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  ACCESS_TOKEN_TYPE,
  type AccessTokenClaims,
  AccessTokenRefused,
  isInLifetime,
  parseClaims,
  toPrincipal,
  TokenVerifier,
  type VerifiedToken,
} from '@content-service/oauth-grants';
import { isHttpsOrLoopback } from '../../platform/config/base-url.js';
import type { TokenIssuer } from '../../platform/config/config.js';
import type { Fetch } from '../../platform/tracing/traced-fetch.js';

/** Errors of jose that concern the key set, not the token. */
const NO_KEYS = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']);

/**
 * Maximum lifetime of an accepted token: that of the service's own (specification, «Token endpoint») and 10 seconds of
 * clock skew.
 */
const LIFETIME_MAXIMUM_SECONDS = ACCESS_TOKEN_LIFETIME_SECONDS + 10;

/** Time limit of requests to the issuer. */
const FETCH_TIMEOUT_MS = 5000;

/**
 * Verifies access tokens of another issuer by its public keys. A revoked token is accepted until it expires, at most 310
 * seconds after it was issued.
 */
export class RemoteTokenVerifier extends TokenVerifier {
  private readonly logger = new Logger(RemoteTokenVerifier.name);
  /** The key set, loaded on first use and again after a failure. */
  private keys: Promise<JWTVerifyGetKey> | undefined;

  constructor(
    private readonly issuer: TokenIssuer,
    private readonly clock: Clock,
    private readonly request: Fetch = fetch,
  ) {
    super();
  }

  override async verify(token: string): Promise<VerifiedToken> {
    const claims = parseClaims(await this.verifySignature(token));
    if (claims === undefined || !this.hasBoundedLifetime(claims)) throw new AccessTokenRefused('unverified');
    return { claims, principal: toPrincipal(claims) };
  }

  override isInForce({ claims }: VerifiedToken): boolean {
    return isInLifetime(claims, this.clock.now());
  }

  /** Whether the lifetime, counted from `iat` or from now when `iat` is in the future, is within the maximum. */
  private hasBoundedLifetime({ iat, exp }: AccessTokenClaims): boolean {
    return exp - Math.min(iat, this.clock.now()) <= LIFETIME_MAXIMUM_SECONDS;
  }

  private async verifySignature(token: string): Promise<unknown> {
    try {
      const { payload } = await jwtVerify(token, await this.getKeySet(), {
        ...this.issuer,
        typ: ACCESS_TOKEN_TYPE,
        algorithms: ['RS256', 'ES256'],
        currentDate: new Date(this.clock.now() * 1000),
      });
      return payload;
    } catch (error) {
      const isAboutToken = error instanceof errors.JOSEError && !NO_KEYS.has(error.code);
      if (!isAboutToken)
        this.logger.warn(`The keys of ${this.issuer.issuer} could not be loaded: ${String(error)}`);
      throw new AccessTokenRefused('unverified');
    }
  }

  /** Concurrent requests share one request to the issuer. */
  private getKeySet(): Promise<JWTVerifyGetKey> {
    this.keys ??= this.fetchKeySet().catch((error: unknown) => {
      this.keys = undefined;
      throw error;
    });
    return this.keys;
  }

  /**
   * Loads the key set at the `jwks_uri` of the issuer's metadata (RFC 8414 §2 and §3.1), over https except on this machine.
   * jose reloads it for a token with an unknown `kid`.
   */
  private async fetchKeySet(): Promise<JWTVerifyGetKey> {
    const { origin, pathname } = new URL(this.issuer.issuer);
    const path = pathname === '/' ? '' : pathname;
    const address = `${origin}/.well-known/oauth-authorization-server${path}`;
    // A redirect could lead through http, where the address of the keys can be exchanged.
    const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
    const response = await this.request(address, { signal, redirect: 'error' });
    const { issuer, jwks_uri } = (await response.json()) as { issuer?: string; jwks_uri?: string };
    if (issuer !== this.issuer.issuer || jwks_uri === undefined)
      throw new Error(`${address} is not the metadata of this issuer.`);
    if (!URL.canParse(jwks_uri) || !isHttpsOrLoopback(jwks_uri))
      throw new Error(`The jwks_uri of ${address} must be an https URL, got '${jwks_uri.slice(0, 200)}'.`);
    return createRemoteJWKSet(new URL(jwks_uri), {
      timeoutDuration: FETCH_TIMEOUT_MS,
      [customFetch]: this.request,
    });
  }
}

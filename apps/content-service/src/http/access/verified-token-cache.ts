import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { sha256 } from '@content-service/kernel';
import { TokenVerifier, type VerifiedToken } from '@content-service/oauth-grants';
import type { Principal } from '@content-service/scopes';
import type { LookupCount } from '../../platform/metrics/cache-lookups.js';
import { Metrics } from '../../platform/metrics/metrics.js';

const CACHE_SIZE_MAXIMUM = 5000;

/**
 * Recently verified tokens: a lookup costs about a twentieth of checking a signature. The least recently used token is
 * evicted first. Keys are hashes, so that a memory dump contains no usable token.
 */
@Injectable()
export class VerifiedTokenCache {
  private readonly verified = new LRUCache<string, VerifiedToken>({ max: CACHE_SIZE_MAXIMUM });

  private readonly lookups: LookupCount;

  constructor(
    private readonly tokens: TokenVerifier,
    { cacheLookups }: Metrics,
  ) {
    this.lookups = cacheLookups.of('access_tokens');
  }

  /** The principal of a cached token; `undefined` when it is unknown, expired or revoked. */
  find(token: string): Principal | undefined {
    const key = sha256(token);
    const verified = this.verified.get(key);
    const isInForce = verified !== undefined && this.tokens.isInForce(verified);
    this.lookups.add(isInForce);
    if (isInForce) return verified.principal;
    if (verified !== undefined) this.verified.delete(key);
    return undefined;
  }

  add(token: string, verified: VerifiedToken): void {
    this.verified.set(sha256(token), verified);
  }
}

import { Injectable } from '@nestjs/common';
import { sha256 } from '@content-service/kernel';
import { TokenVerifier, type VerifiedToken } from '@content-service/oauth-grants';
import type { Principal } from '@content-service/scopes';

const MOST = 5000;

/**
 * Tokens that were found good a short time ago: checking a signature costs some twenty times what looking here does.
 * Bounded, the least lately used going first; kept under the hash of the token, so that a picture of the memory holds
 * none that could be used.
 */
@Injectable()
export class ClaimsCache {
  /** In the order of their last use: a `Map` keeps the order of insertion. */
  private readonly verified = new Map<string, VerifiedToken>();

  constructor(private readonly tokens: TokenVerifier) {}

  /** Who is behind the token, if it is known here and still in force. */
  find(token: string): Principal | undefined {
    const key = sha256(token);
    const verified = this.verified.get(key);
    if (verified === undefined) return undefined;
    this.verified.delete(key);
    if (!this.tokens.isInForce(verified)) return undefined;
    this.verified.set(key, verified);
    return verified.principal;
  }

  add(token: string, verified: VerifiedToken): void {
    this.verified.set(sha256(token), verified);
    const [oldest] = this.verified.keys();
    if (this.verified.size > MOST && oldest !== undefined) this.verified.delete(oldest);
  }
}

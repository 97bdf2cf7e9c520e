import type { Principal } from '@content-service/scopes';
import type { AccessTokenClaims } from './access-token.js';

/** A token that was found good. */
export interface VerifiedToken {
  readonly claims: AccessTokenClaims;
  readonly principal: Principal;
}

/** Tells good access tokens from bad ones, whoever made them. */
export abstract class TokenVerifier {
  /** @throws AccessTokenRefused */
  abstract verify(token: string): Promise<VerifiedToken>;

  /**
   * Whether a token that was good once still is. Never waits, so that it can be asked with every request; a `false` may
   * also mean that this cannot be said without waiting, and `verify` tells.
   */
  abstract isInForce(token: VerifiedToken): boolean;
}

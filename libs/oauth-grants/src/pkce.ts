import { equalsInConstantTime, sha256 } from '@content-service/kernel';
import type { ApiClient } from '@content-service/oauth-clients';
import type { AuthorizationPolicy } from './authorization-request.js';
import { OAuthError } from './oauth.errors.js';

/** The method `plain` is refused: an observer of the request could redeem the code (RFC 9700 §2.1.1). */
export const CODE_CHALLENGE_METHODS = ['S256'] as const;

/** Base64url of a SHA-256 hash (RFC 7636 §4.2): nothing else could ever be met by a verifier. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
/** RFC 7636 §4.1. */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

/**
 * The challenge of an authorization request, if it needs or has one. Public clients need one (RFC 9700 §2.1.1), and so do
 * clients of which their own setting or that of the site says so; the requests of the specification have none.
 *
 * @throws OAuthError invalid_request
 */
export function parseCodeChallenge(
  challenge: string | undefined,
  method: string | undefined,
  client: ApiClient,
  policy: AuthorizationPolicy,
): string | undefined {
  if (challenge === undefined) {
    const isRequired = !client.confidential || client.requirePkce || policy.current().requirePkce;
    if (method !== undefined || isRequired) throw OAuthError.missing('code_challenge');
    return undefined;
  }
  // Without a method it would be `plain` (RFC 7636 §4.3).
  if (method !== 'S256') throw invalidVerifier('The parameter code_challenge_method must be S256.');
  if (!CHALLENGE.test(challenge))
    throw invalidVerifier(
      'The parameter code_challenge must be 43 characters of A-Z a-z 0-9 - _ (RFC 7636 §4.2).',
    );
  return challenge;
}

/**
 * Requires a well-formed verifier for a code with a challenge, and none for a code without. A verifier without a challenge
 * indicates that another code was injected (RFC 9700 §4.8.2).
 *
 * @throws OAuthError invalid_request
 */
export function assertCodeVerifier(verifier: string | undefined, challenge: string | undefined): void {
  if (challenge === undefined) {
    if (verifier === undefined) return;
    throw invalidVerifier('There is a code_verifier, but the authorization request had no code_challenge.');
  }
  if (verifier === undefined) throw OAuthError.missing('code_verifier');
  if (!VERIFIER.test(verifier))
    throw invalidVerifier(
      'The parameter code_verifier must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~ (RFC 7636 §4.1).',
    );
}

/** Whether the verifier matches the challenge (RFC 7636 §4.6); also true without a challenge. */
export function matchesChallenge(verifier: string | undefined, challenge: string | undefined): boolean {
  if (challenge === undefined) return true;
  return verifier !== undefined && equalsInConstantTime(sha256(verifier), challenge);
}

function invalidVerifier(hint: string): OAuthError {
  return new OAuthError('invalid_request', hint);
}

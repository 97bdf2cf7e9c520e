import { equalInConstantTime, sha256 } from '@content-service/kernel';
import type { ApiClient } from '@content-service/oauth-clients';
import { OAuthError } from './oauth.errors.js';

/** Of the methods, `plain` is refused: whoever sees the request could redeem the code (RFC 9700 §2.1.1). */
export const CODE_CHALLENGE_METHODS = ['S256'] as const;

/** Base64url of a SHA-256 hash (RFC 7636 §4.2): nothing else could ever be met by a verifier. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
/** RFC 7636 §4.1. */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

/**
 * The challenge of an authorization request, if it needs or has one.
 *
 * @throws OAuthError invalid_request
 */
export function checkedChallenge(
  challenge: string | undefined,
  method: string | undefined,
  client: ApiClient,
): string | undefined {
  if (challenge === undefined) {
    if (method !== undefined || client.requirePkce || !client.confidential)
      throw OAuthError.missing('code_challenge');
    return undefined;
  }
  // Without a method it would be `plain` (RFC 7636 §4.3).
  if (method !== 'S256') throw invalid('The parameter code_challenge_method must be S256.');
  if (!CHALLENGE.test(challenge))
    throw invalid('The parameter code_challenge must be 43 characters of A-Z a-z 0-9 - _ (RFC 7636 §4.2).');
  return challenge;
}

/**
 * Whether the verifier is there when it must be, and only then. One that comes without a challenge is a sign that
 * somebody has put another code in the place of the client's own (RFC 9700 §4.8.2).
 *
 * @throws OAuthError invalid_request
 */
export function requireVerifier(verifier: string | undefined, challenge: string | undefined): void {
  if (challenge === undefined) {
    if (verifier === undefined) return;
    throw invalid('There is a code_verifier, but the authorization request had no code_challenge.');
  }
  if (verifier === undefined) throw OAuthError.missing('code_verifier');
  if (!VERIFIER.test(verifier))
    throw invalid(
      'The parameter code_verifier must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~ (RFC 7636 §4.1).',
    );
}

/** Whether the verifier is the one behind the challenge; it is when there is neither. */
export function meetsChallenge(verifier: string | undefined, challenge: string | undefined): boolean {
  if (challenge === undefined) return true;
  return verifier !== undefined && equalInConstantTime(sha256(verifier), challenge);
}

function invalid(hint: string): OAuthError {
  return new OAuthError('invalid_request', hint);
}

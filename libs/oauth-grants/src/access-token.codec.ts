import type { AccessTokenClaims } from './access-token.js';
import type { OpenedKey, VerificationKey } from './signing-key.js';

/** Turns claims into signed text and back. Knows keys and headers; what claims mean is none of its business. */
export abstract class AccessTokenCodec {
  /** A JWT signed with the key, its header being `alg`, `typ: at+jwt` and `kid` (RFC 9068 §2.1). */
  abstract encode(claims: AccessTokenClaims, key: OpenedKey): Promise<string>;

  /**
   * The payload of a token whose header says `typ: at+jwt`, that is signed with the key its `kid` names, and with the one
   * algorithm of that key (RFC 8725 §3.1). Times and other claims are not looked at.
   *
   * @throws AccessTokenRefused
   */
  abstract decode(token: string, keyOf: (kid: string) => VerificationKey | undefined): unknown;
}

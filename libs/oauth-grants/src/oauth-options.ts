/** The configuration of tokens and keys. */
export abstract class OAuthOptions {
  /** The base URL of the service, byte for byte (RFC 8414 §2). */
  abstract readonly issuer: string;
  /** The audience of the tokens: the base URL followed by the prefix of the content interface. */
  abstract readonly audience: string;
  /** Seals private keys in the store. */
  abstract readonly keySecret: string;
  /** The secret before a rotation, with which keys are still unsealed. */
  abstract readonly previousKeySecret: string | undefined;
  /** The algorithm of new keys; existing keys keep theirs. */
  abstract readonly signingAlgorithm: 'RS256' | 'ES256';
}

/** Specification, «Limits». */
export const ACCESS_TOKEN_LIFETIME_SECONDS = 300;

/** Specification, «Limits». */
export const AUTHORIZATION_CODE_LIFETIME_SECONDS = 300;

/** Specification, «Limits». */
export const REFRESH_TOKEN_LIFETIME_SECONDS = 1_209_600;

/**
 * How long the verification of the password counts as recent: for sensitive changes, and for the consent to scopes that
 * administer (OWASP ASVS 5, 7.5.1).
 */
export const RECENT_AUTHENTICATION_SECONDS = 600;

/** The time for a user's decision on an authorization request. Not stated by the specification. */
export const DECISION_TIMEOUT_SECONDS = 600;

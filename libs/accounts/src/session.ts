import { equalsInConstantTime, generateSecret, sha256, type Uuid } from '@content-service/kernel';

/** A user's session in a browser. Times are UNIX seconds. */
export interface UserSession {
  /** SHA-256 of the id, base64url; the id itself is only in the browser's cookie. */
  readonly idHash: string;
  readonly userId: Uuid;
  /** The user's `accessEpoch` at the login; when the user's has risen since, the session is over. */
  readonly accessEpoch: number;
  readonly startedAt: number;
  /** When the password of the user was last verified in this session. */
  readonly authenticatedAt: number;
  /** From this second on it is over; using it postpones that, up to a bound. */
  readonly expiresAt: number;
}

/** An unused session ends after 30 minutes, any session after 12 hours (NIST SP 800-63B §4.2.3). */
const IDLE_TIMEOUT_SECONDS = 30 * 60;
const LIFETIME_MAXIMUM_SECONDS = 12 * 60 * 60;

export function computeExpiry(startedAt: number, usedAt: number): number {
  return Math.min(usedAt + IDLE_TIMEOUT_SECONDS, startedAt + LIFETIME_MAXIMUM_SECONDS);
}

/** The id of a session to be: 256 random bits. A browser gets one before the login, for the CSRF token of the login form. */
export function generateSessionId(): string {
  return generateSecret();
}

export function hashSessionId(id: string): string {
  return sha256(id);
}

/**
 * What a form must send back to show that it comes from a page of ours. It follows from the session id, so it ends with
 * the session and nothing is stored; the id cannot be found from it.
 */
export function deriveCsrfToken(sessionId: string): string {
  return sha256(`csrf ${sessionId}`);
}

export function isValidCsrfToken(sessionId: string, token: string): boolean {
  return equalsInConstantTime(deriveCsrfToken(sessionId), token);
}

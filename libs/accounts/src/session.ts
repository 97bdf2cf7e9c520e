import { equalInConstantTime, newSecret, sha256, type Uuid } from '@content-service/kernel';

/** Somebody signed in with a browser. Times are UNIX seconds. */
export interface Session {
  /** SHA-256 of the id, base64url; the id itself is only in the browser's cookie. */
  readonly idHash: string;
  readonly userId: Uuid;
  /** The user's `accessEpoch` at the login; when the user's has risen since, the session is over. */
  readonly accessEpoch: number;
  readonly startedAt: number;
  /** From this second on it is over; using it postpones that, up to a bound. */
  readonly expiresAt: number;
}

/** A session that nobody uses ends after 30 minutes, any session after 12 hours (NIST SP 800-63B §4.2.3). */
const IDLE_SECONDS = 30 * 60;
const LONGEST_SECONDS = 12 * 60 * 60;

export function expiryOf(startedAt: number, usedAt: number): number {
  return Math.min(usedAt + IDLE_SECONDS, startedAt + LONGEST_SECONDS);
}

/** The id of a session to be: 256 random bits. A browser gets one before anybody signs in, for the login form's CSRF token. */
export function newSessionId(): string {
  return newSecret();
}

export function hashOfSessionId(id: string): string {
  return sha256(id);
}

/**
 * What a form must send back to show that it comes from a page of ours. It follows from the session id, so it ends with
 * the session and nothing is stored; the id cannot be found from it.
 */
export function csrfTokenOf(sessionId: string): string {
  return sha256(`csrf ${sessionId}`);
}

export function isCsrfTokenOf(sessionId: string, token: string): boolean {
  return equalInConstantTime(csrfTokenOf(sessionId), token);
}

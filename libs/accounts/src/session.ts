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
  /** The IP address of the login. */
  readonly ipAddress?: string;
  /** The header `User-Agent` of the login (RFC 9110 §10.1.5), of at most 255 characters. */
  readonly userAgent?: string;
}

/** Where a session was started, as users are shown it to recognise their own ones. */
export type SessionOrigin = Pick<UserSession, 'ipAddress' | 'userAgent'>;

const USER_AGENT_LENGTH_MAXIMUM = 255;

/** A header `User-Agent` of any length as a session keeps it; without one `undefined`. */
export function truncateUserAgent(header: string | undefined): string | undefined {
  return header === undefined || header === '' ? undefined : header.slice(0, USER_AGENT_LENGTH_MAXIMUM);
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

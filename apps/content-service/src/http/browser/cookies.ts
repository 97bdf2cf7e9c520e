import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import { DEVICE_TOKEN_LIFETIME_SECONDS } from '@content-service/accounts';
import { sha256 } from '@content-service/kernel';

export type RequestHeaders = Pick<IncomingMessage, 'headers'>;

/** The value of a cookie; of several with its name the first, which is the most specific one (RFC 6265 §5.4). */
export function findCookie({ headers }: RequestHeaders, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** In characters of base64url: 48 bits, which tell the services of one host apart. */
const HASH_LENGTH = 8;

/**
 * The name of a cookie: `session-Q2v8xYpL`, over https with the prefix `__Host-`: only this host can set the cookie
 * (RFC 6265bis §4.1.3.2). Cookies are shared by all ports of a host, and this prefix demands the path `/`, so a hash of the base URL
 * keeps services of one host from ending each other's sessions.
 */
export function formatCookieName(baseUrl: string, name: string): string {
  const own = `${name}-${sha256(baseUrl).slice(0, HASH_LENGTH)}`;
  return baseUrl.startsWith('https:') ? `__Host-${own}` : own;
}

/**
 * A cookie of this host for all its pages. `SameSite=Lax` instead of `Strict`, since a page of a client leads to the
 * authorization endpoint.
 */
class HostCookie {
  private readonly name: string;
  private readonly attributes: string;

  /** @param lifetimeSeconds without it, the cookie ends with the browser */
  constructor(baseUrl: string, name: string, lifetimeSeconds?: number) {
    const isSecure = baseUrl.startsWith('https:');
    this.name = formatCookieName(baseUrl, name);
    const maxAge = lifetimeSeconds === undefined ? '' : `; Max-Age=${lifetimeSeconds}`;
    this.attributes = `Path=/; HttpOnly; SameSite=Lax${maxAge}${isSecure ? '; Secure' : ''}`;
  }

  find(request: RequestHeaders): string | undefined {
    return findCookie(request, this.name);
  }

  set(response: Response, value: string): void {
    response.append('Set-Cookie', `${this.name}=${value}; ${this.attributes}`);
  }

  clear(response: Response): void {
    response.append('Set-Cookie', `${this.name}=; ${this.attributes}; Max-Age=0`);
  }
}

/** The name of the session cookie for `formatCookieName`. */
export const SESSION_COOKIE = 'session';

/** 256 bits, as created by `generateSessionId`; cookies with other values are ignored. */
const SESSION_ID = /^[A-Za-z0-9_-]{43}$/;

/** The session cookie: contains the id of a browser session, which the service may have ended since. */
export class SessionCookie {
  private readonly cookie: HostCookie;

  constructor(baseUrl: string) {
    this.cookie = new HostCookie(baseUrl, SESSION_COOKIE);
  }

  /** Returns the session id of a request. */
  read(request: RequestHeaders): string | undefined {
    const value = this.cookie.find(request);
    return value !== undefined && SESSION_ID.test(value) ? value : undefined;
  }

  set(response: Response, id: string): void {
    this.cookie.set(response, id);
  }

  clear(response: Response): void {
    this.cookie.clear(response);
  }
}

/** Separates tokens; it occurs in none. */
const SEPARATOR = '~';

/**
 * The device cookie: shows that users signed in with this browser before. It contains the tokens of
 * `Login.deviceTokensFor`, latest first. It does not authenticate, and outlives sessions.
 */
export class DeviceCookie {
  private readonly cookie: HostCookie;

  constructor(baseUrl: string) {
    this.cookie = new HostCookie(baseUrl, 'device', DEVICE_TOKEN_LIFETIME_SECONDS);
  }

  /** Returns the unverified tokens of a request. */
  read(request: RequestHeaders): readonly string[] {
    return this.cookie.find(request)?.split(SEPARATOR) ?? [];
  }

  set(response: Response, tokens: readonly string[]): void {
    this.cookie.set(response, tokens.join(SEPARATOR));
  }
}

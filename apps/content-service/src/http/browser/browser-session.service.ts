import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  AccountSelfService,
  type AuthenticatedSession,
  deriveCsrfToken,
  generateSessionId,
  isValidCsrfToken,
  Login,
  SessionService,
  truncateUserAgent,
  type User,
} from '@content-service/accounts';
import { FirstPartyTokenService } from '@content-service/oauth-grants';
import { getClientIp } from '../access/access-guards.js';
import { Config } from '../../platform/config/config.js';
import { AccountLanguage } from './account-language.js';
import { DeviceCookie, SessionCookie } from './cookies.js';

/** Result of the CSRF check of a form: `crossSite` from a page of another site, `invalidToken` with a token of another session. */
export type CsrfCheckResult = 'valid' | 'crossSite' | 'invalidToken';

/** Browser sessions with their cookies and CSRF tokens. */
@Injectable()
export class BrowserSessionService {
  private readonly cookie: SessionCookie;
  private readonly devices: DeviceCookie;
  private readonly origin: string;

  constructor(
    { baseUrl }: Config,
    private readonly login: Login,
    private readonly selfService: AccountSelfService,
    private readonly sessions: SessionService,
    private readonly tokens: FirstPartyTokenService,
    private readonly language: AccountLanguage,
  ) {
    this.cookie = new SessionCookie(baseUrl);
    this.devices = new DeviceCookie(baseUrl);
    this.origin = new URL(baseUrl).origin;
  }

  async findAuthenticated(request: Request): Promise<AuthenticatedSession | undefined> {
    const id = this.cookie.read(request);
    return id === undefined ? undefined : this.sessions.resume(id);
  }

  /**
   * Returns the CSRF token for the forms of a page. A browser without a session receives a session id, from which the
   * token is derived.
   */
  getCsrfToken(request: Request, response: Response): string {
    const known = this.cookie.read(request);
    const id = known ?? generateSessionId();
    if (known === undefined) this.cookie.set(response, id);
    return deriveCsrfToken(id);
  }

  /** Whether the request comes from a page of another site (Fetch Metadata). */
  isCrossSite(request: Request): boolean {
    return isCrossSite(request, this.origin);
  }

  /** @param token the CSRF token of the form */
  checkCsrf(request: Request, token: string | null): CsrfCheckResult {
    if (this.isCrossSite(request)) return 'crossSite';
    const id = this.cookie.read(request);
    return id !== undefined && isValidCsrfToken(id, token ?? '') ? 'valid' : 'invalidToken';
  }

  /**
   * Signs in by name and password: starts a session under a new id and remembers the device.
   *
   * @throws LoginFailed, LoginThrottled, PasswordHashingOverloaded
   */
  async signIn(request: Request, response: Response, name: string, password: string): Promise<User> {
    const known = this.devices.read(request);
    const user = await this.login.authenticate(name, password, getClientIp(request), known);
    await this.start(request, response, user);
    return user;
  }

  /**
   * Starts a session of a user whose password was just verified, under a new session id, and remembers the device.
   */
  async start(request: Request, response: Response, user: User): Promise<void> {
    const { id } = await this.sessions.start(user, this.cookie.read(request), {
      ipAddress: toIpAddress(getClientIp(request)),
      userAgent: truncateUserAgent(request.headers['user-agent']),
    });
    this.cookie.set(response, id);
    await this.language.apply(response, user.id);
    this.devices.set(response, await this.login.deviceTokensFor(user, this.devices.read(request)));
  }

  /**
   * Verifies the password of a signed-in user once more; tokens issued in the session afterwards pass `RecentLoginGuard`.
   *
   * @throws LoginFailed, LoginThrottled, PasswordHashingOverloaded
   */
  async reauthenticate(
    request: Request,
    { user, session }: AuthenticatedSession,
    password: string,
  ): Promise<void> {
    await this.selfService.reauthenticate(user.id, password, getClientIp(request));
    await this.sessions.markAuthenticated(session);
  }

  /** Signs out and revokes the tokens issued in this session. */
  async end(request: Request, response: Response): Promise<void> {
    const id = this.cookie.read(request);
    const signedIn = await this.findAuthenticated(request);
    if (id !== undefined) await this.sessions.end(id, getClientIp(request));
    if (signedIn !== undefined) await this.tokens.revokeForSession(signedIn.session);
    this.cookie.clear(response);
  }
}

/**
 * Whether a form was sent from a page of another site, by `Sec-Fetch-Site` or `Origin` (Fetch Metadata). Requests without
 * both pass, since the CSRF token of the form is checked as well.
 *
 * @param origin of this service
 */
function isCrossSite({ headers }: Pick<IncomingMessage, 'headers'>, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  // `none`: the user opened the URL without a page.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  // Pages of this service send `null`, because of their Referrer-Policy (Fetch, «Origin header»).
  return headers.origin !== undefined && headers.origin !== 'null' && headers.origin !== origin;
}

/** A trusted proxy can name another client than by its address. */
function toIpAddress(text: string): string | undefined {
  return isIP(text) === 0 ? undefined : text;
}

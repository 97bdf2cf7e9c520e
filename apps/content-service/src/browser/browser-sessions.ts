import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  csrfTokenOf,
  isCsrfTokenOf,
  newSessionId,
  Sessions,
  type SignedIn,
  type User,
} from '@content-service/accounts';
import { FirstPartyTokens } from '@content-service/oauth-grants';
import { Config } from '../config.js';
import { addressOf } from './address.js';
import { isFromElsewhere } from './cross-site.js';
import { SessionCookie } from './session-cookie.js';

/** Whether a form was sent from a page of ours, in the session that it was made for. */
export type FormOrigin = 'ours' | 'elsewhere' | 'another session';

/** Who is signed in with a browser, and which forms it may send. */
@Injectable()
export class BrowserSessions {
  private readonly cookie: SessionCookie;
  private readonly origin: string;

  constructor(
    { baseUrl }: Config,
    private readonly sessions: Sessions,
    private readonly tokens: FirstPartyTokens,
  ) {
    this.cookie = new SessionCookie(baseUrl);
    this.origin = new URL(baseUrl).origin;
  }

  async signedIn(request: Request): Promise<SignedIn | undefined> {
    const id = this.cookie.read(request);
    return id === undefined ? undefined : this.sessions.resume(id);
  }

  /** The token for the forms of a page. A browser without a session gets the id of one, so that the token has something to follow from. */
  formToken(request: Request, response: Response): string {
    const known = this.cookie.read(request);
    const id = known ?? newSessionId();
    if (known === undefined) this.cookie.set(response, id);
    return csrfTokenOf(id);
  }

  /** Whether the browser says that a page of somebody else sent this. */
  isFromElsewhere(request: Request): boolean {
    return isFromElsewhere(request, this.origin);
  }

  /** @param token what `formToken` gave to the page */
  originOf(request: Request, token: string | null): FormOrigin {
    if (this.isFromElsewhere(request)) return 'elsewhere';
    const id = this.cookie.read(request);
    return id !== undefined && isCsrfTokenOf(id, token ?? '') ? 'ours' : 'another session';
  }

  /** Signs in, under a new id. */
  async begin(request: Request, response: Response, user: User): Promise<void> {
    const { id } = await this.sessions.begin(user, this.cookie.read(request));
    this.cookie.set(response, id);
  }

  /** Signs out; the tokens that were given in this session end. */
  async end(request: Request, response: Response): Promise<void> {
    const id = this.cookie.read(request);
    const signedIn = await this.signedIn(request);
    if (id !== undefined) await this.sessions.end(id, addressOf(request));
    if (signedIn !== undefined) await this.tokens.endOf(signedIn.session);
    this.cookie.clear(response);
  }
}

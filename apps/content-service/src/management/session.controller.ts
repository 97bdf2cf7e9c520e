import { Controller, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Accounts, type SignedIn } from '@content-service/accounts';
import { UnsupportedMediaType } from '@content-service/jsonapi';
import { FirstPartyTokens } from '@content-service/oauth-grants';
import { addressOf } from '../browser/address.js';
import { BrowserSessions } from '../browser/browser-sessions.js';
import { CrossSiteRequest, SessionRequired } from './management.errors.js';
import { ProblemFilter } from './problem.filter.js';
import { sendJson, sendNothing } from './send.js';

/**
 * From the session of a browser to a token for the browser administration, and out of the session. The only place beside
 * the pages that looks at cookies.
 */
@Controller('session')
@UseFilters(ProblemFilter)
export class SessionController {
  constructor(
    private readonly browsers: BrowserSessions,
    private readonly tokens: FirstPartyTokens,
    private readonly accounts: Accounts,
  ) {}

  @Post('token')
  async token(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.requireOwnPage(request);
    const { user, session } = await this.signedIn(request);
    const answer = await this.tokens.issue(session, addressOf(request));
    if (answer === undefined) throw new SessionRequired();
    const { id, name, role } = user;
    const displayName = (await this.accounts.displayNames([id])).get(id) ?? name;
    sendJson(response, { ...answer, user: { id, name, displayName, role } }, { isSecret: true });
  }

  @Post('end')
  async end(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.requireOwnPage(request);
    await this.browsers.end(request, response);
    sendNothing(response);
  }

  /**
   * A form can be sent from anywhere, but not as JSON, and scripts of other origins do not get this far: the preflight
   * allows no credentials, and the cookie is not sent along (SameSite).
   *
   * @throws CrossSiteRequest, UnsupportedMediaType
   */
  private requireOwnPage(request: Request): void {
    if (this.browsers.isFromElsewhere(request)) throw new CrossSiteRequest();
    const contentType = request.headers['content-type'] ?? 'application/json';
    if (/^application\/json\b/i.test(contentType)) return;
    throw new UnsupportedMediaType(`The Content-Type must be 'application/json', got '${contentType}'.`);
  }

  /** @throws SessionRequired */
  private async signedIn(request: Request): Promise<SignedIn> {
    const signedIn = await this.browsers.signedIn(request);
    if (signedIn === undefined) throw new SessionRequired();
    return signedIn;
  }
}

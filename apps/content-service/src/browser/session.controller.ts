import { IsString } from 'class-validator';
import { Controller, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccountService, type AuthenticatedSession, PasswordChangeRequired } from '@content-service/accounts';
import { FirstPartyTokenService } from '@content-service/oauth-grants';
import { assertJsonContentType } from '../http/request-body.js';
import { JsonBody } from '../management/json-body.js';
import { CrossSiteRequest, SessionRequired } from '../management/management.errors.js';
import { ProblemFilter } from '../management/problem.filter.js';
import { sendJson, sendNoContent } from '../http/send.js';
import { PageRateLimitGuard } from '../rate-limits/rate-limit.guard.js';
import { BrowserSessionService } from './browser-session.service.js';
import { getClientIp } from '../access/access-guards.js';

class ReauthenticationDto {
  @IsString() readonly password: string;
}

/**
 * Exchanges a browser session for an access token of the browser administration, and ends the session. Apart from the
 * login and consent pages, only these endpoints read the session cookie. Ending has no rate limit.
 */
@Controller('session')
@UseFilters(ProblemFilter)
export class SessionController {
  constructor(
    private readonly browsers: BrowserSessionService,
    private readonly tokens: FirstPartyTokenService,
    private readonly accounts: AccountService,
  ) {}

  @Post('token')
  @UseGuards(PageRateLimitGuard)
  async token(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.assertSameSite(request);
    const { user, session } = await this.getAuthenticated(request);
    if (user.passwordChangeRequired === true) throw new PasswordChangeRequired();
    const answer = await this.tokens.issue(session, getClientIp(request));
    if (answer === undefined) throw new SessionRequired();
    const { id, name, role } = user;
    const displayName = (await this.accounts.findDisplayNames([id])).get(id) ?? name;
    sendJson(response, { ...answer, user: { id, name, displayName, role } }, { isSecret: true });
  }

  /** Verifies the password of the user; tokens issued after it may change secrets, roles, users and keys. */
  @Post('reauthenticate')
  @UseGuards(PageRateLimitGuard)
  async reauthenticate(
    @JsonBody(ReauthenticationDto) { password }: ReauthenticationDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    this.assertSameSite(request);
    await this.browsers.reauthenticate(request, await this.getAuthenticated(request), password);
    sendNoContent(response);
  }

  @Post('end')
  async end(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.assertSameSite(request);
    await this.browsers.end(request, response);
    sendNoContent(response);
  }

  /**
   * CSRF check. HTML forms cannot send JSON; scripts of other origins are stopped by the preflight, which allows no
   * credentials, and by the SameSite cookie.
   *
   * @throws CrossSiteRequest, UnsupportedMediaType
   */
  private assertSameSite(request: Request): void {
    if (this.browsers.isCrossSite(request)) throw new CrossSiteRequest();
    // A request without a body may omit Content-Type.
    const contentType = request.headers['content-type'];
    if (contentType !== undefined) assertJsonContentType(contentType);
  }

  /** @throws SessionRequired */
  private async getAuthenticated(request: Request): Promise<AuthenticatedSession> {
    const signedIn = await this.browsers.findAuthenticated(request);
    if (signedIn === undefined) throw new SessionRequired();
    return signedIn;
  }
}

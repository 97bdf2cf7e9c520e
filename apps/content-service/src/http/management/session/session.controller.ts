import { IsIn, IsString } from 'class-validator';
import { Controller, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  AccountService,
  type AuthenticatedSession,
  PasswordChangeRequired,
  USER_MEMBERS,
} from '@content-service/accounts';
import { pickMembers } from '@content-service/kernel';
import { FirstPartyTokenService } from '@content-service/oauth-grants';
import { JsonBody } from '../protocol/json-body.js';
import { SessionRequired } from '../protocol/management.errors.js';
import { ProblemFilter } from '../protocol/problem.filter.js';
import { sendJson, sendNoContent } from '../../protocol/send.js';
import { PageRateLimitGuard } from '../../access/rate-limit.guard.js';
import { AccountLanguage } from '../../browser/account-language.js';
import { BrowserSessionService } from '../../browser/browser-session.service.js';
import { PAGE_LANGUAGES } from '../../browser/page-language.js';
import { CurrentSession, SameSiteGuard, SessionGuard } from './session.guards.js';
import { getClientIp } from '../../access/access-guards.js';

/** More than a name and a password of the maximum length take, with each character escaped. */
const BODY_BYTES_MAXIMUM = 8 * 1024;

class SignInDto {
  @IsString() readonly name: string;
  @IsString() readonly password: string;
}

class ReauthenticationDto {
  @IsString() readonly password: string;
}

class LanguageDto {
  @IsIn([...PAGE_LANGUAGES, null]) readonly language: string | null;
}

/**
 * Starts a browser session, exchanges it for an access token of the browser administration, and ends it. Apart from the
 * login and consent pages, only these endpoints use the session cookie. Ending has no rate limit.
 */
@Controller('session')
@UseGuards(SameSiteGuard)
@UseFilters(ProblemFilter)
export class SessionController {
  constructor(
    private readonly browsers: BrowserSessionService,
    private readonly tokens: FirstPartyTokenService,
    private readonly accounts: AccountService,
    private readonly languages: AccountLanguage,
  ) {}

  /** Signs in without leaving a page, whose unsaved input would be lost. */
  @Post('start')
  @UseGuards(PageRateLimitGuard)
  async start(
    @JsonBody(SignInDto, { limitBytes: BODY_BYTES_MAXIMUM }) { name, password }: SignInDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.browsers.signIn(request, response, name, password);
    sendNoContent(response);
  }

  @Post('token')
  @UseGuards(PageRateLimitGuard, SessionGuard)
  async token(
    @CurrentSession() { user, session }: AuthenticatedSession,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (user.passwordChangeRequired === true) throw new PasswordChangeRequired();
    const answer = await this.tokens.issue(session, getClientIp(request));
    if (answer === undefined) throw new SessionRequired();
    const { id, name } = user;
    const displayName = (await this.accounts.findDisplayNames([id])).get(id) ?? name;
    const shown = { id, ...pickMembers(USER_MEMBERS, { ...user, displayName }) };
    sendJson(response, { ...answer, user: shown }, { isSecret: true });
  }

  /** Verifies the password of the user; tokens issued after it pass `RecentLoginGuard`. */
  @Post('reauthenticate')
  @UseGuards(PageRateLimitGuard, SessionGuard)
  async reauthenticate(
    @CurrentSession() session: AuthenticatedSession,
    @JsonBody(ReauthenticationDto, { limitBytes: BODY_BYTES_MAXIMUM }) { password }: ReauthenticationDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.browsers.reauthenticate(request, session, password);
    sendNoContent(response);
  }

  /** Keeps the language of the administration and of the pages for the user, in each browser. */
  @Post('language')
  @UseGuards(PageRateLimitGuard, SessionGuard)
  async chooseLanguage(
    @CurrentSession() { user }: AuthenticatedSession,
    @JsonBody(LanguageDto, { limitBytes: BODY_BYTES_MAXIMUM }) { language }: LanguageDto,
    @Res() response: Response,
  ): Promise<void> {
    await this.languages.choose(response, user.id, language);
    sendNoContent(response);
  }

  @Post('end')
  async end(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.browsers.end(request, response);
    sendNoContent(response);
  }
}

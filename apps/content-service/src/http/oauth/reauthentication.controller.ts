import { Controller, Get, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type AuthenticatedSession, LoginFailed } from '@content-service/accounts';
import { BrowserSessionService } from '../browser/browser-session.service.js';
import { findPageTexts } from '../browser/page-language.js';
import { parseQuery } from '../protocol/parse-query.js';
import { PageRateLimitGuard } from '../access/rate-limit.guard.js';
import { readDestinationFormBody } from './form-body.js';
import type { PageTexts } from '../../platform/texts/format-text.js';
import { findLoginRefusal } from './login-refusal.js';
import { PageErrorFilter } from './page-error.filter.js';
import { type FormRefusal, PageSender } from './pages/page-sender.js';
import { renderReauthenticationPage } from './pages/reauthentication.page.js';
import { assertCsrfToken } from './assert-csrf-token.js';
import {
  ACCOUNT_PATH,
  buildLoginPath,
  buildPasswordPath,
  parseLocalRedirectOrDefault,
} from './pages/page-paths.js';

/**
 * The page that verifies the password of the signed-in user once more, without scripts. `POST /session/reauthenticate` does
 * the same for scripts. Tokens issued in the session afterwards pass `RecentLoginGuard`.
 */
@Controller('user/reauthenticate')
@UseGuards(PageRateLimitGuard)
@UseFilters(PageErrorFilter)
export class ReauthenticationController {
  constructor(
    private readonly browsers: BrowserSessionService,
    private readonly pages: PageSender,
  ) {}

  @Get()
  async showForm(@Req() request: Request, @Res() response: Response): Promise<void> {
    const destination = parseLocalRedirectOrDefault(parseQuery(request).get('destination'), ACCOUNT_PATH);
    const signedIn = await this.findSession(request, response, destination);
    if (signedIn !== undefined) this.sendForm(request, response, { signedIn, destination });
  }

  @Post()
  async reauthenticate(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = await readDestinationFormBody(request, response);
    assertCsrfToken(request, form, this.browsers);
    const destination = parseLocalRedirectOrDefault(form.get('destination'), ACCOUNT_PATH);
    const signedIn = await this.findSession(request, response, destination);
    if (signedIn === undefined) return;
    try {
      await this.browsers.reauthenticate(request, signedIn, form.get('password') ?? '');
      this.pages.redirectLocal(response, destination, 303);
    } catch (error) {
      const refusal = toRefusal(error, findPageTexts(request));
      if (refusal === undefined) throw error;
      this.sendForm(request, response, { signedIn, destination, refusal });
    }
  }

  /**
   * The session of the browser. Otherwise the response is a redirect: to the login, which verifies the password itself, or
   * to the password page when the password must be changed first.
   */
  private async findSession(
    request: Request,
    response: Response,
    destination: string,
  ): Promise<AuthenticatedSession | undefined> {
    const signedIn = await this.browsers.findAuthenticated(request);
    const isBlocked = signedIn?.user.passwordChangeRequired === true;
    if (signedIn !== undefined && !isBlocked) return signedIn;
    const path = isBlocked ? buildPasswordPath(destination) : buildLoginPath(destination);
    this.pages.redirectLocal(response, path, 303);
    return undefined;
  }

  private sendForm(request: Request, response: Response, state: ReauthenticationFormState): void {
    const { signedIn, destination, refusal } = state;
    const page = renderReauthenticationPage(findPageTexts(request), {
      basePath: this.pages.basePath,
      token: this.browsers.getCsrfToken(request, response),
      destination,
      name: signedIn.user.name,
      fault: refusal?.message,
    });
    this.pages.sendForm(response, page, refusal);
  }
}

interface ReauthenticationFormState {
  readonly signedIn: AuthenticatedSession;
  readonly destination: string;
  readonly refusal?: FormRefusal;
}

/** The refusal to show with the form; the form has no name, so only the password can be wrong. */
function toRefusal(error: unknown, texts: PageTexts): FormRefusal | undefined {
  return error instanceof LoginFailed
    ? { status: 403, message: texts.format('reauthentication.wrong') }
    : findLoginRefusal(error, texts);
}

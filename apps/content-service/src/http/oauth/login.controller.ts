import { Controller, Get, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LoginFieldTooLong, type User } from '@content-service/accounts';
import { AuthorizationEndpoint } from '@content-service/oauth-grants';
import { BrowserSessionService } from '../browser/browser-session.service.js';
import { findPageTexts } from '../browser/page-language.js';
import { parseQuery } from '../protocol/parse-query.js';
import { PageRateLimitGuard } from '../access/rate-limit.guard.js';
import { readDestinationFormBody } from './form-body.js';
import { findLoginRefusal } from './login-refusal.js';
import {
  AUTHORIZE_PATH,
  buildPasswordPath,
  LOGIN_PATH,
  parseLocalRedirectOrDefault,
} from './pages/page-paths.js';
import { assertCsrfToken } from './assert-csrf-token.js';
import { renderLoginPage } from './pages/login.page.js';
import { PageErrorFilter } from './page-error.filter.js';
import { type FormRefusal, PageSender } from './pages/page-sender.js';
import { renderSignedInPage } from './pages/signed-in.page.js';

/** Login page, sign-in and sign-out. Signing out has no rate limit: ending access always works. */
@Controller('user')
@UseFilters(PageErrorFilter)
export class LoginController {
  constructor(
    private readonly browsers: BrowserSessionService,
    private readonly endpoint: AuthorizationEndpoint,
    private readonly pages: PageSender,
  ) {}

  @Get('login')
  @UseGuards(PageRateLimitGuard)
  async showLogin(@Req() request: Request, @Res() response: Response): Promise<void> {
    const destination = parseLocalRedirectOrDefault(parseQuery(request).get('destination'));
    const signedIn = await this.browsers.findAuthenticated(request);
    if (signedIn === undefined) await this.showForm(request, response, { destination, name: '' });
    else if (signedIn.user.passwordChangeRequired === true)
      this.pages.redirectLocal(response, buildPasswordPath(destination), 302);
    else if (destination === LOGIN_PATH) this.showUser(request, response, signedIn.user);
    else this.pages.redirectLocal(response, destination, 302);
  }

  @Post('login')
  @UseGuards(PageRateLimitGuard)
  async signIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = await readDestinationFormBody(request, response);
    const destination = parseLocalRedirectOrDefault(form.get('destination'));
    const [name, password] = [form.get('name') ?? '', form.get('password') ?? ''];
    try {
      assertCsrfToken(request, form, this.browsers);
      const user = await this.browsers.signIn(request, response, name, password);
      const isBlocked = user.passwordChangeRequired === true;
      this.pages.redirectLocal(response, isBlocked ? buildPasswordPath(destination) : destination, 303);
    } catch (error) {
      const refusal = findLoginRefusal(error, findPageTexts(request));
      if (refusal === undefined) throw error;
      // A name that is too long is not repeated.
      const shownName = error instanceof LoginFieldTooLong ? '' : name;
      await this.showForm(request, response, { destination, name: shownName, refusal });
    }
  }

  @Post('logout')
  async signOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = await readDestinationFormBody(request, response);
    assertCsrfToken(request, form, this.browsers);
    const destination = parseLocalRedirectOrDefault(form.get('destination'));
    await this.browsers.end(request, response);
    this.pages.redirectLocal(response, destination, 303);
  }

  private async showForm(
    request: Request,
    response: Response,
    { refusal, ...shown }: LoginFormState,
  ): Promise<void> {
    const token = this.browsers.getCsrfToken(request, response);
    const { basePath } = this.pages;
    const client = await this.findClientLabel(shown.destination);
    const page = renderLoginPage(findPageTexts(request), {
      ...shown,
      ...{ client, basePath, token, fault: refusal?.message },
    });
    this.pages.sendForm(response, page, refusal);
  }

  /** The label of the client for whose authorization request the user signs in. */
  private async findClientLabel(destination: string): Promise<string | undefined> {
    const { pathname, searchParams } = new URL(destination, 'http://localhost');
    return pathname === AUTHORIZE_PATH ? (await this.endpoint.findClient(searchParams))?.label : undefined;
  }

  private showUser(request: Request, response: Response, { name }: User): void {
    const token = this.browsers.getCsrfToken(request, response);
    const { basePath } = this.pages;
    this.pages.send(response, 200, renderSignedInPage(findPageTexts(request), { basePath, token, name }));
  }
}

interface LoginFormState {
  readonly destination: string;
  /** The name of the previous attempt. */
  readonly name: string;
  readonly refusal?: FormRefusal;
}

import { Controller, Get, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { AuthenticatedSession } from '@content-service/accounts';
import type { AuditContext } from '@content-service/audit';
import { UserAccessService, UserLifecycle } from '@content-service/oauth-grants';
import { SCOPES } from '@content-service/scopes';
import { AccountLanguage } from '../browser/account-language.js';
import { BrowserSessionService } from '../browser/browser-session.service.js';
import { getClientIp } from '../access/access-guards.js';
import { describeBrowser } from '../browser/describe-browser.js';
import { findPageTexts, isPageLanguage, PAGE_LANGUAGES } from '../browser/page-language.js';
import { parseQuery } from '../protocol/parse-query.js';
import { PageRateLimitGuard } from '../access/rate-limit.guard.js';
import { readDestinationFormBody, readFormBody } from './form-body.js';
import { assertRepeated, findPasswordRefusal } from './password-refusal.js';
import {
  renderAccountPage,
  renderGrantsPage,
  renderPasswordPage,
  renderSessionsPage,
} from './pages/account.pages.js';
import { PageErrorFilter } from './page-error.filter.js';
import { type FormRefusal, PageSender } from './pages/page-sender.js';
import {
  ACCOUNT_PATH,
  buildLoginPath,
  parseLocalRedirectOrDefault,
  PASSWORD_PATH,
} from './pages/page-paths.js';
import { assertCsrfToken } from './assert-csrf-token.js';

const SESSIONS_PATH = '/user/sessions';
const CONSENTS_PATH = '/user/consents';

/** Pages of the signed-in user: change the password, end sessions, withdraw consents. */
@Controller('user')
@UseGuards(PageRateLimitGuard)
@UseFilters(PageErrorFilter)
export class AccountController {
  constructor(
    private readonly browsers: BrowserSessionService,
    private readonly lifecycle: UserLifecycle,
    private readonly access: UserAccessService,
    private readonly languages: AccountLanguage,
    private readonly pages: PageSender,
  ) {}

  @Get()
  async showAccount(@Req() request: Request, @Res() response: Response): Promise<void> {
    const signedIn = await this.getSignedIn(request, response, ACCOUNT_PATH);
    if (signedIn === undefined) return;
    const { id, name } = signedIn.user;
    const chosen = await this.languages.find(id);
    const languages = PAGE_LANGUAGES.map((tag) => ({
      ...{ tag, isChosen: tag === chosen },
      name: new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag,
    }));
    this.pages.send(
      response,
      200,
      renderAccountPage(findPageTexts(request), { ...this.getFrame(request, response), name, languages }),
    );
  }

  @Post('language')
  async chooseLanguage(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = await readFormBody(request, response);
    assertCsrfToken(request, form, this.browsers);
    const signedIn = await this.getSignedIn(request, response, ACCOUNT_PATH);
    if (signedIn === undefined) return;
    const language = form.get('language') ?? '';
    await this.languages.choose(response, signedIn.user.id, isPageLanguage(language) ? language : null);
    this.pages.redirectLocal(response, ACCOUNT_PATH, 303);
  }

  @Get('password')
  async showPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const destination = parseLocalRedirectOrDefault(parseQuery(request).get('destination'), ACCOUNT_PATH);
    const signedIn = await this.getSignedIn(request, response, PASSWORD_PATH);
    if (signedIn !== undefined) this.sendPasswordPage(request, response, { signedIn, destination });
  }

  @Post('password')
  async changePassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = await readDestinationFormBody(request, response);
    assertCsrfToken(request, form, this.browsers);
    const destination = parseLocalRedirectOrDefault(form.get('destination'), ACCOUNT_PATH);
    const signedIn = await this.getSignedIn(request, response, PASSWORD_PATH);
    if (signedIn === undefined) return;
    const texts = findPageTexts(request);
    const [present, password] = [form.get('present') ?? '', form.get('password') ?? ''];
    try {
      assertRepeated(form, texts);
      const { id } = signedIn.user;
      const user = await this.lifecycle.changeOwnPassword(id, present, password, getClientIp(request));
      await this.browsers.start(request, response, user);
      this.pages.redirectLocal(response, destination, 303);
    } catch (error) {
      const refusal = findPasswordRefusal(error, texts);
      if (refusal === undefined) throw error;
      this.sendPasswordPage(request, response, { signedIn, destination, refusal });
    }
  }

  @Get('sessions')
  async showSessions(@Req() request: Request, @Res() response: Response): Promise<void> {
    const signedIn = await this.getSignedIn(request, response, SESSIONS_PATH);
    if (signedIn === undefined) return;
    const texts = findPageTexts(request);
    const sessions = (await this.access.listSessions(signedIn.user.id)).map((session) => ({
      id: session.idHash,
      startedAt: texts.formatTimeElement(session.startedAt),
      expiresAt: texts.formatTimeElement(session.expiresAt),
      browser: session.userAgent === undefined ? undefined : describeBrowser(session.userAgent),
      ipAddress: session.ipAddress,
      isCurrent: session.idHash === signedIn.session.idHash,
    }));
    this.pages.send(
      response,
      200,
      renderSessionsPage(texts, { ...this.getFrame(request, response), sessions }),
    );
  }

  @Post('sessions')
  async endSessions(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = await readFormBody(request, response);
    assertCsrfToken(request, form, this.browsers);
    const signedIn = await this.getSignedIn(request, response, SESSIONS_PATH);
    if (signedIn === undefined) return;
    const { user, session } = signedIn;
    const context = toAuditContext(signedIn, request);
    if (form.get('others') === 'all') await this.access.endAllSessions(user.id, context, session.idHash);
    else await this.access.endSession(user.id, form.get('session') ?? '', context);
    this.pages.redirectLocal(response, SESSIONS_PATH, 303);
  }

  @Get('consents')
  async showConsents(@Req() request: Request, @Res() response: Response): Promise<void> {
    const signedIn = await this.getSignedIn(request, response, CONSENTS_PATH);
    if (signedIn === undefined) return;
    const texts = findPageTexts(request);
    const grants = (await this.access.listGrants(signedIn.user.id)).map((grant) => ({
      clientId: grant.clientId,
      label: grant.label ?? grant.clientId,
      grantedAt: texts.formatTimeElement(grant.grantedAt),
      scopes: SCOPES.filter(({ name }) => grant.scopes.has(name)),
    }));
    this.pages.send(response, 200, renderGrantsPage(texts, { ...this.getFrame(request, response), grants }));
  }

  @Post('consents')
  async withdrawConsent(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = await readFormBody(request, response);
    assertCsrfToken(request, form, this.browsers);
    const signedIn = await this.getSignedIn(request, response, CONSENTS_PATH);
    if (signedIn === undefined) return;
    const context = toAuditContext(signedIn, request);
    await this.access.withdrawGrant(signedIn.user.id, form.get('client') ?? '', context);
    this.pages.redirectLocal(response, CONSENTS_PATH, 303);
  }

  /**
   * The user of the session. Without one, redirects to the login and returns `undefined`; also while the password
   * must be changed, to the password page.
   */
  private async getSignedIn(
    request: Request,
    response: Response,
    path: string,
  ): Promise<AuthenticatedSession | undefined> {
    const signedIn = await this.browsers.findAuthenticated(request);
    const isBlocked = signedIn?.user.passwordChangeRequired === true && path !== PASSWORD_PATH;
    if (signedIn !== undefined && !isBlocked) return signedIn;
    this.pages.redirectLocal(response, isBlocked ? PASSWORD_PATH : buildLoginPath(path), 303);
    return undefined;
  }

  private sendPasswordPage(
    request: Request,
    response: Response,
    { signedIn, destination, refusal }: PasswordPageState,
  ): void {
    const { name, passwordChangeRequired = false } = signedIn.user;
    const frame = this.getFrame(request, response);
    const shown = {
      ...frame,
      name,
      destination,
      isRequired: passwordChangeRequired,
      fault: refusal?.message,
    };
    this.pages.sendForm(response, renderPasswordPage(findPageTexts(request), shown), refusal);
  }

  private getFrame(request: Request, response: Response): { basePath: string; token: string } {
    return { basePath: this.pages.basePath, token: this.browsers.getCsrfToken(request, response) };
  }
}

interface PasswordPageState {
  readonly signedIn: AuthenticatedSession;
  readonly destination: string;
  readonly refusal?: FormRefusal;
}

function toAuditContext({ user }: AuthenticatedSession, request: Request): AuditContext {
  return { actor: { kind: 'user', userId: user.id }, ipAddress: getClientIp(request) };
}

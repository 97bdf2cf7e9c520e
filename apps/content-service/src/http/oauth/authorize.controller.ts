import { Controller, Get, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { AuthenticatedSession } from '@content-service/accounts';
import {
  AuthorizationEndpoint,
  type AuthorizationStep,
  type ConsentPrompt,
  OAuthError,
  type ResourceOwner,
} from '@content-service/oauth-grants';
import { SCOPES } from '@content-service/scopes';
import { getClientIp } from '../access/access-guards.js';
import { BrowserSessionService } from '../browser/browser-session.service.js';
import { findPageTexts } from '../browser/page-language.js';
import { parseQuery } from '../protocol/parse-query.js';
import { PageRateLimitGuard } from '../access/rate-limit.guard.js';
import { readFormBody } from './form-body.js';
import { AUTHORIZE_PATH, buildLoginPath, buildReauthenticationPath } from './pages/page-paths.js';
import { assertCsrfToken } from './assert-csrf-token.js';
import { renderConsentPage } from './pages/consent.page.js';
import { PageErrorFilter } from './page-error.filter.js';
import { PageSender } from './pages/page-sender.js';

/** The authorization endpoint with the consent page (specification, «GET /oauth/authorize»). */
@Controller('oauth/authorize')
@UseGuards(PageRateLimitGuard)
@UseFilters(PageErrorFilter)
export class AuthorizeController {
  constructor(
    private readonly endpoint: AuthorizationEndpoint,
    private readonly browsers: BrowserSessionService,
    private readonly pages: PageSender,
  ) {}

  @Get()
  async authorize(@Req() request: Request, @Res() response: Response): Promise<void> {
    const signedIn = await this.browsers.findAuthenticated(request);
    assertPasswordKept(signedIn);
    const step = await this.endpoint.authorize(
      parseQuery(request),
      signedIn && toResourceOwner(signedIn, request),
    );
    if (step.kind === 'consent_required' && signedIn !== undefined)
      this.sendConsentPage(request, response, step.prompt, signedIn);
    else this.sendStep(step, request, response);
  }

  @Post('decision')
  async decide(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = await readFormBody(request, response);
    assertCsrfToken(request, form, this.browsers);
    const signedIn = await this.browsers.findAuthenticated(request);
    if (signedIn === undefined) throw new OAuthError('access_denied', SIGNED_OUT);
    assertPasswordKept(signedIn);
    const decision = form.get('decision');
    if (decision !== 'allow' && decision !== 'deny') throw OAuthError.malformed('decision');
    const step = await this.endpoint.decide(
      form.get('request') ?? '',
      decision,
      toResourceOwner(signedIn, request),
    );
    this.sendStep(step, request, response);
  }

  private sendConsentPage(
    request: Request,
    response: Response,
    { id, client, scopes, redirectUri }: ConsentPrompt,
    { user }: AuthenticatedSession,
  ): void {
    const page = renderConsentPage(findPageTexts(request), {
      basePath: this.pages.basePath,
      token: this.browsers.getCsrfToken(request, response),
      id,
      client: client.label,
      name: user.name,
      scopes: SCOPES.filter(({ name }) => scopes.has(name)),
      staysConnected: client.grants.includes('refresh_token'),
      next: getFormTarget(redirectUri),
      loginPath: buildLoginPath(request.originalUrl),
    });
    this.pages.send(response, 200, page);
  }

  private sendStep(step: AuthorizationStep, request: Request, response: Response): void {
    if (step.kind === 'refused_on_page') throw step.error;
    if (step.kind === 'redirect') this.pages.redirect(response, step.location);
    else {
      const buildPath =
        step.kind === 'reauthentication_required' ? buildReauthenticationPath : buildLoginPath;
      this.pages.redirectLocal(response, buildPath(getPathWithoutMaximumAge(request)), 302);
    }
  }
}

const PASSWORD_CHANGE =
  'Your password must be changed first: do that at /user/password, then begin again here.';
const SIGNED_OUT = 'You are not signed in any more. Go back to the application and begin again there.';

/** @throws OAuthError password_change_required while the user has a password that must be changed */
function assertPasswordKept(signedIn: AuthenticatedSession | undefined): void {
  if (signedIn?.user.passwordChangeRequired === true)
    throw new OAuthError('password_change_required', PASSWORD_CHANGE);
}

function toResourceOwner({ user, session }: AuthenticatedSession, request: Request): ResourceOwner {
  const { idHash: sessionHash, authenticatedAt } = session;
  return { userId: user.id, sessionHash, authenticatedAt, ipAddress: getClientIp(request) };
}

/** The path of the request without `max_age`, which the password that is entered next would satisfy only for as many seconds. */
function getPathWithoutMaximumAge(request: Request): string {
  const query = parseQuery(request);
  if (!query.has('max_age')) return request.originalUrl;
  query.delete('max_age');
  return `${AUTHORIZE_PATH}?${query.toString()}`;
}

/** The part of a redirect URI that users recognize: the origin, or the private-use scheme of an application. */
function getFormTarget(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);
  return origin === 'null' ? protocol : origin;
}

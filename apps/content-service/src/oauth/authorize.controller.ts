import { All, Controller, Get, MethodNotAllowedException, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { SignedIn } from '@content-service/accounts';
import {
  AuthorizationEndpoint,
  type AuthorizationStep,
  type ConsentQuestion,
  OAuthError,
  type Visitor,
} from '@content-service/oauth-grants';
import { SCOPES } from '@content-service/scopes';
import { addressOf } from '../browser/address.js';
import { BrowserSessions } from '../browser/browser-sessions.js';
import { queryOf } from '../browser/query-of.js';
import { formBody } from './form-body.js';
import { loginBefore } from './own-destination.js';
import { requireOwnForm } from './own-form.js';
import { consentPage } from './pages/consent.page.js';
import { PageErrorFilter } from './pages/page-error.filter.js';
import { PageSender } from './pages/page-sender.js';

/** Where a client sends its user to be asked for permission (specification, «GET /oauth/authorize»). */
@Controller('oauth/authorize')
@UseFilters(PageErrorFilter)
export class AuthorizeController {
  constructor(
    private readonly endpoint: AuthorizationEndpoint,
    private readonly browsers: BrowserSessions,
    private readonly pages: PageSender,
  ) {}

  @Get()
  async authorize(@Req() request: Request, @Res() response: Response): Promise<void> {
    const signedIn = await this.browsers.signedIn(request);
    const step = await this.endpoint.begin(queryOf(request), signedIn && visitor(signedIn, request));
    if (step.kind === 'needs consent' && signedIn !== undefined)
      this.ask(request, response, step.question, signedIn);
    else this.lead(step, request, response);
  }

  @Post('decision')
  async decide(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = await formBody(request, response);
    requireOwnForm(request, form, this.browsers);
    const signedIn = await this.browsers.signedIn(request);
    if (signedIn === undefined) throw new OAuthError('access_denied', SIGNED_OUT);
    const decision = form.get('decision');
    if (decision !== 'allow' && decision !== 'deny') throw OAuthError.malformed('decision');
    const step = await this.endpoint.decide(form.get('request') ?? '', decision, visitor(signedIn, request));
    this.lead(step, request, response);
  }

  // Routes match in the order written: these see only what none above took.
  @All()
  onlyGet(@Res() response: Response): never {
    response.setHeader('Allow', 'GET, HEAD');
    throw new MethodNotAllowedException();
  }

  @All('decision')
  onlyPost(@Res() response: Response): never {
    response.setHeader('Allow', 'POST');
    throw new MethodNotAllowedException();
  }

  private ask(
    request: Request,
    response: Response,
    { id, client, scopes, redirectUri }: ConsentQuestion,
    { user }: SignedIn,
  ): void {
    const page = consentPage({
      basePath: this.pages.frame.basePath,
      token: this.browsers.formToken(request, response),
      id,
      client: client.label,
      name: user.name,
      scopes: SCOPES.filter(({ name }) => scopes.has(name)),
      next: placeOf(redirectUri),
      loginPath: loginBefore(request.originalUrl),
    });
    this.pages.send(response, 200, page);
  }

  private lead(step: AuthorizationStep, request: Request, response: Response): void {
    if (step.kind === 'refused on page') throw step.error;
    if (step.kind === 'redirect') this.pages.leadAway(response, step.location);
    else this.pages.leadTo(response, loginBefore(request.originalUrl), 302);
  }
}

const SIGNED_OUT = 'You are not signed in any more. Go back to the application and begin again there.';

function visitor({ user, session }: SignedIn, request: Request): Visitor {
  return { userId: user.id, sessionHash: session.idHash, from: addressOf(request) };
}

/** What of a redirect URI tells people where they go: the site, or the scheme that an application on their device has. */
function placeOf(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);
  return origin === 'null' ? protocol : origin;
}

import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { AuthenticatedSession } from '@content-service/accounts';
import { assertJsonContentType } from '../../protocol/request-body.js';
import { CrossSiteRequest, SessionRequired } from '../protocol/management.errors.js';
import { BrowserSessionService } from '../../browser/browser-session.service.js';

/**
 * CSRF check. HTML forms cannot send JSON; scripts of other origins are stopped by the preflight, which allows no
 * credentials, and by the SameSite cookie.
 */
@Injectable()
export class SameSiteGuard implements CanActivate {
  constructor(private readonly browsers: BrowserSessionService) {}

  /** @throws CrossSiteRequest, UnsupportedMediaType */
  canActivate(context: ExecutionContext): boolean {
    const request = getRequest(context);
    if (this.browsers.isCrossSite(request)) throw new CrossSiteRequest();
    // A request without a body may omit Content-Type.
    const contentType = request.headers['content-type'];
    if (contentType !== undefined) assertJsonContentType(contentType);
    return true;
  }
}

const sessions = new WeakMap<Request, AuthenticatedSession>();

/** Requires a browser session, which `@CurrentSession` injects. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(private readonly browsers: BrowserSessionService) {}

  /** @throws SessionRequired */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = getRequest(context);
    const session = await this.browsers.findAuthenticated(request);
    if (session === undefined) throw new SessionRequired();
    sessions.set(request, session);
    return true;
  }
}

/** Injects the browser session that `SessionGuard` found. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext) =>
  sessions.get(getRequest(context)),
);

function getRequest(context: ExecutionContext): Request {
  return context.switchToHttp().getRequest<Request>();
}

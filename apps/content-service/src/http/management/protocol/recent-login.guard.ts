import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { Clock, DomainError } from '@content-service/kernel';
import { RECENT_AUTHENTICATION_SECONDS } from '@content-service/oauth-grants';
import { getPrincipal } from '../../access/access-guards.js';

/** The request needs a token that descends from a recent verification of the password. */
class ReauthenticationRequired extends DomainError {
  constructor() {
    super(
      'reauthentication_required',
      `This needs the password within the last ${RECENT_AUTHENTICATION_SECONDS / 60} minutes, and a token from after that: ` +
        'in a browser session send the password to /session/reauthenticate, ' +
        `as an API client begin a new authorization request with max_age=${RECENT_AUTHENTICATION_SECONDS}.`,
    );
  }
}

/** The challenge by which API clients learn what to request (RFC 9470 §3). */
const CHALLENGE =
  'Bearer realm="OAuth", error="insufficient_user_authentication", ' +
  `error_description="A more recent authentication is required", max_age="${RECENT_AUTHENTICATION_SECONDS}"`;

/**
 * Marks methods that can widen access or send data elsewhere, and those that change secrets, roles, users or
 * keys: the token of a user passes only when the password was verified in the last 10 minutes, whatever the API client. A
 * token without that time is too old. Clients that act for themselves pass.
 */
export const RequireRecentLogin = Reflector.createDecorator<true | undefined>();

/** Needs the bearer guard before it. */
@Injectable()
export class RecentLoginGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly clock: Clock,
  ) {}

  /** @throws ReauthenticationRequired */
  canActivate(context: ExecutionContext): boolean {
    if (this.reflector.get(RequireRecentLogin, context.getHandler()) === undefined) return true;
    const http = context.switchToHttp();
    const principal = getPrincipal(http.getRequest<Request>());
    if (principal.kind !== 'user') return true;
    const { authenticatedAt = 0 } = principal;
    if (this.clock.now() - authenticatedAt <= RECENT_AUTHENTICATION_SECONDS) return true;
    http.getResponse<Response>().setHeader('WWW-Authenticate', CHALLENGE);
    throw new ReauthenticationRequired();
  }
}

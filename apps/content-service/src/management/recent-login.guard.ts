import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Clock, DomainError } from '@content-service/kernel';
import { FIRST_PARTY_CLIENT_ID } from '@content-service/oauth-clients';
import { getPrincipal } from '../access/access-guards.js';

/** Maximum age of the last password verification in the browser session (OWASP ASVS 5, 7.5.1). */
const RECENT_SECONDS = 600;

/** The request needs a recent re-authentication of the browser session. */
class ReauthenticationRequired extends DomainError {
  constructor() {
    super(
      'reauthentication_required',
      `This needs the password within the last ${RECENT_SECONDS / 60} minutes: send it to /session/reauthenticate, and use a new token.`,
    );
  }
}

/**
 * Marks methods that change secrets, roles, users or keys: a token of the browser administration passes only when the
 * password was verified in the last 10 minutes. Tokens of API clients pass.
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
    const principal = getPrincipal(context.switchToHttp().getRequest<Request>());
    if (principal.kind !== 'user' || principal.clientId !== FIRST_PARTY_CLIENT_ID) return true;
    if (this.clock.now() - (principal.authenticatedAt ?? 0) <= RECENT_SECONDS) return true;
    throw new ReauthenticationRequired();
  }
}

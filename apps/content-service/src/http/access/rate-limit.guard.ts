import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { toRateLimitPrefix } from '@content-service/accounts';
import type { Principal } from '@content-service/scopes';
import type { RateLimitPolicy } from '@content-service/site-settings';
import { getClientIp, getPrincipal, ReadsContent } from './access-guards.js';
import { isRead } from '../../platform/load/admission.js';
import { RateLimiter } from '../../platform/rate-limits/rate-limiter.js';

/**
 * Limits requests to content by client and user, anonymous ones by network. Must run after the bearer guard, which counts
 * requests with an invalid token.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly limits: RateLimiter,
    private readonly reflector: Reflector,
  ) {}

  /** @throws QuotaExceeded */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    return this.limits.areOn ? this.take(context) : true;
  }

  /** The policy for a request with a token. */
  protected getPolicy({ method }: Request, context: ExecutionContext): RateLimitPolicy {
    return isRead(method) || this.reflector.get(ReadsContent, context.getHandler()) ? 'client' : 'write';
  }

  private async take(context: ExecutionContext): Promise<true> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const principal = getPrincipal(request);
    if (principal.kind === 'anonymous') await this.limits.takeOfNetwork(request, response);
    else await this.limits.take(this.getPolicy(request, context), formatKey(principal), response);
    return true;
  }
}

/** Limits requests to the management API, which has a policy of its own. */
@Injectable()
export class ManagementRateLimitGuard extends RateLimitGuard {
  protected override getPolicy(): RateLimitPolicy {
    return 'manage';
  }
}

/**
 * Limits requests to pages, sessions and metadata by network, whether or not a user is signed in. They have the quota of
 * `anonymous`, and a count apart from that of content: readers of a site do not keep its editors from signing in.
 */
@Injectable()
export class PageRateLimitGuard implements CanActivate {
  constructor(private readonly limits: RateLimiter) {}

  /** @throws QuotaExceeded */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    return this.limits.areOn ? this.take(context) : true;
  }

  private async take(context: ExecutionContext): Promise<true> {
    const http = context.switchToHttp();
    const network = toRateLimitPrefix(getClientIp(http.getRequest<Request>()));
    await this.limits.take('anonymous', `pages ${network}`, http.getResponse<Response>());
    return true;
  }
}

/** Client and user; ids contain no spaces. */
function formatKey(principal: Exclude<Principal, { kind: 'anonymous' }>): string {
  return `${principal.clientId} ${principal.kind === 'user' ? principal.userId : ''}`;
}
